/**
 * What others got in the same game: utilities of people in one seat of one task, the latest games of this server. Nothing says whose they
 * were; below a handful only their number is told, or the newest could be told from the list of a moment before.
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
        except: z.string().max(100).default('').describe('The id of a game that is left out: the own.'),
      }),
      answers: {
        200: {
          about: 'The results.',
          schema: z.object({
            games: z.int(),
            fewest: z.int().describe('Below this many games no utility is told.'),
            utilities: z.array(z.number()).describe('From the least to the most.'),
          }),
        },
      },
      handle: async ({ query: { task, seat, except }, c }) => {
        const results = await storage.results(task, seat, MOST, except);
        const utilities = results
          .flatMap((result) => utilityOf(result, seat) ?? [])
          .map((utility) => Math.round(utility * 1000) / 1000)
          .sort((a, b) => a - b);
        const games = utilities.length;
        return c.json({ games, fewest: FEWEST, utilities: games < FEWEST ? [] : utilities });
      },
    }),
  ];
}
