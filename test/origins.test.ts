/**
 * A page of another origin in a real browser, against a server on this machine without a token: it writes nothing, seats no model, has
 * no key sent anywhere and opens no socket, whatever way of asking it tries. The server's own page may do all of it.
 */
import type { webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';
import { launchBrowser, skippedWithoutBrowser } from './chromium.ts';

const skipped = skippedWithoutBrowser('pages of other origins');

let server: TestServer;
let elsewhere: Server;
let browser: Browser;
/** What reached the address that the page names for keys to go to. */
const stolen: string[] = [];
let page: string;

beforeAll(async () => {
  if (skipped) return;
  elsewhere = createServer((request, response) => {
    if (request.url?.startsWith('/v1')) stolen.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  page = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  process.env.PARLEY_SERVER_KEY = 'sk-secret';
  // Even with the page's own address on the list: the page may not seat a model at all.
  server = await testServer({ modelAddresses: [`${page}/v1`] });
  browser = await launchBrowser();
});
afterAll(async () => {
  delete process.env.PARLEY_SERVER_KEY;
  await browser?.close();
  await server?.stop();
  elsewhere?.close();
});

/** As much of a page as is used here. */
interface Element extends Record<string, unknown> {
  append(...inner: Element[]): void;
  submit(): void;
}
interface Page {
  readonly document: { readonly body: Element; createElement(tag: string): Element };
  readonly navigator: { sendBeacon(url: string, body: string): boolean };
}

/** Runs in the page: every way that a page has of asking. It may use its arguments alone. */
async function tryAll({ url, model }: { url: string; model: string }): Promise<{ opened: string[]; said: string[] }> {
  const { document, navigator } = globalThis as unknown as Page;
  const opened: string[] = [];
  const said: string[] = [];
  const game = JSON.stringify({ listed: true, opens: 'seller', seats: { seller: model, buyer: 'remote' } });
  const reset = JSON.stringify({ opponent: model, seat: 'b' });
  const create = '{"jsonrpc":"2.0","id":1,"method":"openenv/session/create"}';
  const posts = [
    ['/v1/games', game],
    ['/reset', reset],
    ['/mcp', create],
    ['/v1/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_game","arguments":${game}}}`],
  ] as const;
  for (const [path, body] of posts) {
    for (const mode of ['no-cors', 'cors'] as const) {
      const type = mode === 'cors' ? 'application/json' : 'text/plain';
      await fetch(url + path, { method: 'POST', mode, body, headers: { 'content-type': type } }).then(
        (reply) => said.push(`${path} ${mode} ${reply.status}`),
        () => said.push(`${path} ${mode} refused`),
      );
    }
    navigator.sendBeacon(url + path, body);
  }
  await fetch(`${url}/v1/models/health`, { mode: 'no-cors' }).catch(() => undefined);
  // A form needs no leave of anybody; its text is JSON but for an = that a name may hold.
  const form = document.createElement('form');
  const frame = document.createElement('iframe');
  frame.name = 'frame';
  form.target = 'frame';
  form.method = 'post';
  form.enctype = 'text/plain';
  form.action = `${url}/v1/games`;
  const input = document.createElement('input');
  input.name = `${game.slice(0, -1)},"name":"`;
  input.value = '"}';
  form.append(input);
  document.body.append(frame, form);
  form.submit();
  for (const path of ['/ws', '/mcp']) {
    const socket = new WebSocket(url.replace('http', 'ws') + path);
    await new Promise<void>((resolve) => {
      socket.onopen = () => {
        opened.push(path);
        socket.send(JSON.stringify({ type: 'reset', data: { opponent: model, seat: 'b' } }));
        setTimeout(resolve, 300);
      };
      socket.onerror = () => resolve();
    });
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { opened, said };
}

test.skipIf(skipped)('a page of another origin writes nothing, seats nobody and opens nothing', async () => {
  const tab = await browser.newPage();
  const model = `llm:compatible/x?url=${page}/v1`;
  const counted = async () => {
    const { text } = await server.ask('GET /metrics');
    return text.split('\n').filter((line) => /^parley_(openenv_(messages|sessions)|turns_stored)/.test(line));
  };
  const before = await counted();
  // From another port, and from another name for this machine: both are other origins, and the second another site.
  for (const from of [page, page.replace('127.0.0.1', 'localhost')]) {
    await tab.goto(from);
    const { opened, said } = await tab.evaluate(tryAll, { url: server.url, model });
    expect(opened).toEqual([]);
    expect(said.filter((one) => one.includes(' cors 2'))).toEqual([]);
    expect(said).toHaveLength(8);
  }
  expect((await server.ask('GET /v1/games')).json.games).toEqual([]);
  expect((await server.ask('GET /v1/replays')).json.replays).toEqual([]);
  expect(await counted()).toEqual(before);
  expect(stolen).toEqual([]);
});

test.skipIf(skipped)("the server's own page plays, and opens its socket", async () => {
  const tab = await browser.newPage();
  await tab.goto(server.url);
  const { opened, said } = await tab.evaluate(tryAll, { url: server.url, model: 'clean:boulware_firm' });
  expect(opened).toEqual(['/ws', '/mcp']);
  expect(said).toContain('/v1/games cors 201');
  expect((await server.ask('GET /v1/games')).json.games.length).toBeGreaterThan(0);
});

/** Runs in the page: a key of its own, a name, a match against an agent, an act, and the events of the game. */
async function playMatch(): Promise<{
  name: string;
  state: string;
  scored: boolean;
  events: string[];
  ending: string;
}> {
  const { subtle } = crypto;
  const { location, EventSource } = globalThis as unknown as {
    location: { host: string };
    EventSource: new (url: string) => { addEventListener(type: string, heard: () => void): void; close(): void };
  };
  const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
  const { publicKey, privateKey } = (await subtle.generateKey('Ed25519', false, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const { x: keyid } = await subtle.exportKey('jwk', publicKey);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const ask = async (method: string, path: string, data?: object): Promise<any> => {
    const body = data === undefined ? '' : JSON.stringify(data);
    const digest = `sha-256=:${base64(await subtle.digest('SHA-256', new TextEncoder().encode(body)))}:`;
    const nonce = crypto.randomUUID();
    const input = `("@method" "@authority" "@path" "content-digest");created=${Math.floor(Date.now() / 1000)};nonce="${nonce}";keyid="${keyid}"`;
    const base = `"@method": ${method}\n"@authority": ${location.host}\n"@path": ${path}\n"content-digest": ${digest}\n"@signature-params": ${input}`;
    const signature = base64(await subtle.sign('Ed25519', privateKey, new TextEncoder().encode(base)));
    const headers = {
      'content-digest': digest,
      'signature-input': `parley=${input}`,
      signature: `parley=:${signature}:`,
    };
    return (await fetch(path, { method, headers, ...(body && { body }) })).json();
  };
  const { name } = await ask('POST', '/v1/identities', { kind: 'person', name: 'A browser' });
  const { id, state, game, token } = await ask('POST', '/v1/matches', { domain: 'price', patience: 0 });
  const events: string[] = [];
  const heard = new EventSource(`/v1/games/${game}/events?seat=${token}`);
  const over = new Promise<void>((resolve) => {
    for (const type of ['turn', 'act', 'over'])
      heard.addEventListener(type, () => {
        events.push(type);
        if (type === 'over') resolve();
      });
  });
  // Whoever listens first when all is over hears of no turn.
  await new Promise<void>((resolve) => heard.addEventListener('turn', resolve));
  const headers = { 'content-type': 'application/json', 'x-seat-token': token };
  const send = (act: object) =>
    fetch(`/v1/games/${game}/acts`, { method: 'POST', headers, body: JSON.stringify({ act }) });
  await send({ type: 'say', words: 'Good day.' });
  const { scored } = (await (await send({ type: 'walk' })).json()) as { scored: boolean };
  await over;
  heard.close();
  return { name, state, scored, events, ending: (await ask('GET', `/v1/matches/${id}`)).ending };
}

test.skipIf(skipped)("the server's own page has a key, signs with it, plays a match and hears its events", async () => {
  const tab = await browser.newPage();
  await tab.goto(server.url);
  const { events, ...played } = await tab.evaluate(playMatch);
  expect(played).toEqual({ name: 'A browser', state: 'playing', scored: true, ending: 'walked' });
  expect(new Set(events)).toEqual(new Set(['turn', 'act', 'over']));
});
