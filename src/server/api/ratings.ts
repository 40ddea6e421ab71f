/**
 * Ratings: two dialogues side by side, one between people and one between agents, and nobody says which before the rating is in.
 *
 * Three raters read each pair before another is made, so that their agreement can be measured. A rater is a key, or a word that a browser
 * makes up and keeps; an address rates so much a day. The table is for the laboratory.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { alike, type PairRating, qualities, RATINGS } from '../../lab/analysis/raters.ts';
import { requireToken } from '../front-door.ts';
import { type SignedOptions, signer } from '../identities/signed.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { limit, type Matchmaker, tomorrow } from '../matches/matchmaker.ts';
import type { LeftOut, Made } from '../ratings/pairs.ts';
import { keptTable } from '../ratings/table.ts';
import type { Told } from '../ratings/told.ts';
import { ApiError, type Env, errorSchema, type Route, route } from '../routes.ts';
import type { StoredPair } from '../storage/ratings.ts';
import type { Storage } from '../storage/storage.ts';

const TAG = 'ratings';
const RATERS = 3;
/** Of one address in a day: a class of thirty at ten pairs each. */
const MOST_RATINGS = 300;

const told = z.object({
  title: z.string(),
  about: z.string(),
  turns: z.array(
    z.object({
      seat: z.string(),
      words: z.string(),
      offer: z.string().nullable().describe('What was offered, where people pressed a button for it.'),
    }),
  ),
  ending: z.object({ kind: z.string(), terms: z.string().nullable() }),
});
const pairSchema = z
  .object({
    id: z.string(),
    matched: z
      .enum(alike)
      .describe('Whether both are about the same thing, the same kind of thing (named by that alone), or not.'),
    first: told,
    second: told,
  })
  .describe('Two dialogues; which is between people is told when the rating is in.');

const rated = z.object(
  Object.fromEntries(qualities.map((one) => [one, z.int().min(RATINGS[0]).max(RATINGS[1])])) as Record<
    (typeof qualities)[number],
    z.ZodInt
  >,
);
const session = z
  .string()
  .regex(/^[\w-]{32,64}$/, '32 to 64 characters, random, made and kept by who rates')
  .optional()
  .describe('Of an anonymous rater; left out where the request is signed by a key.');

const interval = z.object({ mean: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() });
const tableSchema = z.object({
  pairs: z.int(),
  raters: z.int(),
  ratings: z.int(),
  matched: z.object({ item: z.int(), category: z.int(), none: z.int() }).describe('Pairs by what they are alike.'),
  qualities: z.array(
    z.object({
      quality: z.enum(qualities),
      people: interval,
      agents: interval,
      difference: interval.describe('Agents minus people, over pairs.'),
      agreement: interval
        .extend({ dialogues: z.int() })
        .describe("Krippendorff's alpha, ordinal, over dialogues that two or more have rated."),
    }),
  ),
  agents: z.array(
    z.object({
      agents: z.string(),
      pairs: z.int(),
      ratings: z.int(),
      difference: z.object(Object.fromEntries(qualities.map((one) => [one, interval]))),
    }),
  ),
});

export interface RatingsOptions extends SignedOptions {
  readonly storage: Storage;
  readonly jobs: Jobs;
  readonly matchmaker: Matchmaker;
  readonly runsFolder: string | undefined;
}

