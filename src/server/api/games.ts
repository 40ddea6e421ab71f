/** Live games: sit down, act, watch, give up; and the transcript when it is over. */
import { z } from 'zod';
import { findSpeech } from '../../agents/index.ts';
import { type Act, findTask, houseTasks, type Seat, type Task } from '../../core/index.ts';
import { actSchemaOf, anyAct } from '../acts.ts';
import { streamEvents } from '../events.ts';
import { type Caller, requireToken } from '../front-door.ts';
import { fairness, fairnessOf } from '../games/fairness.ts';
import { callerMark } from '../games/holder.ts';
import { OPEN } from '../games/new-game.ts';
import { showGame } from '../games/show.ts';
import { seatOf, type Table, viewOf } from '../games/table.ts';
import type { Tables } from '../games/tables.ts';
import type { Limiter } from '../limits.ts';
import type { Matchmaker } from '../matches/matchmaker.ts';
import type { Places } from '../places.ts';
import { unreadable } from '../readable.ts';
import { ApiError, errorSchema, type Route, route } from '../routes.ts';
import type { Storage } from '../storage/storage.ts';
import { isListing, type SplitName, seedOf, splits, taskName } from '../tasks.ts';
import { taskTold } from '../told.ts';
import { turnOf } from '../turns.ts';
import { transcriptFor } from './replays.ts';

const TAG = 'games';

const gameSchema = z
  .object({
    id: z.string(),
    task: z.string(),
    domain: z.string(),
    status: z.enum(['live', 'over', 'abandoned', 'failed']),
    created: z.string(),
    listed: z.boolean(),
    ...fairness,
    turn: z.int(),
    turnLimit: z.int(),
    toAct: z.array(z.string()),
    seats: z.array(
      z.object({ seat: z.string(), kind: z.enum(['remote', 'open', 'agent']), name: z.string().nullable() }),
    ),
    facts: z.looseObject({}).describe('What everybody knows.'),
    history: z.array(z.object({ turn: z.int(), seat: z.string(), act: z.looseObject({ type: z.string() }) })),
    result: z
      .object({
        kind: z.string(),
        turn: z.int(),
        by: z.string().nullable(),
        deal: z.looseObject({}).nullable(),
        conclusion: z.unknown().describe('What a game without a deal came to; null in any other.'),
        reason: z.string().optional().describe('Why it failed, where the rules of its domain broke.'),
      })
      .nullable(),
    you: z
      .object({
        seat: z.string(),
        own: z.looseObject({}).describe('What only this seat knows.'),
        mine: z.looseObject({}).nullable(),
        theirs: z.looseObject({}).nullable(),
        more: z.looseObject({}).describe('What else this seat sees, such as the other buyers of an arena.'),
        yourTurn: z.boolean(),
        attemptsLeft: z.int().nullable(),
        utility: z.number().nullable(),
        shares: z.boolean().describe('Whether this seat lets everybody read the game once it is over.'),
      })
      .nullable()
      .describe("The caller's own seat; null for who only watches."),
  })
  .describe('A game, as the caller may see it.');

const seatName = z.string().min(1).max(40);
const session = z
  .string()
  .regex(/^[\w-]{32,100}$/)
  .optional()
  .describe('A random word that a browser keeps: on one machine it tells those who play each other apart.');
export const newGameSchema = () =>
  z.strictObject({
    task: taskName().default((houseTasks[0] as Task).name),
    seed: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Of the scenario and the agents. Who names it could work out both sides, so the game tells every seat that it was chosen.',
      ),
    split: z.enum(Object.keys(splits) as [SplitName, ...SplitName[]]).optional(),
    index: z.int().min(0).optional(),
    listing: z.string().max(100).refine(isListing, 'there is no listing of this name').optional(),
    turnLimit: z.int().min(1).max(1000).optional(),
    opens: seatName.optional(),
    buyers: z.int().min(2).max(50).optional().describe('How many bid, in a task with several buyers.'),
    seats: z
      .record(seatName, z.string().min(1).max(300))
      .optional()
      .describe(
        `Who sits where: a spec, "remote" (its token is in the answer) or "${OPEN}" (who asks first). Without any, the first seat is remote; a seat left out gets the task's own agent.`,
      ),
    name: z.string().min(1).max(60).optional(),
    listed: z
      .boolean()
      .default(false)
      .describe('Whether it may be found in the lists, and its transcript by everybody once it is over.'),
    session,
    pace: z.int().min(0).max(10_000).default(0).describe('Milliseconds that agents take for a turn, to be watched.'),
  });
