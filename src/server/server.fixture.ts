/** A server on a free port with a data folder of its own, and a way to talk to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from './log.ts';
import { type Running, type ServerOptions, startServer } from './server.ts';

export interface TestServer extends Running {
  readonly folder: string;
  /** Method and path, a body and headers; the answer's status, text and JSON. */
  ask(what: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly json: any;
}

export async function testServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const folder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'parley-server-'));
  const running = await startServer({
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: silentLogger(),
    dataFolder: folder,
    ...options,
  });
  return {
    ...running,
    folder,
    ask: (what, body, headers) => askAt(running.url, what, body, headers),
    async stop() {
      await running.close(0);
      if (options.dataFolder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function askAt(
  url: string,
  what: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = what.split(' ');
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Not everything is JSON.
  }
  return { status: reply.status, headers: reply.headers, text, json };
}
