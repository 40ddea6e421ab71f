import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Episode } from '../../../core/index.ts';
import { priceEpisode } from '../../../core/metrics/episode.fixture.ts';
import { scriptedModel } from '../../../models/index.ts';
import { modelJudge } from './model.ts';
import { independentVotes, judgePersonas, readJudgements } from './personas.ts';

const game = (id: string, spec: string): Episode => ({
  ...(priceEpisode({
    acts: [500, { type: 'offer', price: 700, words: 'Not a cent less, see the workmanship.' } as never, 'accept'],
  }) as Episode),
  id,
  seats: { buyer: { spec: 'b', fingerprint: 'b' }, seller: { spec, fingerprint: 's' } },
});
const firm = (name: string) =>
  modelJudge(
    scriptedModel(
      (request) =>
        JSON.stringify({ answer: /([A-Z]): holds its line/.exec(request.messages.at(-1)?.content ?? '')?.[1] }),
      { name, digest: 'd' },
    ),
    { repeats: 2 },
  );

test('games whose seller has a persona are judged once and kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-personas-'));
  try {
    const games = [
      game('1', 'shopkeeper@x?persona=firm'),
      game('2', 'shopkeeper@x?persona=flexible'),
      game('3', 'clean:boulware_hard'),
    ];
    expect(await judgePersonas(folder, games, firm('judge'))).toBe(2);
    expect(await judgePersonas(folder, games, firm('judge'))).toBe(0);
    expect([...readJudgements(folder).values()].map(({ expected, choice }) => [expected, choice])).toEqual([
      ['firm', 'firm'],
      ['flexible', 'firm'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file that holds each of two votes twice has two votes a game', () => {
  const twice = { votes: ['firm', 'flexible', 'firm', 'flexible'], orders: 2 };
  expect(independentVotes(twice)).toEqual(['firm', 'flexible']);
});

test('the seller cannot judge itself', async () => {
  const sold = game('1', 'shopkeeper@x?persona=firm');
  const noted = {
    ...sold,
    events: [{ type: 'agent-note', turn: 2, seat: 'seller', note: { model: 'x' } } as const, ...sold.events],
  };
  await expect(judgePersonas(tmpdir(), [noted], firm('x'))).rejects.toThrow('a judge must not be the one it judges');
});
