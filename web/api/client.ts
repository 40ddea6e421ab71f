/** The API, by the names of its routes. What the server refuses is thrown as a Problem with its sentence. */
import type { Routes } from './routes.ts';
import { isSite } from './source.ts';
import { serverToken } from './token.ts';

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
}

export class Problem extends Error {
  override readonly name = 'Problem';
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function ask<R extends Route>(route: R, asked: Asked<R> = {}): Promise<Answer<R>> {
  if (isSite) return (await import('./site.ts')).answer(route, asked);
  const [method = 'GET', template = '/'] = route.split(' ');
  const { body, seat, headers, signal } = asked;
  const token = serverToken.get();
  let reply: Response;
  try {
    reply = await fetch(addressOf(template, asked), {
      method,
      signal: signal ?? null,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(seat !== undefined && { 'x-seat-token': seat }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'offline', '');
  }
  const answer = await reply.json().catch(() => undefined);
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
