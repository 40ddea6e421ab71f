/** The API, by the names of its routes. What the server refuses is thrown as a Problem with its sentence. */
import { Problem } from './problem.ts';
import type { Routes } from './routes.ts';
import { source } from './source.ts';
import { serverToken } from './token.ts';

export { Problem } from './problem.ts';

export type Route = keyof Routes;
export type Answer<R extends Route> = Routes[R]['answer'];
export type Body<R extends Route> = Routes[R]['body'];

export interface Asked<R extends Route> {
  readonly path?: Routes[R]['path'];
  readonly query?: Routes[R]['query'];
  readonly body?: Routes[R]['body'];
  /** The token of a seat. */
  readonly seat?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Milliseconds after which nobody waits for the answer any more: the line is taken for lost. */
  readonly patience?: number;
}

export async function ask<R extends Route>(route: R, asked: Asked<R> = {}): Promise<Answer<R>> {
  const files = source();
  if (files) return (await files.answer(route, asked)) as Answer<R>;
  const [method = 'GET', template = '/'] = route.split(' ');
  const { body, seat, headers, signal, patience } = asked;
  const token = serverToken.get();
  const late = new AbortController();
  const timer = patience === undefined ? undefined : setTimeout(() => late.abort(), patience);
  let reply: Response;
  let answer: Awaited<ReturnType<Response['json']>>;
  try {
    reply = await fetch(addressOf(template, asked), {
      method,
      signal: AbortSignal.any([late.signal, ...(signal ? [signal] : [])]),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(seat !== undefined && { 'x-seat-token': seat }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    answer = await reply.json().catch((error: unknown) => {
      // What is no JSON says nothing; a line that is cut is a fault.
      if (!(error instanceof SyntaxError)) throw error;
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'offline', '');
  } finally {
    clearTimeout(timer);
  }
  if (reply.ok) return answer as Answer<R>;
  const { code = 'failed', message = reply.statusText } = answer?.error ?? {};
  throw new Problem(reply.status, code, message);
}

export function addressOf<R extends Route>(template: string, { path, query }: Asked<R>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((path as Record<string, unknown> | undefined)?.[name] ?? '')),
  );
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}
