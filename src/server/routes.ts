/**
 * Routes: one literal for each endpoint, from which both the check of what comes in and the OpenAPI document are made.
 *
 * A handler gets its input parsed by the schemas that the document shows, or is not called: what does not fit is answered
 * 400 with a reason (OpenEnv's routes word it their own way). A known path with another method is 405.
 */
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Caller } from './front-door.ts';
import { turnOf } from './turns.ts';

export type Env = { Variables: { caller: Caller; route: string } };
export type Schema = z.ZodType | Readonly<Record<string, unknown>>;

export interface Answer {
  readonly about: string;
  readonly schema?: Schema;
  readonly type?: string;
}

interface Spec<P, Q, B> {
  readonly method: 'get' | 'post' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly about: string;
  readonly tag: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** Where a missing body counts as {}. */
  readonly bodyOptional?: boolean;
  /** `token`: the server's bearer token, when it has one. `seat`: the token of a seat. `key`: the signature of a device's own key. */
  readonly needs?: 'token' | 'seat' | 'key';
  readonly answers: Readonly<Record<number, Answer>>;
  /** How bad input is answered; by default 400 with an error in the house's form. */
  readonly onInvalid?: (c: Context<Env>, issue: Invalid) => Response;
  readonly handle: (input: Input<P, Q, B>) => Response | Promise<Response>;
}

interface Input<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly c: Context<Env>;
}

export interface Invalid {
  readonly where: 'path' | 'query' | 'body';
  readonly kind: 'json' | 'missing' | 'schema';
  readonly issues: readonly { code: string; path: readonly PropertyKey[]; message: string }[];
}

export type Route = Spec<unknown, unknown, unknown>;

export function route<P = unknown, Q = unknown, B = unknown>(spec: Spec<P, Q, B>): Route {
  return spec as unknown as Route;
}

/** An answer that is no success, thrown from anywhere below a handler. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;
  constructor(status: number, code: string, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

export const errorSchema = z
  .object({ error: z.looseObject({ code: z.string(), message: z.string() }) })
  .describe('What was got, what was expected, what to do.');

export function errorBody(code: string, message: string, more: object = {}) {
  return { error: { code, message, ...more } };
}

export function mount(app: Hono<Env>, routes: readonly Route[]): void {
  for (const one of routes) {
    const path = honoPath(one.path);
    app.on(one.method.toUpperCase(), path, async (c) => {
      c.set('route', one.path);
      // Worked out when all of it is here and others have had their turn; then at once, since a turn is measured by what is done in it.
      const text = one.body ? await c.req.text() : '';
      const caller = c.get('caller');
      const turn = caller && turnOf(caller);
      if (turn) await turn;
      const input = readInput(one, c, text);
      return 'invalid' in input ? (one.onInvalid ?? badRequest)(c, input.invalid) : one.handle({ ...input, c });
    });
  }
  for (const path of new Set(routes.map((one) => one.path))) {
    const methods = routes.filter((one) => one.path === path).map((one) => one.method.toUpperCase());
    app.all(honoPath(path), (c) => {
      c.set('route', path);
      c.header('Allow', methods.join(', '));
      const says = { detail: 'Method Not Allowed', ...errorBody('method', `${path} takes ${methods.join(' or ')}`) };
      return c.json(says, 405);
    });
  }
}

function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function readInput(
  one: Route,
  c: Context<Env>,
  text: string,
): Omit<Input<unknown, unknown, unknown>, 'c'> | { invalid: Invalid } {
  const found: Record<'params' | 'query' | 'body', unknown> = { params: {}, query: {}, body: undefined };
  const parts = [
    ['params', 'path', one.params, () => c.req.param()],
    ['query', 'query', one.query, () => c.req.query()],
  ] as const;
  for (const [name, where, schema, read] of parts) {
    if (!schema) continue;
    const given = read();
    if (hasUnstorable(given)) return { invalid: unstorable(where) };
    const parsed = schema.safeParse(given);
    if (!parsed.success) return { invalid: { where, kind: 'schema', issues: parsed.error.issues } };
    found[name] = parsed.data;
  }
  if (one.body) {
    const missing = text.trim() === '';
    if (missing && !one.bodyOptional) return { invalid: { where: 'body', kind: 'missing', issues: [] } };
    let value: unknown = {};
    try {
      if (!missing) value = JSON.parse(text);
    } catch {
      return { invalid: { where: 'body', kind: 'json', issues: [] } };
    }
    if (SUSPECT.test(text) && hasUnstorable(value)) return { invalid: unstorable('body') };
    if (value === null && one.bodyOptional) value = {};
    const parsed = one.body.safeParse(value);
    if (!parsed.success) return { invalid: { where: 'body', kind: 'schema', issues: parsed.error.issues } };
    found.body = parsed.data;
  }
  return found;
}

/** How a NUL or half of a surrogate pair is written in JSON. */
const SUSPECT = /\\u(0000|d[89a-f])/i;

const LONE = /\p{Surrogate}/u;

/** Text that no database takes: a NUL, or half of a surrogate pair. */
function hasUnstorable(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') {
      if (one.includes('\0') || LONE.test(one)) return true;
    } else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) left.push(key, inner);
  }
  return false;
}

function unstorable(where: Invalid['where']): Invalid {
  const message = 'text with a NUL or half of a surrogate pair cannot be kept: leave it out';
  return { where, kind: 'schema', issues: [{ code: 'custom', path: [], message }] };
}

function badRequest(c: Context<Env>, { where, kind, issues }: Invalid): Response {
  const [issue] = issues;
  const field = issue?.path.map(String).join('.');
  const says =
    kind === 'missing'
      ? 'expected a JSON object as the body, got nothing'
      : kind === 'json'
        ? 'the body is not JSON'
        : `${where}${field ? ` ${field}` : ''}: ${issue?.message}`;
  return c.json(errorBody('bad_request', says), 400);
}
