/** The table: any two agents, a game and a seed, in one sentence whose words are controls; then the game, turn by turn. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, Suspense, use, useEffect, useMemo } from 'react';
import { stepsOf } from '../../src/core/rounds.ts';
import { partsOf } from '../agents/agents.ts';
import { AgentPicker } from '../agents/picker.tsx';
import { ask, type Problem } from '../api/client.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import { Beliefs } from '../game/beliefs.tsx';
import { Ending } from '../game/ending.tsx';
import { Talk } from '../game/talk.tsx';
import { useClock } from '../game/use-clock.ts';
import { seatName, useWords } from '../words/index.ts';
import style from './table.module.css';

const modules = Promise.all([
  import('../game/in-tab.ts'),
  import('../../src/core/index.ts'),
  import('../game/seen.ts'),
]);

/** The URL is the state: the same link shows the same game. */
interface Asked {
  readonly task?: string;
  readonly seed?: number;
  readonly listing?: string;
  readonly see?: boolean;
  readonly speed?: number;
  readonly step?: number;
  readonly [seat: string]: string | number | boolean | undefined;
}

const SPEEDS = [0.5, 1, 2, 4];
const BEAT = 1200;

export default function Table() {
  return (
    <Suspense fallback={null}>
      <Sentence />
    </Suspense>
  );
}

