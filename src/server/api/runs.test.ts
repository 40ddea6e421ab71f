/** What lies in the folder of runs, and which models would answer. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Domain, playEpisode, price, samplers } from '../../core/index.ts';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
const runs = mkdtempSync(join(tmpdir(), 'parley-runs-'));
const player = resolvePlayer('clean:boulware_firm', price);
const episode = playEpisode({
  domain: price as unknown as Domain,
  scenario: samplers.general(1),
  source: { sampler: 'general', seed: 1 },
  seed: 1,
  players: { buyer: player, seller: player },
});

beforeAll(async () => {
  for (const folder of ['ladder', 'sft', 'empty']) mkdirSync(join(runs, folder));
  writeFileSync(join(runs, 'ladder', 'episodes.jsonl'), `${JSON.stringify(episode)}\n`);
  writeFileSync(join(runs, 'ladder', 'manifest.json'), '{"preset":"ladder"}');
  writeFileSync(join(runs, 'sft', 'progress.jsonl'), '{"step":1,"loss":2.5}\n{"step":2,"lo');
  writeFileSync(join(runs, 'turns.card.json'), '{"rows":3}');
  server = await testServer({
    runsFolder: runs,
    models: ['scripted', 'compatible/x?url=http://127.0.0.1:9/v1', 'nonsense'],
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(runs, { recursive: true, force: true });
});

test('experiments, data cards and training runs are read as they lie there', async () => {
  expect((await server.ask('GET /v1/experiments')).json).toEqual({ experiments: ['ladder'] });
  const { json } = await server.ask('GET /v1/experiments/ladder');
  expect(json.manifest).toEqual({ preset: 'ladder' });
  expect(json.episodes).toEqual([{ id: episode.id, domain: 'price', seats: episode.seats, result: episode.result }]);
  expect((await server.ask('GET /v1/data-cards')).json).toEqual({ dataCards: ['turns.card.json'] });
  expect((await server.ask('GET /v1/data-cards/turns.card.json')).json).toEqual({ rows: 3 });
  // The line that is being written is not there yet.
  expect((await server.ask('GET /v1/training-runs/sft')).json).toEqual({
    name: 'sft',
    progress: [{ step: 1, loss: 2.5 }],
  });
});

test('without a folder the lists are empty', async () => {
  const bare = await testServer({ runsFolder: join(runs, 'nowhere') });
  for (const [path, key] of [
    ['experiments', 'experiments'],
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
