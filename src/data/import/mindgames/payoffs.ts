/** Payoffs of MindGames: one game a line, in the fixed roles A, B, C, with its class worked out again. */
import { z } from 'zod';
import { classOf, type Effect, type Payoff, payoffClasses, winningSubsets } from '../../../core/index.ts';

const three = <T extends z.ZodType>(one: T) => z.array(one).length(3);
const effect = z.union([z.literal(-1), z.literal(0), z.literal(1)]);
const mark = z.union([z.literal(0), z.literal(1)]);

export const payoffSchema = z.object({
  id: z.string(),
  class: z.enum(payoffClasses),
  utilities: three(three(effect)),
  hidden: three(three(mark)),
  ideal: three(three(mark)),
  target: three(effect),
  persuader: three(effect),
});

export interface ImportedPayoff {
  readonly id: string;
  /** What the file says. */
  readonly class: string;
  /** What the numbers say; null where they are of no class. */
  readonly worked: string | null;
  /** How many sets of the hidden cells win, and the sizes of the smallest. */
  readonly winning: number;
  readonly smallest: number | null;
  /** Whether the set that the file marks is the one that wins, where exactly one does. */
  readonly marked: boolean | null;
  readonly payoff: Payoff;
}

export function payoffOf(given: z.infer<typeof payoffSchema>): ImportedPayoff {
  const payoff: Payoff = {
    utilities: given.utilities as Effect[][],
    hidden: given.hidden.map((row) => row.map((one) => one === 1)),
    target: given.target,
    persuader: given.persuader,
  };
  const winning = winningSubsets(payoff);
  const ideal = given.ideal.flat().flatMap((one, cell) => (one === 1 ? [cell] : []));
  return {
    id: given.id,
    class: given.class,
    worked: classOf(payoff) ?? null,
    winning: winning.length,
    smallest: winning.length === 0 ? null : Math.min(...winning.map(({ length }) => length)),
    marked: winning.length === 1 ? winning[0]?.join() === ideal.join() : null,
    payoff,
  };
}
