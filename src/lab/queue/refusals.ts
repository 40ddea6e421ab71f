/**
 * The plans that a worker may not play, why, and when it looks at each again.
 *
 * Who lacks a module or plays another build looks again soon. Who is refused by a model looks half as often after each look: a login that
 * was down for a moment costs little, and one that is wrong is not asked every few seconds.
 */
import type { ListedPlan } from './plans.ts';

const SELDOM = 10 * 60_000;

interface Held {
  readonly why: string;
  readonly sitting: string;
  /** When it is looked at again, if nobody goes on with it before. */
  readonly again: number;
}

export interface Refusals {
  /** Whether this is news; `denied` where a model refused. */
  refuse(plan: ListedPlan, why: string, denied?: boolean): boolean;
  /** It may be played after all, as far as one can see before playing. */
  lift(id: string): void;
  has(id: string): boolean;
  why(id: string): string | undefined;
  isDue(plan: ListedPlan): boolean;
  /** Whether it is of this sitting: what was refused in one before may be no more. */
  isOf(plan: ListedPlan): boolean;
  /** Whether a model refused it, and nothing of it was played since. */
  isDenied(id: string): boolean;
  /** Something was played: whether a model had refused it. */
  played(id: string): boolean;
  all(): ReadonlyMap<string, string>;
}

export function refusals(again: number): Refusals {
  const held = new Map<string, Held>();
  /** How often a model refused, and its words. */
  const denials = new Map<string, { readonly times: number; readonly why: string }>();
  return {
    refuse({ id, sitting }, why, denied = false) {
      const isNews = (held.get(id) ?? denials.get(id))?.why !== why;
      const times = denials.get(id)?.times ?? 0;
      if (denied) denials.set(id, { times: times + 1, why });
      const pause = denied ? Math.min(SELDOM, again * 2 ** times) : again;
      held.set(id, { why, sitting, again: performance.now() + pause });
      return isNews;
    },
    lift: (id) => void held.delete(id),
    has: (id) => held.has(id),
    why: (id) => held.get(id)?.why,
    isDue({ id, sitting }) {
      const one = held.get(id);
      return one !== undefined && (performance.now() > one.again || one.sitting !== sitting);
    },
    isOf: ({ id, sitting }) => held.get(id)?.sitting === sitting,
    isDenied: (id) => denials.has(id),
    played: (id) => denials.delete(id),
    all: () => new Map([...held].map(([id, { why }]) => [id, why])),
  };
}
