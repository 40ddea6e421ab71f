/**
 * What everybody is told of a game before and while it is played: whether somebody chose its seed, and whether it is scored.
 * Who chose the seed can work out every side's secrets (the samplers are public); the seed itself stays in the record.
 */
import { z } from 'zod';

export const fairness = {
  seedChosenBy: z
    .enum(['the server', 'who opened the game'])
    .describe('Who chose the seed can work out what every side keeps to itself.'),
  scored: z
    .boolean()
    .describe('Only matches that the server made (/v1/matches) are; invited and chosen games are not.'),
};

export interface Fairness {
  readonly seedChosenBy: z.infer<typeof fairness.seedChosenBy>;
  readonly scored: boolean;
}

export function fairnessOf({ drawn, match }: { readonly drawn: boolean; readonly match?: boolean }): Fairness {
  return { seedChosenBy: drawn ? 'the server' : 'who opened the game', scored: match === true };
}