function Sentence() {
  const words = useWords();
  const asked = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const [{ playInTab, seatsOf, defaultSpec }, { tasks, findTask, listings }] = use(modules);
  const set = (change: Asked) =>
    void navigate({ to: '/table', search: { ...asked, ...change } as never, replace: true });
  const playable = tasks().filter(({ domain, deals }) => deals === 1 && boardDomains.includes(domain.name));
  const task = findTask(asked.task ?? 'price-wide') ?? playable[0];
  if (!task) return null;
  const seed = Number(asked.seed ?? 7);
  const listing = asked.listing === undefined || task.domain.name !== 'price' ? {} : { listing: String(asked.listing) };
  const seats = seatsOf(task.name, seed);
  const specs = Object.fromEntries(
    seats.map((seat, i) => [seat, String(asked[seat] ?? defaultSpec(task.name, seat, i))]),
  );
  const setting = { task: task.name, seed, seats: specs, ...listing };
  return (
    <div className={style.table}>
      <h1 className="unseen">{words.table.title}</h1>
      <div className={style.sentence}>
        {seats.map((seat, i) => (
          <Fragment key={seat}>
            {i > 0 && (
              <span>
                {' '}
                {task.domain.name === 'price' ? words.table.sentence.buysFrom : words.table.sentence.against}{' '}
              </span>
            )}
            <AgentPicker
              domain={task.domain.name}
              label={words.table.agent(seatName(words, seat))}
              side={i === 0 ? 'left' : 'right'}
              spec={specs[seat] ?? ''}
              onChange={(spec) => set({ [seat]: spec, step: undefined })}
            />
          </Fragment>
        ))}
        <span>: </span>
        <label>
          <span className="unseen">{words.table.task}</span>
          <select
            value={task.name}
            onChange={({ target }) => set({ ...clear(asked, seats), task: target.value, step: undefined })}
          >
            {playable.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {task.domain.name === 'price' && (
          <label>
            <span className="unseen">{words.table.listing}</span>
            <select
              value={String(asked.listing ?? '')}
              onChange={({ target }) =>
                set({ listing: target.value === '' ? undefined : target.value, step: undefined })
              }
            >
              <option value="">{words.table.anyListing}</option>
              {listings.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {words.table.seed}{' '}
          <input
            className={style.seed}
            type="number"
            min={0}
            step={1}
            value={seed}
            onChange={({ target }) => set({ seed: Number(target.value), step: undefined })}
          />
        </label>
        <button type="button" onClick={() => set({ seed: Math.floor(Math.random() * 1e6), step: undefined })}>
          {words.table.deal}
        </button>
      </div>
      <Suspense fallback={null}>
        <Played key={JSON.stringify(setting)} setting={setting} asked={asked} set={set} play={playInTab} />
      </Suspense>
    </div>
  );
}

function clear(asked: Asked, seats: readonly string[]): Asked {
  return { ...asked, ...Object.fromEntries(seats.map((seat) => [seat, undefined])), listing: undefined };
}

interface PlayedProps {
  readonly setting: { task: string; seed: number; seats: Record<string, string>; listing?: string };
  readonly asked: Asked;
  set(change: Asked): void;
  readonly play: Awaited<typeof modules>[0]['playInTab'];
}

function Played({ setting, asked, set, play }: PlayedProps) {
  const words = useWords();
  const [, , { gameAt }] = use(modules);
  const played = useMemo(() => {
    try {
      return { episode: play(setting) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }, [setting, play]);
  const board = use(boardOf(use(modules)[1].findTask(setting.task)?.domain.name ?? 'price'));
  const steps = played.episode ? stepsOf(played.episode).length : 0;
  const speed = Number(asked.speed ?? 1);
  const clock = useClock(steps, BEAT / speed, Number(asked.step ?? 0), asked.step === undefined);
  useKeys({
    ArrowRight: () => clock.go(clock.at + 1),
    ArrowLeft: () => clock.go(clock.at - 1),
    j: () => clock.go(clock.at + 1),
    k: () => clock.go(clock.at - 1),
    ' ': () => clock.run(!clock.runs),
    End: () => clock.go(steps),
    Home: () => clock.go(0),
  });
  if (!played.episode) return <Refused problem={played.problem ?? ''} setting={setting} />;
  const { episode } = played;
  const game = gameAt(episode, setting.task, clock.at);
  const all = {
    scenario: episode.scenario,
    seats: episode.seats,
    events: episode.events.filter(({ turn }) => turn < game.turn || game.result),
  };
  const cards = asked.see || game.result ? all : undefined;
  const { Watch, Chart } = board;
  return (
    <div className={style.played} data-wide={Chart !== undefined}>
      <section className={style.game}>
        <header>
          <h2>{board.title(game)}</h2>
          <p className="muted">
            {board.facts(game, words)[0]} · {words.turn(game.turn, game.turnLimit)}
          </p>
        </header>
        <Watch game={game} cards={cards} />
        <Ending game={game} board={board} />
        <div className={style.controls}>
          <button
            type="button"
            onClick={() => clock.go(clock.at - 1)}
            disabled={clock.at === 0}
            aria-label={words.table.back}
          >
            ◂
          </button>
          <button
            type="button"
            className="main"
            onClick={() => (clock.at >= steps ? clock.restart() : clock.run(!clock.runs))}
          >
            {clock.runs ? words.table.pause : words.table.play}
          </button>
          <button
            type="button"
            onClick={() => clock.go(clock.at + 1)}
            disabled={clock.at >= steps}
            aria-label={words.table.step}
          >
            ▸
          </button>
          <button type="button" onClick={() => clock.go(steps)} disabled={clock.at >= steps}>
            {words.table.toEnd}
          </button>
          <label>
            {words.table.speed}{' '}
            <select value={speed} onChange={({ target }) => set({ speed: Number(target.value) })}>
              {SPEEDS.map((one) => (
                <option key={one} value={one}>
                  {one}×
                </option>
              ))}
            </select>
          </label>
          <label>
            <input
              type="checkbox"
              checked={asked.see === true}
              onChange={({ target }) => set({ see: target.checked || undefined })}
            />{' '}
            {words.table.see}
          </label>
        </div>
        <Talk game={game} board={board} cards={cards} />
      </section>
      <aside className={style.side}>
        {Chart && (
          <>
            <h3>{words.table.chart}</h3>
            <Chart game={game} cards={cards} />
          </>
        )}
        {cards && <Beliefs cards={cards} domain={game.domain} />}
      </aside>
    </div>
  );
}

/** What this tab cannot play: a spec that is none, or a model, which plays at the server. */
function Refused({ problem, setting: { seats, ...setting } }: { problem: string; setting: PlayedProps['setting'] }) {
  const words = useWords();
  const navigate = useNavigate();
  const atServer = useMutation<void, Problem>({
    mutationFn: async () => {
      const body = { ...setting, task: setting.task as 'price-wide', seats, listed: true, pace: 500 };
      const { id } = await ask('POST /v1/games', { body });
      await navigate({ to: '/g/$id' as '/', params: { id } as never });
    },
  });
  const byModel = Object.values(seats).some((spec) => !partsOf(spec));
  return (
    <div className="stack">
      <p className="problem" role="alert">
        {atServer.error?.message ?? problem}
      </p>
      {byModel && (
        <button type="button" className="main" disabled={atServer.isPending} onClick={() => atServer.mutate()}>
          {words.table.atServer}
        </button>
      )}
    </div>
  );
}

/** Keys of the page, unless somebody types. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        target.closest('input, select, textarea, button, [role=dialog], [role=log]') ||
        event.metaKey ||
        event.ctrlKey
      )
        return;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
