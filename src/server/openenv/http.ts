/**
 * OpenEnv over HTTP: health, metadata, schema, reset, step, state, the task list, JSON-RPC, and the older /tasks and /score.
 *
 * Newer OpenEnv forgets between HTTP calls; older clients and curl expect /reset and then /step to go on. Here a reset gives
 * a cookie that names the caller's own episode, so both work and no two callers share a game. Without the cookie there is no
 * episode. These episodes live beside the sockets' sessions and take none of their places; an address that begins too many loses its
 * own oldest.
 */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { type Act, MAX_WORDS, tasks } from '../../core/index.ts';
import { createPlaces, type Place } from '../places.ts';
import type { Players } from '../players.ts';
import { ApiError, type Env, errorBody, type Invalid, type Route, route } from '../routes.ts';
import { countEntries, entryAt, opponentsOf, type SplitName, splits, type TaskEntry } from '../tasks.ts';
import { newToken } from '../tokens.ts';
import { bazaarActions, ourAction } from './bazaar-action.ts';
import { Environment, EnvironmentError, resetSchema } from './environment.ts';
import { answerRpc, parseFailure } from './rpc.ts';
import type { Sessions } from './sessions.ts';
import { type Issue, issuesOf, schemas, stateSchema } from './wire.ts';

const ENVIRONMENT_NAME = 'parley';
const COOKIE = 'parley_episode';
const EPISODES = { perAddress: 16, overall: 4096, ownOldest: true };
const TAG = 'OpenEnv';
const JSON_HEADERS = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' } as const;

const detail = {
  type: 'object',
  properties: {
    detail: { type: 'array', items: { type: 'object', required: ['type', 'loc', 'msg'] } },
  },
  required: ['detail'],
};
const said = { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] };
const invalid = { 422: { about: 'What does not fit, and where.', schema: detail } };
const envelope = {
  type: 'object',
  additionalProperties: false,
  properties: { observation: { type: 'object' }, reward: { type: ['number', 'null'] }, done: { type: 'boolean' } },
  required: ['observation', 'reward', 'done'],
};

