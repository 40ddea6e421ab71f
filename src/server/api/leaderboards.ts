/**
 * Leaderboards: the matches that the server made, every one of them, scored by the engine. Nobody enters anything.
 *
 * People and agents stand apart, and so do seats and kinds of opponents: a buyer's mean says nothing of a seller's. What a key
 * can still do to its own row is told with the answer, and at length in docs/LEADERBOARDS.md.
 */
import { z } from 'zod';
import { matchDomains } from '../matches/pool.ts';
import { SCORES } from '../matches/scores.ts';
import { type Route, route } from '../routes.ts';
import { kinds, type MatchStore, type NamedStanding } from '../storage/matches.ts';
import { fingerprintOf } from './identities.ts';

const standingSchema = z.object({
  name: z.string(),
  fingerprint: z.string().nullable().describe('Of the key; null for an agent of the house, whose name is its spec.'),
  revoked: z.boolean(),
  kind: z.enum(kinds),
  domain: z.string(),
  seat: z.string(),
  opponents: z.enum(kinds),
  matches: z.int(),
  quit: z.int().describe('Of them given up, or left until the time ran out; each counts 0, as a walk does.'),
  mean: z.number(),
  low: z.number().nullable().describe('The interval of the mean, 95 %; null with fewer than six matches.'),
  high: z.number().nullable(),
});

const REMAINS = [
  'One person may have several devices, each with a key of its own, and let them play each other from several addresses: the same two keys meet once a day at most, keys of the same two addresses three times, no match counts more than 1, and nobody chooses an opponent or a task.',
  'Whether a key is a person or an agent is what its owner says.',
  'Who does badly may make a new key and begin anew; the old row stays.',
  'Anybody may ask a script or a coach what to do next.',
  'The agents of the house are scripts that anybody can read: rows against agents measure, among other things, who has read them.',
];

export function leaderboardRoutes(store: MatchStore): Route[] {
  return [
    route({
      method: 'get',
      path: '/leaderboards',
      about: 'Where the leaderboards were before the web app had a page for them.',
      tag: 'page',
      answers: { 302: { about: 'The page.' } },
      handle: ({ c }) => c.redirect('/leaderboard', 302),
    }),
    route({
      method: 'get',
      path: '/v1/leaderboards',
      about:
        'Mean scores in the matches that the server made, by domain, seat and opponents; ordered by the low end of the interval, so that few lucky matches lead nowhere.',
      tag: 'leaderboards',
      query: z.object({
        kind: z.enum(kinds).default('person'),
        domain: z.enum(matchDomains).optional(),
        seat: z.string().min(1).max(40).optional(),
        opponents: z.enum(kinds).optional(),
        limit: z.coerce
          .number()
          .int()
          .min(1)
          .max(200)
          .default(50)
          .describe('Rows of each domain, seat and kind of opponents.'),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      }),
      answers: {
        200: {
          about: 'The standings.',
          schema: z.object({
            standings: z.array(standingSchema),
            scores: z.object({ low: z.number(), high: z.number() }).describe('What a match can be worth.'),
            domains: z.array(z.string()).describe('What matches are about.'),
            remains: z.array(z.string()).describe('What these rows do not rule out.'),
          }),
        },
      },
      handle: async ({ query, c }) => {
        const standings = await store.standings(query);
        return c.json({
          standings: standings.map(shown),
          scores: { low: SCORES[0], high: SCORES[1] },
          domains: matchDomains,
          remains: REMAINS,
        });
      },
    }),
  ];
}

function shown({ player, name, ...row }: NamedStanding): z.infer<typeof standingSchema> {
  return { name: name ?? player, fingerprint: name === null ? null : fingerprintOf(player), ...row };
}
