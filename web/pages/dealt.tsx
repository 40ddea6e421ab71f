/** What the pages share that seat agents and watch them: the URL as state, one sentence whose words are controls, and the game below it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, use, useMemo } from 'react';
import type { Task, TaskOptions } from '../../src/core/index.ts';
import { AgentPicker } from '../agents/picker.tsx';
import { boardOf } from '../boards/index.ts';
import { seedIn } from '../game/asked.ts';
import { calledIn } from '../game/called.ts';
import { type Setting, Watched, type Watching } from '../game/watched.tsx';
import { lazily } from '../shell/lazily.ts';
import { seatName, useWords } from '../words/index.ts';
import style from './dealt.module.css';

export const engine = lazily(() => Promise.all([import('../game/in-tab.ts'), import('../../src/core/index.ts')]));

/** The URL is the state: the same link shows the same game. Seats stand in it by their names. */
export interface Asked extends Watching {
  readonly task?: string;
  readonly seed?: number;
  readonly [name: string]: string | number | boolean | undefined;
}

export function useAsked(page: string): [Asked, (change: Asked) => void] {
  const asked = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const set = (change: Asked) =>
    void navigate({ to: page as '/', search: { ...asked, ...change } as never, replace: true });
  return [asked, set];
}

interface DealtProps {
  readonly title: string;
  readonly asked: Asked;
  set(change: Asked): void;
  readonly task: Task;
  readonly tasks: readonly Task[];
  /** What the scenario is drawn with. */
  readonly options: TaskOptions;
  /** Another game: what else changes with it. */
  changed?(seats: readonly string[]): Asked;
  /** What the sentence begins with. */
  readonly first?: ReactNode;
  /** What stands before the agent of this seat. */
  between(seat: number, seats: readonly string[]): ReactNode;
  /** What else can be chosen of this game. */
  readonly more?: ReactNode;
  /** What can be done with the game that is watched. */
  children(setting: Setting, seats: readonly string[]): ReactNode;
}

export function Dealt({
  title,
  asked,
  set,
  task,
  tasks,
  options,
  changed,
  first,
  between,
  more,
  children,
}: DealtProps) {
  const words = useWords();
  const [{ seatsOf, defaultSpec }] = use(engine());
  const board = use(boardOf(task.domain.name));
  const seed = seedIn(asked.seed);
  const drawn = JSON.stringify(options);
  const seats = seatsOf(task.name, seed, options);
  const specs = JSON.stringify(
    Object.fromEntries(
      seats.map((seat, i) => [seat, String(asked[seat] ?? board.agent?.(seat) ?? defaultSpec(task.name, seat, i))]),
    ),
  );
  const setting = useMemo(
    (): Setting => ({
      task: task.name,
      domain: task.domain.name,
      seed,
      ...(JSON.parse(drawn) as TaskOptions),
      seats: JSON.parse(specs) as Record<string, string>,
    }),
    [task, seed, drawn, specs],
  );
  // Another game begins at its beginning.
  const deal = (change: Asked) => set({ ...change, step: undefined });
  return (
    <div className={style.table}>
      <h1 className="unseen">{title}</h1>
      <div className={style.sentence}>
        {first}
        {seats.map((seat, i) => (
          <Fragment key={seat}>
            {between(i, seats)}
            <AgentPicker
              domain={task.domain.name}
              seat={seat}
              label={words.table.agent(seatName(words, seat))}
              side={i < seats.length - 1 ? 'left' : 'right'}
              spec={setting.seats[seat] ?? ''}
              onChange={(spec) => deal({ [seat]: spec })}
            />
          </Fragment>
        ))}
        <span>: </span>
        <label>
          <span className="unseen">{words.table.task}</span>
          <select value={task.name} onChange={({ target }) => deal({ ...changed?.(seats), task: target.value })}>
            {tasks.map(({ name }) => (
              <option key={name} value={name}>
                {calledIn(words, name)}
              </option>
            ))}
          </select>
        </label>
        {more}
        <label>
          {words.table.seed}{' '}
          <input
            className={style.seed}
            type="number"
            min={0}
            step={1}
            value={seed}
            onChange={({ target }) => deal({ seed: Number(target.value) })}
          />
        </label>
        <button type="button" onClick={() => deal({ seed: Math.floor(Math.random() * 1e6) })}>
          {words.table.deal}
        </button>
      </div>
      <Suspense fallback={null}>
        <Watched key={JSON.stringify(setting)} setting={setting} watching={asked} set={set}>
          {children(setting, seats)}
        </Watched>
      </Suspense>
    </div>
  );
}
