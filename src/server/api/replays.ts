/** Records of games that are over: to read, to measure, and to fork at a turn with other agents in the seats. */
import { z } from 'zod';
import { quickReview, type Review } from '../../agents/coach.ts';
import { readAct, SpecError } from '../../agents/index.ts';
import {
  type Act,
  canonicalJson,
  type Domain,
  type Episode,
  findKit,
  type Player,
  playEpisode,
  type Seat,
  stateAfter,
  stepsOf,
  takenOf,
} from '../../core/index.ts';
import { actSchemaOf } from '../acts.ts';
import { type Caller, requireOperator, requireToken } from '../front-door.ts';
import { fairness, fairnessOf } from '../games/fairness.ts';
import { REMOTE } from '../games/live-game.ts';
import { replayed } from '../games/replayed.ts';
import { rulesBroke } from '../games/rules-broke.ts';
import { seatOf, type Table } from '../games/table.ts';
import type { Tables } from '../games/tables.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Places } from '../places.ts';
import type { Players } from '../players.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import type { Database } from '../runs/database.ts';
import { type RunFolders, runName } from '../runs/folder.ts';
import { episodeOf } from '../runs/transcript.ts';
import type { Storage } from '../storage/storage.ts';

const TAG = 'replays';
const id = z.object({ id: z.string().min(1).max(100) });
const transcript = z.looseObject({ format: z.int(), id: z.string() }).describe('One line of episodes.jsonl.');
const closed = {
  403: { about: 'This needs the token of a seat.', schema: errorSchema },
  404: { about: 'There is no such game.', schema: errorSchema },
  409: { about: 'The game is not over, or the rules or who sat there have changed.', schema: errorSchema },
};

/** Both sides' cards are on the table: for who sat there, for all if the game is listed or nobody but agents played. */
export function transcriptFor(table: Table, caller: Caller): Episode {
  const open = table.stored.listed || table.players.every(({ spec }) => spec !== REMOTE);
  if (!open && seatOf(table, caller.seatToken) === undefined)
    throw new ApiError(403, 'seat', 'this needs the token of a seat: send X-Seat-Token');
  if (table.breakdown) throw new ApiError(409, 'failed', table.breakdown.reason);
  if (!table.episode) throw new ApiError(409, 'not_over', 'the game is not over; a transcript holds both sides');
  return table.episode;
}

/** Reviews that were asked for lately: a search may take seconds, and its answer never changes. */
const reviews = new Map<string, Review>();
const MOST_REVIEWS = 500;

/** The metrics of a seat and what its moves gave away, worked out beside the server's own thread. */
export async function reviewed(
  table: Table,
  episode: Episode,
  seat: Seat,
  jobs: Jobs,
  caller: Pick<Caller, 'address' | 'known'>,
): Promise<Review> {
  if (episode.result.kind === 'failed')
    throw new ApiError(409, 'failed', `${episode.result.by} broke down, so there is nothing to measure`);
  const key = `${table.stored.id} ${seat}`;
  const known = reviews.get(key);
  if (known) return known;
  const { hash } = findKit(episode.domain) ?? {};
  const text = await jobs.run({ kind: 'review', episode, seat, hash }, caller);
  const made = (JSON.parse(text) as Review | null) ?? quickReview(replayed(table, episode), seat);
  reviews.set(key, made);
  if (reviews.size > MOST_REVIEWS) reviews.delete(reviews.keys().next().value as string);
  return made;
}

