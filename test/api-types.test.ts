/** The types by which the web app calls the API are those of the server's own document. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_TYPES, apiTypes } from '../scripts/api-types.ts';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

test('client and /openapi.json agree', async () => {
  const { json } = await server.ask('GET /openapi.json');
  expect(readFileSync(API_TYPES, 'utf8'), 'npx tsx scripts/api-types.ts').toBe(apiTypes(json));
});
