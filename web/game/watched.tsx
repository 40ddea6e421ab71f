/** A game between agents, turn by turn, as this tab plays it: pause, step, speed, and both hands for who asks to see them. */
import { type ReactNode, use, useEffect, useMemo } from 'react';
import type { Step, TaskOptions } from '../../src/core/index.ts';
import { type Board, boardOf } from '../boards/index.ts';
import { useWords } from '../words/index.ts';
import { AtServer } from './at-server.tsx';
import { Beliefs } from './beliefs.tsx';
import { Ending } from './ending.tsx';
import { Talk } from './talk.tsx';
import { type Clock, useClock } from './use-clock.ts';
import style from './watched.module.css';

const modules = Promise.all([import('./in-tab.ts'), import('./seen.ts')]);

export interface Setting extends TaskOptions {
  readonly task: string;
  readonly domain: string;
  readonly seed: number;
  readonly seats: Readonly<Record<string, string>>;
}

/** How somebody watches, as the URL keeps it. */
export interface Watching {
  readonly see?: boolean;
  readonly speed?: number;
  readonly step?: number;
}

interface WatchedProps {
  readonly setting: Setting;
  readonly watching: Watching;
  set(change: Watching): void;
  readonly children?: ReactNode;
}

const SPEEDS = [0.5, 1, 2, 4];
const BEAT = 1200;

export function Watched({ setting, watching, set, children }: WatchedProps) {
  const words = useWords();
  const [{ playInTab, taskOf }, { gameAt, stopsOf }] = use(modules);
  const board = use(boardOf(setting.domain));
  const played = useMemo(() => {
    try {
      const { domain: _, ...seating } = setting;
      const episode = playInTab(seating);
      const start = gameAt(episode, taskOf(setting.task), 0);
      return { episode, stops: stopsOf(episode, (step) => tells(board, start, step, words)) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error), stops: [0] };
    }
  }, [setting, board, words, playInTab, taskOf, gameAt, stopsOf]);
  const { episode, stops } = played;
  const end = stops.length - 1;
  const speed = Number(watching.speed ?? 1);
  const clock = useClock(end, BEAT / speed, Number(watching.step ?? 0), watching.step === undefined);
  useKeys({
    ArrowRight: () => clock.go(clock.at + 1),
    ArrowLeft: () => clock.go(clock.at - 1),
    j: () => clock.go(clock.at + 1),
    k: () => clock.go(clock.at - 1),
    ' ': () => clock.run(!clock.runs),
    End: () => clock.go(end),
    Home: () => clock.go(0),
  });
  if (!episode) return <AtServer problem={played.problem ?? ''} setting={setting} />;
  const game = gameAt(episode, taskOf(setting.task), stops[clock.at] ?? 0);
  const all = {
    scenario: episode.scenario,
    seats: episode.seats,
    events: episode.events.filter(({ turn }) => turn < game.turn || game.result),
  };
  const cards = watching.see || game.result ? all : undefined;
  const { Watch, Chart } = board;
  return (
    <div className={style.played}>
      <section className={style.game}>
        <header>
          <h2>{board.title(game, words)}</h2>
          <p className="muted">
            {[board.facts(game, words)[0], words.turn(game.turn, game.turnLimit)].filter(Boolean).join(' · ')}
          </p>
        </header>
        <Watch game={game} cards={cards} />
        <Ending game={game} board={board} />
        <Controls clock={clock} end={end} speed={speed} see={watching.see === true} set={set} />
        {children}
        <Talk game={game} board={board} cards={cards} />
      </section>
      <aside className={style.side}>
        {Chart && <Chart game={game} cards={cards} />}
        {cards && <Beliefs cards={cards} domain={game.domain} />}
      </aside>
    </div>
  );
}

function tells(board: Board, start: Parameters<Board['says']>[0], step: Step, words: Parameters<Board['says']>[2]) {
  return !('act' in step) || step.act.words !== undefined || board.says(start, step.act, words, step.seat) !== '';
}

interface ControlsProps {
  readonly clock: Clock;
  readonly end: number;
  readonly speed: number;
  readonly see: boolean;
  set(change: Watching): void;
}

function Controls({ clock, end, speed, see, set }: ControlsProps) {
  const words = useWords();
  const over = clock.at >= end;
  return (
    <div className={style.controls}>
      <button
        type="button"
        onClick={() => clock.go(clock.at - 1)}
        disabled={clock.at === 0}
        aria-label={words.table.back}
      >
        ◂
      </button>
      <button type="button" className="main" onClick={() => (over ? clock.restart() : clock.run(!clock.runs))}>
        {clock.runs ? words.table.pause : words.table.play}
      </button>
      <button type="button" onClick={() => clock.go(clock.at + 1)} disabled={over} aria-label={words.table.step}>
        ▸
      </button>
      <button type="button" onClick={() => clock.go(end)} disabled={over}>
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
        <input type="checkbox" checked={see} onChange={({ target }) => set(target.checked ? { see: true } : UNSEEN)} />{' '}
        {words.table.see}
      </label>
    </div>
  );
}

/** The search of a link leaves out what is undefined. */
const UNSEEN = { see: undefined } as unknown as Watching;

/** Keys of the page, unless somebody types. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        target.closest('input, select, textarea, button, [role=dialog], [role=log]') ||
        event.metaKey ||
        event.altKey ||
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
