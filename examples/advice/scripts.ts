/** Three ways to give and take advice; each knows both sides of the table. */
import { choice, defineStrategy, type Entry, entry, type Script } from 'parley/core';
import type { AdviceAct, AdviceView } from './rules.ts';

export interface Cell {
  readonly low: number;
  readonly high: number;
}

/**
 * The most informative equilibrium of Crawford and Sobel for a uniform state and quadratic losses: with a bias of b (of 1) there
 * are at most N cells, the largest N with 2 N (N - 1) b < 1, and cell i ends at i / N + 2 b i (i - N).
 */
export function cellsOf(bias: number): Cell[] {
  const b = bias / 100;
  let count = 1;
  while (2 * (count + 1) * count * b < 1) count++;
  const ends = Array.from({ length: count + 1 }, (_, i) => 100 * (i / count + 2 * b * i * (i - count)));
  return ends.slice(1).map((high, i) => ({ low: ends[i] as number, high }));
}

function cellAt(cells: readonly Cell[], value: number): Cell {
  return cells.find(({ high }) => value <= high) ?? (cells.at(-1) as Cell);
}

const middle = ({ low, high }: Cell): number => Math.round((low + high) / 2);
const onScale = (value: number): number => Math.min(100, Math.max(0, value));

/** The last report, if any. */
export function reported({ history }: AdviceView): number | undefined {
  const report = history.findLast(({ act }) => act.type === 'report');
  return (report?.act as { value?: number } | undefined)?.value;
}

/** What a decider of this manner takes the state to be. */
function guess(view: AdviceView, manner: string): Cell {
  const report = reported(view) ?? 50;
  const { bias } = view.public;
  if (manner === 'partition') return cellAt(cellsOf(bias), report);
  const state = onScale(manner === 'inflated' ? report - bias : report);
  return { low: state, high: state };
}

const plain = defineStrategy({
  name: 'plain',
  domain: 'advice',
  version: 1,
  about:
    'tells the state and believes what it is told; inflated adds the bias and takes it off; partition plays the equilibrium',
  options: { manner: choice(['honest', 'inflated', 'partition'], 'how it talks and listens') },
  make: ({ manner }): Script<AdviceView, AdviceAct>['act'] => {
    return (view) => {
      if (view.seat === 'decider') return { type: 'choose', value: onScale(middle(guess(view, manner))) };
      const state = view.own.state as number;
      if (manner === 'partition') return { type: 'report', value: middle(cellAt(cellsOf(view.public.bias), state)) };
      return { type: 'report', value: onScale(manner === 'inflated' ? state + view.public.bias : state) };
    };
  },
  /** The cell that the report lies in, or the report give or take the bias. */
  believes:
    ({ manner }) =>
    (view: AdviceView, question) => {
      if (question.name !== 'state') return undefined;
      const cell = guess(view, manner);
      const value = (cell.low + cell.high) / 2;
      const reach = Math.max(view.public.bias, 0.4 * (cell.high - cell.low));
      return { kind: 'number', value, low: onScale(value - reach), high: onScale(value + reach) };
    },
});

export const scripts: readonly Entry[] = [
  entry('honest', plain),
  entry('inflated', plain, { manner: 'inflated' }),
  entry('partition', plain, { manner: 'partition' }),
];
