/** The arena: one seller, as many buyers as one likes, live; and a seat for whoever wants to bid or sell. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, use, useMemo, useState } from 'react';
import { AgentPicker } from '../agents/picker.tsx';
import type { Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { boardOf } from '../boards/index.ts';
import { seedIn } from '../game/asked.ts';
import { calledIn } from '../game/called.ts';
import { startGame } from '../game/start.ts';
import { type Setting, Watched, type Watching } from '../game/watched.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './table.module.css';

const modules = Promise.all([import('../game/in-tab.ts'), import('../../src/core/index.ts')]);

interface Asked extends Watching {
  readonly task?: string;
  readonly seed?: number;
  readonly buyers?: number;
  readonly [seat: string]: string | number | boolean | undefined;
}

const FIRST_TASK = 'marketplace_arena+hard';
const COUNTS = [2, 3, 4, 5, 6, 8];
const FEW = 3;

export default function Arena() {
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
  const [{ seatsOf, defaultSpec }, { tasks, findTask }] = use(modules);
  const set = (change: Asked) =>
    void navigate({ to: '/arena' as '/', search: { ...asked, ...change } as never, replace: true });
  const wanted = findTask(asked.task ?? FIRST_TASK) ?? findTask(FIRST_TASK);
  const several = tasks().filter(({ domain }) => domain.name === wanted?.domain.name);
  const task = wanted as NonNullable<typeof wanted>;
  const board = use(boardOf(task.domain.name));
  const seed = seedIn(asked.seed);
  const buyers = COUNTS.includes(Number(asked.buyers)) ? Number(asked.buyers) : FEW;
  const seats = seatsOf(task.name, seed, { buyers });
  const specs = JSON.stringify(
    Object.fromEntries(
      seats.map((seat) => [seat, String(asked[seat] ?? board.agent?.(seat) ?? defaultSpec(task.name, seat, 1))]),
    ),
  );
  const setting = useMemo(
    () => ({
      task: task.name,
      domain: task.domain.name,
      seed,
      buyers,
      seats: JSON.parse(specs) as Record<string, string>,
    }),
    [task, seed, buyers, specs],
  );
  const picker = (seat: string) => (
    <AgentPicker
      key={seat}
      domain={task.domain.name}
      label={words.table.agent(seatName(words, seat))}
      side={seat === seats.at(-1) ? 'right' : 'left'}
      spec={setting.seats[seat] ?? ''}
      onChange={(spec) => set({ [seat]: spec, step: undefined })}
    />
  );
  return (
    <div className={style.table}>
      <h1 className="unseen">{words.arena.title}</h1>
      <div className={style.sentence}>
        <label>
          <span className="unseen">{words.arena.buyers}</span>
          <select value={buyers} onChange={({ target }) => set({ buyers: Number(target.value), step: undefined })}>
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {words.arena.how(count)}
              </option>
            ))}
          </select>
        </label>
        {seats.slice(0, -1).map(picker)}
        <span>{words.arena.against}</span>
        {seats.slice(-1).map(picker)}
        <label>
          <span className="unseen">{words.table.task}</span>
          <select value={task.name} onChange={({ target }) => set({ task: target.value, step: undefined })}>
            {several.map(({ name }) => (
              <option key={name} value={name}>
                {calledIn(words, name)}
              </option>
            ))}
          </select>
        </label>
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
        <Watched key={JSON.stringify(setting)} setting={setting} watching={asked} set={set}>
          <SitDown setting={setting} seats={seats} />
        </Watched>
      </Suspense>
    </div>
  );
}

/** A person among the same agents, in a game of the server: newly drawn, since who watched has seen the cards. */
function SitDown({ setting, seats }: { readonly setting: Setting; readonly seats: readonly string[] }) {
  const words = useWords();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState('');
  const seat = seats.includes(chosen) ? chosen : (seats[0] ?? '');
  const sit = useMutation<string, Problem>({
    mutationFn: () => {
      const { task, buyers = FEW, seats: agents } = setting;
      return startGame({ task, seat, agents, buyers });
    },
    onSuccess: (id) => navigate({ to: '/g/$id' as '/', params: { id } as never }),
  });
  return (
    <>
      <div className="row">
        <label>
          {words.arena.takeSeat}{' '}
          <select value={seat} aria-label={words.arena.seat} onChange={({ target }) => setChosen(target.value)}>
            {seats.map((one) => (
              <option key={one} value={one}>
                {seatName(words, one)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" aria-disabled={sit.isPending} onClick={() => sit.isPending || sit.mutate()}>
          {words.arena.sit}
        </button>
        <span className="small muted">{words.arena.fresh}</span>
      </div>
      <Refusal error={sit.error} offline={words.start.offline} onAgain={() => sit.mutate()} />
    </>
  );
}
