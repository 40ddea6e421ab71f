/**
 * What people got in the same game: utilities in one seat of one task, in the latest games of this server whose scenario it drew itself.
 * Nothing says whose they were; below a handful only their number is told, and above it they are rounded, so that the list before a game and
 * the one after it do not tell what its sides had.
 */
import { z } from 'zod';
import { utilityOf } from '../games/show.ts';
import { type Route, route } from '../routes.ts';
import type { Storage } from '../storage/storage.ts';
import { taskName } from '../tasks.ts';

/** Games that are looked at, whoever sat there. */
const MOST = 500;
/** Fewer are not shown. */
const FEWEST = 5;

export function resultRoutes({ storage }: { readonly storage: Storage }): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/results',
      about: `What people got in one seat of one task, in the latest ${MOST} games of it that are over; ${FEWEST} at least, or only how many there are.`,
      tag: 'games',
      query: z.object({
        task: taskName(),
        seat: z.string().min(1).max(40),
      }),
      answers: {
        200: {
          about: 'The results.',
          schema: z.object({
            games: z.int(),
            fewest: z.int().describe('Below this many games no utility is told.'),
            utilities: z.array(z.number()).describe('From the least to the most, to the nearest .05.'),
          }),
        },
      },
      handle: async ({ query: { task, seat }, c }) => {
        const results = await storage.results(task, seat, MOST);
        const utilities = results
          .flatMap((result) => utilityOf(result, seat) ?? [])
          .map((utility) => Math.round(utility * 20) / 20 + 0)
          .sort((a, b) => a - b);
        const games = utilities.length;
        return c.json({ games, fewest: FEWEST, utilities: games < FEWEST ? [] : utilities });
      },
    }),
  ];
}
