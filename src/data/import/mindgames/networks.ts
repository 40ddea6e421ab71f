/** Minds of PersuasionTrace: a proposition, beliefs, signed edges, and the joint distribution over all of them. */
import { z } from 'zod';

export const networkSchema = z.object({
  id: z.string(),
  proposition: z.string(),
  beliefs: z.array(z.string()).min(1).max(8),
  /** 0 is the proposition, i the i-th belief. */
  edges: z.array(z.object({ from: z.number().int(), to: z.number().int(), positive: z.boolean() })),
  /** Bit 0 of an index: the proposition is true; bit i: the i-th belief is. */
  joint: z.array(z.number().min(0)),
});
export type Network = z.infer<typeof networkSchema>;

/** How likely the proposition is to this mind. */
export function support({ joint }: Network): number {
  return joint.reduce((sum, chance, state) => sum + (state & 1 ? chance : 0), 0);
}

/** Why this is no mind, in one sentence; undefined when it is one. */
export function networkProblem({ beliefs, edges, joint }: Network): string | undefined {
  const states = 2 << beliefs.length;
  if (joint.length !== states) return `it has ${joint.length} states, and ${beliefs.length} beliefs make ${states}`;
  const sum = joint.reduce((total, chance) => total + chance, 0);
  if (Math.abs(sum - 1) > 1e-6) return `its chances add up to ${sum}`;
  const stray = edges.find(({ from, to }) => [from, to].some((end) => end < 0 || end > beliefs.length));
  return stray ? `an edge goes from ${stray.from} to ${stray.to}, and there are ${beliefs.length} beliefs` : undefined;
}
