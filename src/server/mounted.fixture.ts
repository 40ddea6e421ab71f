/** Routes asked without a port: no server, no threads. */
import { Hono } from 'hono';
import type { Caller } from './front-door.ts';
import { ApiError, type Env, errorBody, mount, type Route } from './routes.ts';
import type { Answer } from './server.fixture.ts';

const OPERATOR: Caller = {
  address: 'here',
  known: true,
  mayWrite: true,
  mayUseModels: true,
  seatToken: undefined,
  foreign: undefined,
};
/** Without the token of the server. */
export const STRANGER: Caller = { ...OPERATOR, known: false, mayWrite: false, mayUseModels: false };

export function mounted(routes: readonly Route[]) {
  let caller = OPERATOR;
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set('caller', caller);
    return next();
  });
  mount(app, routes);
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    return c.json(errorBody(error.code, error.message, error.more), error.status as 400);
  });
  return async (what: string, body?: unknown, as = OPERATOR): Promise<Omit<Answer, 'headers'>> => {
    const [method = 'GET', path = '/'] = what.split(' ');
    caller = as;
    const reply = await app.request(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json');
    return { status: reply.status, text, json: isJson ? JSON.parse(text) : undefined };
  };
}
