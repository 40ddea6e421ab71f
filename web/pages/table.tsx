/** The table: any two agents, a game and a seed, in one sentence whose words are controls; then the game, turn by turn. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, Suspense, use, useMemo } from 'react';
import type { Task } from '../../src/core/index.ts';
import { AgentPicker } from '../agents/picker.tsx';
import { boardDomains, boardOf } from '../boards/index.ts';
import { seedIn } from '../game/asked.ts';
import { calledIn } from '../game/called.ts';
import { Watched, type Watching } from '../game/watched.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './table.module.css';

const modules = Promise.all([import('../game/in-tab.ts'), import('../../src/core/index.ts')]);

/** The URL is the state: the same link shows the same game. */
interface Asked extends Watching {
  readonly task?: string;
  readonly seed?: number;
  readonly listing?: string;
  readonly [seat: string]: string | number | boolean | undefined;
}

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
  const [{ seatsOf, defaultSpec }, { tasks, listings }] = use(modules);
  const set = (change: Asked) =>
    void navigate({ to: '/table', search: { ...asked, ...change } as never, replace: true });
  const playable = tasks().filter(({ domain, deals }) => deals === 1 && boardDomains.includes(domain.name));
  const wanted = asked.task ?? 'price-wide';
  const task = playable.find(({ name }) => name === wanted) ?? (playable[0] as Task);
  const board = use(boardOf(task.domain.name));
  const seed = seedIn(asked.seed);
  const listing = board.listings && asked.listing !== undefined ? String(asked.listing) : undefined;
  const seats = seatsOf(task.name, seed);
  const specs = JSON.stringify(
    Object.fromEntries(
      seats.map((seat, i) => [seat, String(asked[seat] ?? board.agent?.(seat) ?? defaultSpec(task.name, seat, i))]),
    ),
  );
  const setting = useMemo(
    () => ({
      task: task.name,
      domain: task.domain.name,
      seed,
      seats: JSON.parse(specs) as Record<string, string>,
      ...(listing !== undefined && { listing }),
    }),
    [task, seed, specs, listing],
  );
  const sit = (you: string) =>
    void navigate({
      to: '/here',
      search: { task: task.name, seed: Math.floor(Math.random() * 1e9), ...setting.seats, you, after: 0 } as never,
    });
  return (
    <div className={style.table}>
      <h1 className="unseen">{words.table.title}</h1>
      <div className={style.sentence}>
        {seats.map((seat, i) => (
          <Fragment key={seat}>
            {i > 0 && (
              <span> {i < seats.length - 1 ? ',' : (board.against?.(words) ?? words.table.sentence.against)} </span>
            )}
            <AgentPicker
              domain={task.domain.name}
              label={words.table.agent(seatName(words, seat))}
              side={i < seats.length - 1 ? 'left' : 'right'}
              spec={setting.seats[seat] ?? ''}
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
              <option key={name} value={name}>
                {calledIn(words, name)}
              </option>
            ))}
          </select>
        </label>
        {board.listings && (
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
        <Watched key={JSON.stringify(setting)} setting={setting} watching={asked} set={set}>
          <div className="row">
            <span className="muted">{words.table.yourself}</span>
            {seats.map((seat) => (
              <button key={seat} type="button" onClick={() => sit(seat)}>
                {words.table.as(seatName(words, seat))}
              </button>
            ))}
          </div>
        </Watched>
      </Suspense>
    </div>
  );
}

function clear(asked: Asked, seats: readonly string[]): Asked {
  return { ...asked, ...Object.fromEntries(seats.map((seat) => [seat, undefined])), listing: undefined };
}