/** As FastAPI words what does not fit. */
const unprocessable = (c: Context<Env>, { kind, issues }: Invalid): Response => {
  if (kind === 'missing') return details(c, [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  if (kind === 'json')
    return details(c, [{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {} }]);
  return details(c, issuesOf(issues, ['body']));
};

const details = (c: Context<Env>, issues: Issue[]) => c.json({ detail: issues }, 422);

export interface OpenEnvOptions {
  readonly players: Players;
  readonly sessions: Sessions;
  readonly version: string;
  /** Why games cannot be stored now. */
  readonly problem: () => Promise<string | undefined>;
  readonly onStep?: (type: 'reset' | 'step') => void;
}

export function openEnvRoutes({ players, sessions, version, problem, onStep }: OpenEnvOptions): Route[] {
  const episodes = new Map<string, { readonly environment: Environment; readonly place: Place }>();
  const places = createPlaces(EPISODES);

  const ownEpisode = (c: Context<Env>): Environment | undefined => {
    const found = episodes.get(getCookie(c, COOKIE) ?? '');
    found?.place.touch();
    return found?.environment;
  };

  const forget = (id: string): boolean => {
    const found = episodes.get(id);
    found?.place.release();
    found?.environment.close();
    return episodes.delete(id);
  };

  const begin = (c: Context<Env>): Environment => {
    const { address, known, mayUseModels } = c.get('caller');
    const id = newToken();
    const place = places.take({ address, known, onLost: () => forget(id) });
    if (!place) throw new ApiError(503, 'full', 'there is no place for another episode; come back in a moment');
    const environment = new Environment(players, mayUseModels, address);
    episodes.set(id, { environment, place });
    setCookie(c, COOKIE, id, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return environment;
  };

  const attempt = async (c: Context<Env>, work: () => Promise<string>, loc: readonly string[]): Promise<Response> => {
    try {
      return c.body(await work(), 200, JSON_HEADERS);
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      if (error.field === undefined) return c.json({ detail: error.message }, 409);
      return details(c, [{ type: 'value_error', loc: [...loc, error.field], msg: error.message }]);
    }
  };

  const stepBody = z.looseObject({
    /** An act; or its name alone, with the price and the message beside it, as BazaarBATNA has it. */
    action: z.union([z.record(z.string(), z.unknown()), z.enum(bazaarActions)], {
      error: `the act stands under "action", as in {"action": {"type": "offer", "price": 300}}, or is one of ${bazaarActions.join(', ')}`,
    }),
    price: z.number().nullish(),
    message: z.string().max(MAX_WORDS).nullish(),
    timeout_s: z.number().gt(0).nullish(),
    request_id: z.string().max(255).nullish(),
  });

  return [
    route({
      method: 'get',
      path: '/health',
      about: 'Whether the environment is up.',
      tag: TAG,
      answers: {
        200: { about: 'It is.', schema: z.object({ status: z.literal('healthy') }) },
        503: {
          about: 'It is not: games cannot be stored, or the server is stopping.',
          schema: z.looseObject({ error: z.looseObject({ code: z.string(), message: z.string() }) }),
        },
      },
      handle: async ({ c }) => {
        const why = await problem();
        if (why === undefined) return c.json({ status: 'healthy' });
        c.header('Retry-After', '10');
        return c.json({ status: 'unhealthy', ...errorBody('storage', why) }, 503);
      },
    }),
    route({
      method: 'get',
      path: '/metadata',
      about: 'What this environment is.',
      tag: TAG,
      answers: {
        200: {
          about: 'Its name and description.',
          schema: z.looseObject({ name: z.string(), description: z.string(), version: z.string() }),
        },
      },
      handle: ({ c }) =>
        c.json({
          name: ENVIRONMENT_NAME,
          description: `Games against scripted or speaking agents: ${domainNames()}; the reward is the own utility.`,
          readme_content: null,
          version,
          author: null,
          documentation_url: null,
        }),
    }),
    route({
      method: 'get',
      path: '/schema',
      about: 'JSON schemas of actions, observations and the state.',
      tag: TAG,
      answers: {
        200: { about: 'The schemas.', schema: { type: 'object', required: ['action', 'observation', 'state'] } },
      },
      handle: ({ c }) => c.json(schemas()),
    }),
    route({
      method: 'post',
      path: '/reset',
      about: 'Begins an episode; the cookie it sets names it.',
      tag: TAG,
      body: resetSchema(),
      bodyOptional: true,
      answers: {
        200: { about: 'The first observation.', schema: envelope },
        409: { about: 'It cannot begin.', schema: said },
        ...invalid,
      },
      onInvalid: unprocessable,
      handle: ({ c, body }) => {
        onStep?.('reset');
        const environment = ownEpisode(c) ?? begin(c);
        return attempt(c, async () => environment.text(await environment.reset(body)), ['body']);
      },
    }),
    route({
      method: 'post',
      path: '/step',
      about: 'Acts in the episode that the cookie names.',
      tag: TAG,
      body: stepBody,
      answers: {
        200: { about: 'The next observation.', schema: envelope },
        409: { about: 'There is no episode to act in.', schema: said },
        ...invalid,
      },
      onInvalid: unprocessable,
      handle: ({ c, body }) => {
        onStep?.('step');
        const environment = ownEpisode(c);
        const { action: given, price, message } = body;
        const { metadata: _, ...action } = ourAction(
          typeof given === 'string' ? { action: given, price, message } : given,
        );
        const parsed = (environment ?? new Environment(players, false)).actions.safeParse(action);
        if (!parsed.success) return details(c, issuesOf(parsed.error.issues));
        if (!environment)
          return c.json({ detail: 'there is no episode: POST /reset first and send its cookie back' }, 409);
        return attempt(c, async () => environment.text(await environment.step(parsed.data as Act)), []);
      },
    }),
    route({
      method: 'get',
      path: '/state',
      about: 'The state of the episode that the cookie names.',
      tag: TAG,
      answers: { 200: { about: 'Its id and the steps so far.', schema: stateSchema } },
      handle: ({ c }) => c.json((ownEpisode(c) ?? new Environment(players, false)).state()),
    }),
    route({
      method: 'get',
      path: '/score',
      about: 'The score of the episode that the cookie names.',
      tag: TAG,
      answers: {
        200: {
          about: 'Its score.',
          schema: z.looseObject({ task: z.string(), score: z.number(), success: z.boolean() }),
        },
        409: { about: 'There is no episode.', schema: said },
      },
      handle: ({ c }) => {
        const environment = ownEpisode(c);
        if (!environment)
          return c.json({ detail: 'there is no episode: POST /reset first and send its cookie back' }, 409);
        return attempt(c, async () => JSON.stringify(environment.score()), []);
      },
    }),
    route({
      method: 'delete',
      path: '/state',
      about: 'Forgets the episode that the cookie names.',
      tag: TAG,
      answers: { 200: { about: 'It is gone.', schema: z.object({ closed: z.boolean() }) } },
      handle: ({ c }) => {
        const closed = forget(getCookie(c, COOKIE) ?? '');
        deleteCookie(c, COOKIE);
        return c.json({ closed });
      },
    }),
    route({
      method: 'get',
      path: '/tasks',
      about: 'The tasks by name.',
      tag: TAG,
      answers: {
        200: { about: 'A map from names.', schema: z.record(z.string(), z.looseObject({ description: z.string() })) },
      },
      handle: ({ c }) =>
        c.json(
          Object.fromEntries(
            tasks().map((task) => [
              task.name,
              {
                domain: task.domain.name,
                description: task.about,
                difficulty: task.difficulty ?? null,
                reward_range: task.reward ? [task.reward.low, task.reward.high] : null,
                opponents: opponentsOf(task),
              },
            ]),
          ),
        ),
    }),
    ...taskApi(),
    route({
      method: 'post',
      path: '/mcp',
      about: "OpenEnv's JSON-RPC: tools/list, tools/call, openenv/session/create and /close. Errors travel with 200.",
      tag: TAG,
      body: z.unknown(),
      bodyOptional: true,
      answers: { 200: { about: 'A JSON-RPC response.', schema: { type: 'object', required: ['jsonrpc'] } } },
      onInvalid: (c) => c.json(parseFailure()),
      handle: ({ c, body }) =>
        c.json(Array.isArray(body) ? parseFailure() : answerRpc(body, { sessions, caller: c.get('caller') })),
    }),
  ];
}

/** Every domain that tasks are of. */
function domainNames(): string {
  return [...new Set(tasks().map(({ domain }) => domain.name))].join(', ');
}

/** OpenEnv's list of tasks: it only looks, an episode begins with a reset that takes the entry's keys. */
function taskApi(): Route[] {
  const params = z.object({ env: z.string() });
  const split = z.enum(Object.keys(splits) as [SplitName, ...SplitName[]]);
  const entrySchema = z.object({ task: z.string(), split: z.string(), index: z.int() });
  const absent = { 404: { about: 'There is no such environment.', schema: said }, ...invalid };
  const list = z.object({ tasks: z.array(entrySchema) });
  const range = (name: SplitName, start: number, stop: number): TaskEntry[] =>
    Array.from({ length: Math.max(0, stop - start) }, (_, i) => entryAt(name, start + i));
  /** A split is a megabyte of text: written once, and again when a domain has been added. As bytes, which are not copied for each who asks. */
  const whole = new Map<string, Uint8Array<ArrayBuffer>>();
  const wholeSplit = (name: SplitName, more: object): Uint8Array<ArrayBuffer> => {
    const count = countEntries(name);
    const key = `${name} ${count} ${Object.keys(more)}`;
    const text = whole.get(key) ?? new TextEncoder().encode(JSON.stringify({ tasks: range(name, 0, count), ...more }));
    whole.set(key, text);
    return text;
  };
  const known = (c: Context<Env>, env: string): Response | undefined =>
    env.toLowerCase() === ENVIRONMENT_NAME
      ? undefined
      : c.json({ detail: `there is no environment "${env.slice(0, 100)}" here` }, 404);
  const common = { tag: TAG, params, onInvalid: unprocessable };
  return [
    route({
      method: 'get',
      path: '/list_environments',
      about: 'The environments here.',
      tag: TAG,
      answers: { 200: { about: 'Their names.', schema: z.array(z.string()) } },
      handle: ({ c }) => c.json([ENVIRONMENT_NAME]),
    }),
    route({
      ...common,
      method: 'get',
      path: '/{env}/splits',
      about: 'The splits of the tasks.',
      answers: {
        200: { about: 'Their names and types.', schema: z.array(z.object({ name: z.string(), type: z.string() })) },
        ...absent,
      },
      handle: ({ c, params: { env } }) =>
        known(c, env) ?? c.json(Object.keys(splits).map((name) => ({ name, type: name }))),
    }),
    route({
      ...common,
      method: 'post',
      path: '/{env}/num_tasks',
      about: 'How many tasks a split has.',
      body: z.looseObject({ split }),
      answers: { 200: { about: 'The number.', schema: z.object({ num_tasks: z.int() }) }, ...absent },
      handle: ({ c, params: { env }, body }) => known(c, env) ?? c.json({ num_tasks: countEntries(body.split) }),
    }),
    route({
      ...common,
      method: 'post',
      path: '/{env}/tasks',
      about: 'All tasks of a split.',
      body: z.looseObject({ split }),
      answers: { 200: { about: 'The tasks.', schema: list.extend({ env_name: z.string() }) }, ...absent },
      handle: ({ c, params: { env }, body }) =>
        known(c, env) ?? c.body(wholeSplit(body.split, { env_name: ENVIRONMENT_NAME }), 200, JSON_HEADERS),
    }),
    route({
      ...common,
      method: 'post',
      path: '/{env}/task',
      about: 'One task of a split.',
      body: z.looseObject({ split, index: z.int().min(0) }),
      answers: {
        200: { about: 'The task.', schema: z.object({ task: entrySchema }) },
        400: { about: 'The index is past the end.', schema: said },
        ...absent,
      },
      handle: ({ c, params: { env }, body }) => {
        const count = countEntries(body.split);
        if (env.toLowerCase() === ENVIRONMENT_NAME && body.index >= count)
          return c.json({ detail: `${body.split} has ${count} tasks, got index ${body.index}` }, 400);
        return known(c, env) ?? c.json({ task: entryAt(body.split, body.index) });
      },
    }),
    route({
      ...common,
      method: 'post',
      path: '/{env}/task_range',
      about: 'Some tasks of a split, as a slice.',
      body: z.looseObject({ split, start: z.int().nullish(), stop: z.int().nullish() }),
      answers: { 200: { about: 'The tasks.', schema: list }, ...absent },
      handle: ({ c, params: { env }, body }) => {
        const count = countEntries(body.split);
        const place = (at: number) => Math.min(count, Math.max(0, at < 0 ? count + at : at));
        const [from, to] = [place(body.start ?? 0), place(body.stop ?? count)];
        const missing = known(c, env);
        if (missing) return missing;
        if (from === 0 && to === count) return c.body(wholeSplit(body.split, {}), 200, JSON_HEADERS);
        return c.json({ tasks: range(body.split, from, to) });
      },
    }),
  ];
}
