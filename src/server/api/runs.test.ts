/** What lies in the folder of runs, and which models would answer. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
const runs = mkdtempSync(join(tmpdir(), 'parley-runs-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'parley-elsewhere-'));

beforeAll(async () => {
  for (const folder of ['sft', 'linked', 'empty']) mkdirSync(join(runs, folder));
  writeFileSync(join(elsewhere, 'secret'), '{"secret":1}\n');
  symlinkSync(elsewhere, join(runs, 'link'));
  symlinkSync(join(elsewhere, 'secret'), join(runs, 'linked', 'progress.jsonl'));
  symlinkSync(join(elsewhere, 'secret'), join(runs, 'linked.card.json'));
  writeFileSync(join(runs, 'sft', 'progress.jsonl'), '{"step":1,"loss":2.5}\n{"step":2,"lo');
  writeFileSync(join(runs, 'turns.card.json'), '{"rows":3}');
  server = await testServer({
    runsFolder: runs,
    models: ['scripted', 'compatible/x?url=http://127.0.0.1:9/v1', 'nonsense'],
  });
});
afterAll(async () => {
  await server.stop();
  for (const folder of [runs, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

test('data cards and training runs are read as they lie there, and not where a link leads out', async () => {
  expect((await server.ask('GET /v1/data-cards')).json).toEqual({ dataCards: ['turns.card.json'] });
  expect((await server.ask('GET /v1/data-cards/turns.card.json')).json).toEqual({ rows: 3 });
  // The line that is being written is not there yet.
  expect((await server.ask('GET /v1/training-runs/sft')).json).toEqual({
    name: 'sft',
    progress: [{ step: 1, loss: 2.5 }],
  });
  expect((await server.ask('GET /v1/training-runs')).json).toEqual({ trainingRuns: ['sft'] });
  for (const path of ['training-runs/linked', 'training-runs/link', 'data-cards/linked.card.json'])
    expect((await server.ask(`GET /v1/${path}`)).status, path).toBe(404);
});

test('not without the token', async () => {
  const guarded = await testServer({ runsFolder: runs, token: 'sesame' });
  for (const path of ['training-runs', 'training-runs/sft', 'data-cards', 'data-cards/turns.card.json'])
    expect((await guarded.ask(`GET /v1/${path}`)).status, path).toBe(401);
  await guarded.stop();
});

test('without a folder the lists are empty', async () => {
  const bare = await testServer({ runsFolder: join(runs, 'nowhere') });
  for (const [path, key] of [
    ['data-cards', 'dataCards'],
    ['training-runs', 'trainingRuns'],
  ])
    expect((await bare.ask(`GET /v1/${path}`)).json).toEqual({ [key as string]: [] });
  await bare.stop();
});

test('the health of models says which would answer, and why the others would not', async () => {
  const { json } = await server.ask('GET /v1/models/health');
  expect(json.models.map(({ model, ok }: { model: string; ok: boolean }) => [model, ok])).toEqual([
    ['scripted', true],
    ['compatible/x?url=http://127.0.0.1:9/v1', false],
    ['nonsense', false],
  ]);
  expect(json.models[0]).toMatchObject({ servedBy: 'scripted', digest: 'scripted' });
  expect(json.models[2].problem).toContain('BACKEND/MODEL');
});
