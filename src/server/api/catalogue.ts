/** What can be played here: tasks, scripts with their options, listings. */
import { z } from 'zod';
import { scriptNames } from '../../agents/index.ts';
import { kits, listings, tasks } from '../../core/index.ts';
import { type Route, route } from '../routes.ts';
import { opponentsOf, splits } from '../tasks.ts';

const TAG = 'catalogue';

/** The domains that have scripts of their own; an arena is played by those of price. */
function playable(): [string, ...string[]] {
  const names = kits().map(({ rules }) => rules.name);
  return names.filter((name) => scriptNames(name).length > 0) as [string, ...string[]];
}

export function catalogueRoutes(): Route[] {
  return [
    route({
      method: 'get',
      path: '/v1/tasks',
      about: 'The tasks, and how many scenarios each has in every split.',
      tag: TAG,
      answers: {
        200: {
          about: 'A list.',
          schema: z.object({
            tasks: z.array(
              z.object({
                name: z.string(),
                domain: z.string(),
                about: z.string(),
                difficulty: z.string().nullable(),
                reward: z.object({ low: z.number(), high: z.number() }).nullable(),
                opponents: z
                  .record(z.string(), z.string())
                  .describe('By seat: the spec of who sits there unless somebody else is named.'),
                deals: z.int().describe('Games in a row; a live game takes tasks of one.'),
              }),
            ),
            splits: z.record(z.string(), z.int()),
          }),
        },
      },
      handle: ({ c }) =>
        c.json({
          tasks: tasks().map((task) => ({
            name: task.name,
            domain: task.domain.name,
            about: task.about,
            difficulty: task.difficulty ?? null,
            reward: task.reward ?? null,
            opponents: opponentsOf(task),
            deals: task.deals,
          })),
          splits: Object.fromEntries(Object.entries(splits).map(([name, { count }]) => [name, count])),
        }),
    }),
    route({
      method: 'get',
      path: '/v1/strategies',
      about: 'The scripts of every registry; a spec is REGISTRY:NAME?option=value.',
      tag: TAG,
      query: z.object({ domain: z.enum(playable()).optional() }),
      answers: {
        200: {
          about: 'A list.',
          schema: z.object({
            strategies: z.array(
              z.object({
                spec: z.string(),
                domain: z.string(),
                strategy: z.string(),
                about: z.string(),
                preset: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
                options: z.record(z.string(), z.looseObject({ kind: z.string(), about: z.string() })),
              }),
            ),
          }),
        },
      },
      handle: ({ c, query }) => {
        const wanted = query.domain === undefined ? playable() : [query.domain];
        const strategies = wanted.flatMap((domain) =>
          scriptNames(domain).map(({ registry, entry: { name, strategy, options } }) => ({
            spec: `${registry}:${name}`,
            domain,
            strategy: strategy.name,
            about: strategy.about,
            preset: options,
            options: strategy.options,
          })),
        );
        return c.json({ strategies });
      },
    }),
    route({
      method: 'get',
      path: '/v1/listings',
      about: 'What is haggled over in the price tasks.',
      tag: TAG,
      answers: {
        200: {
          about: 'A list.',
          schema: z.object({
            listings: z.array(z.looseObject({ id: z.string(), title: z.string(), listPrice: z.number() })),
          }),
        },
      },
      // The street price lies in the middle of the zone: it would tell a player where the other side's limit is.
      handle: ({ c }) => c.json({ listings: listings.map(({ streetPrice: _, ...listing }) => listing) }),
    }),
  ];
}