/** Plays on from a turn of a record, with other agents and other acts where they are named. */
async function forkEpisode(
  domain: Domain,
  episode: Episode,
  { turn, swap, acts }: { turn: number; swap: Readonly<Record<Seat, string>>; acts: Readonly<Record<Seat, Act>> },
  players: Players,
  { address, mayUseModels }: Caller,
): Promise<Episode> {
  const bad = (message: string) => new ApiError(400, 'bad_request', message);
  if (turn > episode.result.turn) throw bad(`turn ${turn} is past the end: the game has ${episode.result.turn} turns`);
  const stranger = Object.keys(swap).find((seat) => !Object.hasOwn(episode.seats, seat));
  if (stranger !== undefined)
    throw bad(`there is no seat "${stranger}"; the seats are ${Object.keys(episode.seats).join(', ')}`);
  const sitting: Record<Seat, Player> = {};
  for (const [seat, { spec, fingerprint }] of Object.entries(episode.seats)) {
    const wanted = swap[seat] ?? spec;
    if (wanted === REMOTE) throw bad(`a person cannot be asked again: swap ${seat} for an agent`);
    try {
      sitting[seat] = await players.find(wanted, domain, mayUseModels, address);
    } catch (error) {
      if (error instanceof SpecError || error instanceof RangeError) throw bad(error.message);
      throw error;
    }
    if (swap[seat] === undefined && sitting[seat].fingerprint !== fingerprint)
      throw new ApiError(409, 'changed', `${spec} has changed since this was played; swap ${seat} for another`);
  }
  const { scenario, source, seed } = episode;
  const at = stateAfter(
    domain,
    scenario,
    stepsOf(episode).filter((step) => step.turn < turn),
  );
  const forced = Object.entries(acts).map(([seat, act]) => {
    if (!domain.toAct(at).includes(seat))
      throw bad(`in turn ${turn} it is ${domain.toAct(at).join(', ')} who acts, not ${seat}`);
    const view = domain.view(at, seat);
    let written: string;
    try {
      written = canonicalJson(act);
    } catch {
      throw bad(`the act of ${seat} has a number that is too large, or is nested too deep`);
    }
    // What was done in this very game may have fields that nobody sends, such as the cues of TERMS.
    const isRecorded = takenOf(episode).some((one) => one.seat === seat && canonicalJson(one.act) === written);
    if (isRecorded && domain.check(view, act) === undefined) return { turn, seat, act };
    const fits = actSchemaOf(domain.name).safeParse(act);
    if (!fits.success) throw bad(`the act of ${seat} does not fit: ${z.prettifyError(fits.error)}`);
    const read = readAct(fits.data, view, domain);
    if ('problem' in read) throw bad(`the act of ${seat} is illegal: ${read.problem}`);
    return { turn, seat, act: read.act };
  });
  try {
    const fork = { of: episode, turn, forced };
    return await playEpisode({ domain, scenario, source, seed, players: sitting, fork });
  } catch (error) {
    throw new ApiError(409, 'failed', rulesBroke(domain, error).message);
  }
}

export interface ReplaysOptions {
  readonly tables: Tables;
  readonly storage: Storage;
  readonly players: Players;
  /** Of games that agents play among themselves. */
  readonly playing: Places;
  readonly jobs: Jobs;
  /** The runs, whose games are forked too. */
  readonly folders: RunFolders;
  readonly database: Database;
}

const asked = z.strictObject({
  turn: z.int().min(1).describe('The first turn that is played anew.'),
  swap: z.record(z.string().max(40), z.string().min(1).max(300)).default({}).describe('Seats to specs.'),
  acts: z
    .record(z.string().max(40), z.looseObject({ type: z.string() }))
    .default({})
    .describe('Acts that seats make in that turn, whatever their agents would do.'),
});