export type NewGameInput = z.infer<ReturnType<typeof newGameSchema>>;

const id = z.object({ id: z.string().min(1).max(100) });
const missing = { 404: { about: 'There is no such game.', schema: errorSchema } };
const cannotGoOn = {
  409: { about: 'Not now: not your turn, over, taken, or changed since it began.', schema: errorSchema },
};

/** The longest that an act waits for the other side before the answer goes out; the rest comes as events. */
const LONGEST_WAIT = 25;

const aboutTheTurn = {
  wait: z.number().min(0).max(LONGEST_WAIT).default(LONGEST_WAIT).describe('Seconds to wait for the next turn.'),
  turn: z
    .int()
    .min(1)
    .optional()
    .describe(
      'The turn that the act is for. It counts once then, however often it is sent: send it again when no answer came.',
    ),
};

export interface GamesOptions {
  readonly tables: Tables;
  readonly storage: Storage;
  readonly matchmaker: Matchmaker;
  /** Acts of one game. */
  readonly limiter: Limiter;
  /** Streams of events. */
  readonly streams: Places;
}

/** What was asked for, as the tables take it. */
export function newGameOf({ task, split, index, seed, session: _, ...more }: NewGameInput) {
  if ((split === undefined) !== (index === undefined))
    throw new ApiError(400, 'bad_request', 'split and index go together');
  if (split !== undefined && seed !== undefined)
    throw new ApiError(400, 'bad_request', 'give either a seed or a split and an index');
  if (split !== undefined && index !== undefined && index >= splits[split].count)
    throw new ApiError(400, 'bad_request', `${split} has ${splits[split].count} scenarios a task, got index ${index}`);
  const fixed = split !== undefined && index !== undefined ? seedOf(split, index) : seed;
  return { ...more, task: findTask(task) as Task, ...(fixed === undefined ? {} : { seed: fixed }) };
}

/** A line of text as an act, read as a person's is. What cannot be read costs nothing. */
export function readText(table: Table, seat: Seat, text: string, turn?: number): Act {
  const view = viewOf(table, seat, turn);
  if (!view && table.breakdown) throw new ApiError(409, 'over', table.breakdown.reason);
  if (!view) throw new ApiError(409, table.episode ? 'over' : 'not_your_turn', `it is not the ${seat}'s turn`);
  const speech = findSpeech(table.domain.name);
  if (!speech) throw new ApiError(422, 'unreadable', `${table.domain.name} takes acts as data, not words`);
  const why = unreadable(text);
  if (why) throw new ApiError(422, 'unreadable', why);
  const parsed = speech.readLine?.(text, view) ?? speech.read(text, view);
  if ('act' in parsed) return parsed.act;
  throw new ApiError(422, 'unreadable', parsed.problem);
}

export function checkedAct(table: Table, act: unknown): Act {
  const parsed = actSchemaOf(table.domain.name).safeParse(act);
  if (parsed.success) return parsed.data as Act;
  const [issue] = parsed.error.issues;
  throw new ApiError(
    400,
    'bad_request',
    `body act${issue?.path.map((key) => `.${String(key)}`).join('')}: ${issue?.message}`,
  );
}

