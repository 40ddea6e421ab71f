/**
 * A stand-in for a service: an HTTP server on 127.0.0.1 that answers as a test says and remembers what it was asked. Questions
 * about itself (GET) are answered and remembered apart; unless a test says otherwise it has no page for them. Pages of any
 * origin may ask it.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}

/** An answer, or `raw` for a server that misbehaves. */
type Answering = (asked: Asked) => Answer | Promise<Answer> | ((response: ServerResponse) => void);

export interface StandIn {
  readonly url: string;
  readonly asked: Asked[];
  readonly looked: Asked[];
  close(): Promise<void>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
};
const nothing: Answering = () => ({ status: 404, body: { error: { message: 'there is nothing here' } } });

export async function standIn(answering: Answering, telling: Answering = nothing): Promise<StandIn> {
  const asked: Asked[] = [];
  const looked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: text ? JSON.parse(text) : {} };
    if (method === 'OPTIONS') return response.writeHead(204, CORS).end();
    (method === 'GET' ? looked : asked).push(one);
    const answer = await (method === 'GET' ? telling(one) : answering(one));
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...CORS, ...answer.headers });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    looked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
