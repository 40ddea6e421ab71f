/** The app's page and files as browsers, caches and proxies ask for them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from './server.fixture.ts';
import { takesGzip } from './web.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ cors: ['https://a.example'] });
});
afterAll(() => server.stop());

const page = { accept: 'text/html' };

test.each([
  ['/', page],
  ['/play', page],
  ['/play', { ...page, 'accept-encoding': 'identity' }],
  ['/nothing-here', { accept: 'application/json' }],
  ['/v1/tasks', {}],
] as [string, Record<string, string>][])('HEAD %s %j is answered as GET, without the body', async (path, headers) => {
  const [get, head] = [
    await server.ask(`GET ${path}`, undefined, headers),
    await server.ask(`HEAD ${path}`, undefined, headers),
  ];
  expect([head.status, head.text]).toEqual([get.status, '']);
  for (const name of ['content-type', 'cache-control', 'vary', 'content-encoding'])
    expect(head.headers.get(name), name).toBe(get.headers.get(name));
});

test('HEAD of a file says how long it is', async () => {
  const asset = /\/assets\/[^"]+\.js/.exec((await server.ask('GET /', undefined, page)).text)?.[0] as string;
  const plain = { 'accept-encoding': 'identity' };
  const [get, head] = [
    await server.ask(`GET ${asset}`, undefined, plain),
    await server.ask(`HEAD ${asset}`, undefined, plain),
  ];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
});

test('an answer says what it depends on', async () => {
  const vary = async (path: string, headers: Record<string, string>) =>
    (await server.ask(`GET ${path}`, undefined, headers)).headers.get('vary')?.toLowerCase().split(/,\s*/) ?? [];
  for (const encoding of ['gzip', 'identity'])
    expect(await vary('/play', { ...page, 'accept-encoding': encoding })).toEqual(
      expect.arrayContaining(['accept', 'accept-encoding']),
    );
  // The same address for who takes JSON alone is no page.
  expect(await vary('/play', { accept: 'application/json' })).toContain('accept');
  expect(await vary('/', { ...page, origin: 'https://a.example' })).toEqual(
    expect.arrayContaining(['origin', 'accept-encoding']),
  );
});

test.each([
  ['/play', {}, 200],
  ['/g/abc', { accept: '*/*' }, 200],
  ['/play', { accept: 'application/json' }, 404],
  ['/nothing-here', { accept: '*/*' }, 404],
  ['/nothing-here', page, 200],
] as [string, Record<string, string>, number][])('GET %s %j: %i', async (path, headers, status) => {
  const answer = await server.ask(`GET ${path}`, undefined, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain(status === 200 ? 'text/html' : 'json');
});

test.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*;q=0', false],
  ['identity', false],
  ['xgzip', false],
  ['gzip;q=x', false],
  ['', false],
  [undefined, false],
])('Accept-Encoding %s takes gzip: %s', async (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes);
});