export function gameRoutes({ tables, storage, matchmaker, limiter, streams }: GamesOptions): Route[] {
  const seated = (table: Table, caller: Caller): Seat => {
    const seat = seatOf(table, caller.seatToken);
    if (seat === undefined) throw new ApiError(403, 'seat', 'this needs the token of a seat: send X-Seat-Token');
    return seat;
  };
  const whoOf = async ({ address }: Caller, word: string | undefined) =>
    callerMark(address, await matchmaker.placeOf(address), word);
  const needsSeat = { 403: { about: 'This needs the token of a seat.', schema: errorSchema } };

  return [
    route({
      method: 'post',
      path: '/v1/games',
      about: 'Opens a game. The answer holds the tokens of the remote seats; they are shown once.',
      tag: TAG,
      needs: 'token',
      body: newGameSchema(),
      bodyOptional: true,
      answers: {
        201: { about: 'The game.', schema: gameSchema.extend({ tokens: z.record(z.string(), z.string()) }) },
        403: { about: 'Models may not be seated from here.', schema: errorSchema },
      },
      handle: async ({ body, c }) => {
        const caller = c.get('caller');
        requireToken(caller);
        const { table, tokens } = await tables.create(newGameOf(body), caller, await whoOf(caller, body.session));
        const [seat, ...others] = Object.keys(tokens);
        return c.json({ ...showGame(table, others.length === 0 ? seat : undefined), tokens }, 201);
      },
    }),
    route({
      method: 'get',
      path: '/v1/games',
      about: 'Listed games that are being played, the latest first.',
      tag: TAG,
      query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
      answers: {
        200: {
          about: 'A list.',
          schema: z.object({
            games: z.array(
              z.object({
                id: z.string(),
                created: z.string(),
                task: z.string(),
                domain: z.string(),
                status: z.string(),
                ...fairness,
              }),
            ),
          }),
        },
      },
      handle: async ({ query, c }) => {
        const lines = await storage.list({ status: 'live', listed: true, limit: query.limit });
        return c.json({
          games: lines.map(({ changed: _, drawn, match, ...line }) => ({
            ...line,
            task: taskTold(line.task, undefined),
            ...fairnessOf({ drawn, match }),
          })),
        });
      },
    }),
    route({
      method: 'get',
      path: '/v1/games/{id}',
      about: 'A game as the caller may see it: with the token of a seat its own view, without one what everybody sees.',
      tag: TAG,
      needs: 'seat',
      params: id,
      answers: { 200: { about: 'The game.', schema: gameSchema }, ...missing, ...cannotGoOn },
      handle: async ({ params, c }) => {
        const table = await tables.find(params.id);
        return c.json(showGame(table, seatOf(table, c.get('caller').seatToken)));
      },
    }),
    route({
      method: 'delete',
      path: '/v1/games/{id}',
      about: 'Gives a game up. It counts as nothing; a match counts 0, as a walk does.',
      tag: TAG,
      needs: 'seat',
      params: id,
      answers: {
        200: { about: 'It is given up.', schema: z.object({ id: z.string() }) },
        ...needsSeat,
        ...missing,
        ...cannotGoOn,
      },
      handle: async ({ params, c }) => {
        const table = await tables.find(params.id);
        const seat = seated(table, c.get('caller'));
        if (table.episode || table.breakdown) throw new ApiError(409, 'over', 'the game is over');
        if (table.stored.request.match) await matchmaker.quit(params.id, [seat]);
        else if (!(await tables.abandon(table))) throw new ApiError(409, 'over', 'the game is over');
        return c.json({ id: params.id });
      },
    }),
    route({
      method: 'post',
      path: '/v1/games/{id}/seats/{seat}',
      about: 'Takes an open seat; the answer holds its token.',
      tag: TAG,
      params: id.extend({ seat: seatName }),
      body: z.strictObject({
        name: z.string().min(1).max(60).optional(),
        token: z
          .string()
          .regex(/^[\w-]{32,100}$/)
          .optional()
          .describe('A token of your own making, random: with it you may ask again when no answer came.'),
        shares: z
          .boolean()
          .default(false)
          .describe(
            'Whether you let everybody read the game once it is over; a listed game is listed no more where you do not.',
          ),
        session,
      }),
      bodyOptional: true,
      answers: {
        201: { about: 'The game, from this seat.', schema: gameSchema.extend({ token: z.string() }) },
        ...missing,
        ...cannotGoOn,
      },
      handle: async ({ params, body, c }) => {
        const table = await tables.find(params.id);
        const { name, token: own, shares, session: word } = body;
        const who = await whoOf(c.get('caller'), word);
        const token = await tables.join(table, params.seat, { name, token: own, shares, who });
        return c.json({ ...showGame(table, params.seat), token }, 201);
      },
    }),
    route({
      method: 'post',
      path: '/v1/games/{id}/acts',
      about: 'Acts. The answer comes when the act is on disk, and waits a little for the other side.',
      tag: TAG,
      needs: 'seat',
      params: id,
      body: z.union(
        [
          z.strictObject({ act: anyAct(), ...aboutTheTurn }),
          z.strictObject({
            text: z.string().min(1).max(4000).describe('Words to read the act from, as in "how about 350?".'),
            ...aboutTheTurn,
          }),
        ],
        { error: 'expected {"act": {"type": "…", …}} or {"text": "…"}: an act stands under "act", not by itself' },
      ),
      answers: {
        200: { about: 'The act stands.', schema: gameSchema },
        422: {
          about: 'The act was refused by the rules, or the text cannot be read as one; the reason is in the error.',
          schema: errorSchema,
        },
        ...needsSeat,
        ...missing,
        ...cannotGoOn,
      },
      handle: async ({ params, body, c }) => {
        const table = await tables.find(params.id);
        const seat = seated(table, c.get('caller'));
        const full = limiter.take(params.id);
        if (full)
          throw new ApiError(429, 'limit', `${full.says} in one game; come back in ${full.seconds} s`, {
            retryAfter: full.seconds,
          });
        const { turn, wait } = body;
        const ownTurn = 'text' in body && turnOf(c.get('caller'));
        if (ownTurn) await ownTurn;
        const act = 'text' in body ? readText(table, seat, body.text, turn) : checkedAct(table, body.act);
        const { refused, attemptsLeft } = await tables.act(table, seat, act, { wait: wait * 1000, turn });
        if (refused !== undefined) throw new ApiError(422, 'refused', refused, { attemptsLeft });
        return c.json(showGame(table, seat));
      },
    }),
    route({
      method: 'get',
      path: '/v1/games/{id}/events',
      about: 'Live turns as server-sent events: act, refused, turn, over, closed.',
      tag: TAG,
      params: id,
      query: z.object({
        seat: z.string().max(100).optional().describe('The token of a seat, where a header cannot be sent.'),
        after: z.coerce.number().int().min(0).optional().describe('Events to leave out at the beginning.'),
      }),
      answers: { 200: { about: 'A stream.', type: 'text/event-stream' }, ...missing, ...cannotGoOn },
      handle: async ({ params, query, c }) => {
        const table = await tables.find(params.id);
        const seat = seatOf(table, c.get('caller').seatToken ?? query.seat);
        const last = Number(c.req.header('last-event-id') ?? Number.NaN);
        return streamEvents(c, table, seat, Number.isInteger(last) ? last : (query.after ?? 0), streams);
      },
    }),
    route({
      method: 'post',
      path: '/v1/games/{id}/shared',
      about:
        'Lets everybody read a game that is over, or no longer. It is listed when every seat that is not an agent lets; what was read or rated until then stays read.',
      tag: TAG,
      needs: 'seat',
      params: id,
      body: z.strictObject({ shares: z.boolean() }),
      answers: { 200: { about: 'The game.', schema: gameSchema }, ...needsSeat, ...missing, ...cannotGoOn },
      handle: async ({ params, body, c }) => {
        const table = await tables.find(params.id);
        const seat = seated(table, c.get('caller'));
        return c.json(showGame(await tables.share(table, seat, body.shares), seat));
      },
    }),
    route({
      method: 'get',
      path: '/v1/games/{id}/transcript',
      about:
        'The transcript of a game that is over, with the cards on the table: for who sat there, or for all if it is listed.',
      tag: TAG,
      needs: 'seat',
      params: id,
      answers: {
        200: { about: 'The transcript.', schema: z.looseObject({ format: z.int(), id: z.string() }) },
        ...needsSeat,
        ...missing,
        ...cannotGoOn,
      },
      handle: async ({ params, c }) => {
        const table = await tables.find(params.id);
        // With a newline, as a line of episodes.jsonl: what curl writes to a file can be added to.
        const line = `${JSON.stringify(transcriptFor(table, c.get('caller')))}\n`;
        return c.body(line, 200, { 'Content-Type': 'application/json' });
      },
    }),
  ];
}
