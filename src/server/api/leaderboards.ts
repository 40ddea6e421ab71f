/**
 * Leaderboards: games that were played here, on scenarios that the server drew, scored by the engine.
 *
 * An entry is made of a finished game by who holds its seat; the score is the utility in the record and nobody's claim. An
 * entry without a fingerprint is not taken, one name may not stand for two of them, and a game counts once.
 */
import { z } from 'zod';
import { requireToken } from '../front-door.ts';
import { utilityOf } from '../games/show.ts';
import type { Tables } from '../games/tables.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import type { Storage } from '../storage/storage.ts';
import { taskName } from '../tasks.ts';

const TAG = 'leaderboards';
const opponents = z.record(z.string(), z.object({ spec: z.string(), fingerprint: z.string() }));
const entry = z.object({
  seat: z.string(),
  task: z.string(),
  name: z.string(),
  fingerprint: z.string(),
  opponents,
  score: z.number(),
  created: z.string(),
});

export function leaderboardRoutes({ tables, storage }: { tables: Tables; storage: Storage }): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/leaderboards',
      about: 'Mean scores by task, name and opponents, the best first.',
      tag: TAG,
      query: z.object({ task: taskName().optional() }),
      answers: {
        200: {
          about: 'The standings.',
          schema: z.object({
            standings: z.array(
              z.object({
                task: z.string(),
                name: z.string(),
                fingerprint: z.string(),
                opponents,
                games: z.int(),
                mean: z.number(),
                best: z.number(),
              }),
            ),
          }),
        },
      },
      handle: async ({ query, c }) => c.json({ standings: await storage.standings(query.task) }),
    }),
    route({
      method: 'get',
      path: '/v1/leaderboards/entries',
      about: 'The entries themselves, the best first.',
      tag: TAG,
      query: z.object({
        task: taskName().optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      }),
      answers: { 200: { about: 'A list.', schema: z.object({ entries: z.array(entry) }) } },
      handle: async ({ query, c }) => {
        const entries = await storage.entries(query);
        // The id of a game opens it: it stays with those who have it.
        return c.json({ entries: entries.map(({ game: _, ...one }) => one) });
      },
    }),
    route({
      method: 'post',
      path: '/v1/leaderboards/entries',
      about: 'Puts a finished game on the leaderboard.',
      tag: TAG,
      needs: 'token',
      body: z.strictObject({
        game: z.string().min(1).max(100),
        name: z.string().min(1).max(60),
        fingerprint: z
          .string()
          .min(1)
          .max(100)
          .describe('What pins who played: a hash of model, prompt and code; "human" for a person.'),
      }),
      answers: {
        201: { about: 'The entry.', schema: entry },
        403: { about: 'This needs the token of a seat.', schema: errorSchema },
        404: { about: 'There is no such game.', schema: errorSchema },
        409: { about: 'It cannot stand there, and why.', schema: errorSchema },
      },
      handle: async ({ body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        const table = await tables.find(body.game);
        const seat = tables.seatOf(table, caller.seatToken);
        if (seat === undefined) throw new ApiError(403, 'seat', 'this needs the token of a seat: send X-Seat-Token');
        const refuse = (message: string) => new ApiError(409, 'no_entry', message);
        if (!table.episode) throw refuse('the game is not over');
        if (!table.stored.request.drawn) throw refuse('the seed was chosen, not drawn: only drawn scenarios count');
        const score = utilityOf(table.episode.result, seat);
        if (score === null) throw refuse('the game broke down and measures nothing');
        const { task } = table.stored.request;
        const known = (await storage.standings(task)).find((one) => one.name === body.name);
        if (known && known.fingerprint !== body.fingerprint)
          throw refuse(`"${body.name}" stands here with another fingerprint; take another name`);
        const others = Object.entries(table.episode.seats).filter(([other]) => other !== seat);
        const made = {
          game: body.game,
          seat,
          task,
          name: body.name,
          fingerprint: body.fingerprint,
          opponents: Object.fromEntries(others),
          score,
          created: new Date().toISOString(),
        };
        try {
          await storage.addEntry(made);
        } catch (error) {
          const entries = await storage.entries({ task, limit: 200, offset: 0 });
          if (entries.some((one) => one.game === body.game && one.seat === seat))
            throw refuse('this game stands there already');
          throw error;
        }
        const { game: _, ...shown } = made;
        return c.json(shown, 201);
      },
    }),
  ];
}