export function ratingRoutes({ storage, jobs, matchmaker, runsFolder, ...signed }: RatingsOptions): Route[] {
  const store = storage.ratings;
  const raterOf = async (c: Context<Env>, given: string | undefined): Promise<string> => {
    if (c.req.header('signature-input') !== undefined) return (await signer(c, signed)).key;
    if (given === undefined)
      throw new ApiError(400, 'bad_request', 'body session: name a rater, or sign the request with a key');
    return createHash('sha256').update(`rater ${given}`).digest('base64url');
  };
  /** As it was when a pair was last made. */
  let leftOut: LeftOut | undefined;
  /** One at a time, for all who ask meanwhile. Undefined where there is nothing to make it of. */
  let making: Promise<StoredPair | undefined> | undefined;
  const newPair = (): Promise<StoredPair | undefined> => {
    making ??= makePair().finally(() => {
      making = undefined;
    });
    return making;
  };
  const makePair = async (): Promise<StoredPair | undefined> => {
    const wanted = { folder: runsFolder, seed: randomInt(2 ** 32) };
    // The pair is for all who wait, so nobody's place is taken for it.
    const house = { address: '', known: true };
    const made = JSON.parse(await jobs.run({ kind: 'pair', ...wanted }, house)) as Made;
    leftOut = made.leftOut;
    const drawn = made.pair;
    if (!drawn) return undefined;
    const pair = {
      id: randomBytes(12).toString('base64url'),
      created: new Date().toISOString(),
      peopleFirst: randomInt(2) === 1,
      ...drawn,
    };
    return (await store.addPair(pair)) ? pair : undefined;
  };
  const table = keptTable(jobs, () => store.count());
  return [
    route({
      method: 'post',
      path: '/v1/ratings/pairs',
      about: 'A pair of dialogues that this rater has not rated; null where there is none.',
      tag: TAG,
      body: z.strictObject({ session }),
      answers: {
        200: {
          about: 'The pair, or why there is none.',
          schema: z.object({
            pair: pairSchema.nullable(),
            rated: z.int().describe('Pairs that this rater has rated.'),
            leftOut: z
              .object({
                short: z.int().describe('Too little was said and offered.'),
                alone: z.int().describe('One caller held both seats, or it is not known that two did.'),
              })
              .nullable()
              .describe('Listed games of people here that are not rated, by why; null until a pair was looked for.'),
          }),
        },
      },
      handle: async ({ body, c }) => {
        requireToken(c.get('caller'));
        const rater = await raterOf(c, body.session);
        const pair =
          (await store.nextPair(rater, RATERS)) ??
          (await newPair()) ??
          (await store.nextPair(rater, Number.MAX_SAFE_INTEGER));
        return c.json({
          pair: pair ? shown(pair) : null,
          rated: await store.ratedBy(rater),
          leftOut: leftOut ?? null,
        });
      },
    }),
    route({
      method: 'post',
      path: '/v1/ratings',
      about: `Rates a pair, each dialogue from ${RATINGS[0]} to ${RATINGS[1]}; the answer says which was which. Send it again when no answer came.`,
      tag: TAG,
      body: z.strictObject({ session, pair: z.string().min(1).max(40), first: rated.strict(), second: rated.strict() }),
      answers: {
        201: {
          about: 'It is kept.',
          schema: z.object({
            people: z.enum(['first', 'second']),
            source: z.string().describe('Where the people spoke.'),
            agents: z.string().describe('Who spoke in the other.'),
          }),
        },
        404: { about: 'There is no such pair.', schema: errorSchema },
        409: { about: 'This rater has rated it before, and otherwise.', schema: errorSchema },
      },
      handle: async ({ body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        const rater = await raterOf(c, body.session);
        const pair = await store.pair(body.pair);
        if (!pair) throw new ApiError(404, 'no_pair', 'there is no such pair');
        const place = await matchmaker.placeOf(caller.address);
        const rating = {
          pair: pair.id,
          rater,
          place,
          created: new Date().toISOString(),
          ofPeople: pair.peopleFirst ? body.first : body.second,
          ofAgents: pair.peopleFirst ? body.second : body.first,
        };
        if (!(await store.rate(rating, MOST_RATINGS))) {
          const before = await store.ratingOf(pair.id, rater);
          if (before && !isSame(before, rating))
            throw new ApiError(409, 'rated', 'this rater has rated the pair before, and otherwise');
          if (!before)
            throw limit(
              `${MOST_RATINGS} ratings a day are all that one address may give; come back tomorrow`,
              tomorrow(),
            );
        }
        table.renew();
        const people = pair.peopleFirst ? ('first' as const) : ('second' as const);
        return c.json({ people, source: pair.people.source, agents: pair.agents.name }, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v1/ratings',
      about:
        'What raters said: means with 95 % intervals over pairs, agents against people, and how far raters agree. Nothing of a single pair.',
      tag: TAG,
      answers: { 200: { about: 'The table.', schema: tableSchema } },
      handle: async ({ c }) => {
        return c.body(await table.text(), 200, { 'content-type': 'application/json' });
      },
    }),
  ];
}

function isSame(a: Pick<PairRating, 'ofPeople' | 'ofAgents'>, b: Pick<PairRating, 'ofPeople' | 'ofAgents'>): boolean {
  return qualities.every((one) => a.ofPeople[one] === b.ofPeople[one] && a.ofAgents[one] === b.ofAgents[one]);
}

function shown({ id, matched, peopleFirst, people, agents }: StoredPair): z.infer<typeof pairSchema> {
  const [first, second] = peopleFirst ? [people.told, agents.told] : [agents.told, people.told];
  return { id, matched, first: plain(first), second: plain(second) };
}

function plain({ title, about, turns, ending }: Told): z.infer<typeof told> {
  return { title, about, turns: turns.map((turn) => ({ ...turn, offer: turn.offer ?? null })), ending };
}