export function replayRoutes(options: ReplaysOptions): Route[] {
  const { tables, storage, players, playing, jobs, folders, database } = options;
  /** It is played to its end even where its place is lost meanwhile: others would wait no less. */
  const inPlace = async <T>(caller: Caller, play: () => Promise<T>): Promise<T> => {
    const place = playing.take({ ...caller, onLost: () => undefined });
    if (!place) throw new ApiError(503, 'full', 'too many games are being played; come back when one is over');
    try {
      return await play();
    } finally {
      place.release();
    }
  };
  return [
    route({
      method: 'get',
      path: '/v1/replays',
      about: 'Listed games that are over, the latest first.',
      tag: TAG,
      query: z.object({
        limit: z.coerce.number().int().min(1).max(100).default(50),
        before: z.string().max(40).optional().describe('The `changed` of the last line, for the next page.'),
      }),
      answers: {
        200: {
          about: 'A list.',
          schema: z.object({
            replays: z.array(
              z.object({
                id: z.string(),
                created: z.string(),
                changed: z.string(),
                task: z.string(),
                domain: z.string(),
                ...fairness,
              }),
            ),
          }),
        },
      },
      handle: async ({ query, c }) => {
        const lines = await storage.list({ status: 'over', listed: true, ...query });
        return c.json({
          replays: lines.map(({ status: _, drawn, match, ...line }) => ({ ...line, ...fairnessOf({ drawn, match }) })),
        });
      },
    }),
    route({
      method: 'get',
      path: '/v1/replays/{id}',
      about: 'The transcript of a game that is over, folded through the rules once more on the way out.',
      tag: TAG,
      needs: 'seat',
      params: id,
      answers: { 200: { about: 'The transcript.', schema: transcript }, ...closed },
      handle: async ({ params, c }) => {
        const table = await tables.find(params.id);
        return c.json(replayed(table, transcriptFor(table, c.get('caller'))));
      },
    }),
    route({
      method: 'get',
      path: '/v1/replays/{id}/review/{seat}',
      about: 'The metrics of one seat, and what each of its moves gave away.',
      tag: TAG,
      needs: 'seat',
      params: id.extend({ seat: z.string().min(1).max(40) }),
      answers: {
        200: {
          about: 'The review.',
          schema: z.object({
            metrics: z.record(z.string(), z.number()),
            moves: z
              .array(
                z.object({
                  turn: z.int(),
                  best: z.number().describe('The best that could still be had before it, as a utility.'),
                  regret: z.number(),
                  exact: z.boolean(),
                }),
              )
              .nullable(),
          }),
        },
        ...closed,
      },
      handle: async ({ params, c }) => {
        const table = await tables.find(params.id);
        const episode = transcriptFor(table, c.get('caller'));
        if (!Object.hasOwn(episode.seats, params.seat))
          throw new ApiError(404, 'no_seat', `there is no seat "${params.seat}"`);
        return c.json(await reviewed(table, episode, params.seat, jobs, c.get('caller')));
      },
    }),
    route({
      method: 'post',
      path: '/v1/replays/{id}/forks',
      about: 'Plays on from a turn of the record, with other agents or another act where they are named.',
      tag: TAG,
      needs: 'seat',
      params: id,
      body: asked,
      answers: {
        200: { about: 'The transcript of the fork.', schema: transcript },
        401: { about: 'This needs the token of the server.', schema: errorSchema },
        ...closed,
      },
      handle: async ({ params, body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        return inPlace(caller, async () => {
          const table = await tables.find(params.id);
          const episode = replayed(table, transcriptFor(table, caller));
          return c.json(await forkEpisode(table.domain, episode, body, players, caller));
        });
      },
    }),
    route({
      method: 'post',
      path: '/v1/runs/{run}/games/{game}/forks',
      about: 'The same for a game of a run. Nothing is written into the run.',
      tag: TAG,
      needs: 'token',
      params: z.object({ run: runName, game: z.string().regex(/^[0-9a-f]{20}$/) }),
      body: asked,
      answers: { 200: { about: 'The transcript of the fork.', schema: transcript }, ...closed },
      handle: async ({ params, body, c }) => {
        const caller = c.get('caller');
        requireOperator(caller);
        return inPlace(caller, async () => {
          const episode = await episodeOf({ folders, database, ...params, signal: c.req.raw.signal });
          const domain = findKit(episode.domain)?.rules;
          if (!domain) throw new ApiError(409, 'changed', `this server does not know the rules of ${episode.domain}`);
          return c.json(await forkEpisode(domain, replayed({ domain }, episode), body, players, caller));
        });
      },
    }),
  ];
}
