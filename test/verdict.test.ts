/** scripts/verdict.ts on games in two folders, one of which ended before its turn, against the sums by hand. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvePlayer } from '../src/agents/index.ts';
import { type Domain, type Episode, playEpisode, price, samplers } from '../src/core/index.ts';

const THEM = 'worded:terms:fixed_30@templates';

/** Both seats of a table. */
const games = (agent: string, seed: number): Promise<Episode[]> =>
  Promise.all(
    ['buyer', 'seller'].map((seat) => {
      const other = seat === 'buyer' ? 'seller' : 'buyer';
      return playEpisode({
        domain: price as Domain,
        scenario: samplers.general(seed, { zone: 'wide' }),
        source: { test: 1 },
        players: { [seat]: resolvePlayer(agent, price), [other]: resolvePlayer(THEM, price) },
        seed,
      });
    }),
  );

const worth = (episodes: readonly Episode[]) => {
  const earned = episodes.map(({ seats, result }) => {
    const own = Object.keys(seats).find((seat) => seats[seat]?.spec !== THEM) as string;
    return 'utility' in result ? (result.utility[own] as number) : Number.NaN;
  });
  return earned.reduce((sum, one) => sum + one, 0) / earned.length;
};

test('games of several folders count once, in whole scenarios alone, and differences are paired by scenario', async () => {
  const [hard, linear] = ['clean:hardliner', 'clean:linear_standard'];
  const seeds = [1, 2, 3];
  const [hards, linears] = await Promise.all(
    [hard, linear].map((agent) => Promise.all(seeds.map((seed) => games(agent as string, seed)))),
  );
  if (!hards || !linears) throw new Error('no games');
  const [one, two] = ['one', 'two'].map((name) => join(mkdtempSync(join(tmpdir(), 'verdict-')), name)) as [
    string,
    string,
  ];
  const lines = (episodes: readonly Episode[]) => episodes.map((episode) => `${JSON.stringify(episode)}\n`).join('');
  for (const folder of [one, two]) mkdirSync(folder);
  writeFileSync(join(one, 'episodes.jsonl'), lines(linears.flat()));
  // Of the third scenario one seat alone was played; the second ended before its turn, and then came to it.
  writeFileSync(join(two, 'episodes.jsonl'), lines([...(hards[0] ?? []), ...(hards[2] ?? []).slice(0, 1)]));
  const ahead = (hards[1] ?? []).map((episode, i) => `${JSON.stringify({ table: 2 + i, episodes: [episode] })}\n`);
  writeFileSync(join(two, 'ahead.jsonl'), [...ahead, ...ahead].join(''));

  const said = execFileSync(
    'npx',
    ['tsx', 'scripts/verdict.ts', one, two, '--claim', hard as string, '--over', linear as string],
    {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    },
  );
  const differences = [0, 1].map((at) => worth(hards[at] ?? []) - worth(linears[at] ?? []));
  const [first, second] = differences as [number, number];
  const by = (first + second) / 2;
  // Student's t with one degree of freedom: 12.7062 at .975, and an angle for p.
  const error = Math.abs(first - second) / 2;
  const [low, high] = [by - 12.7062 * error, by + 12.7062 * error];
  const p = 1 - (2 / Math.PI) * Math.atan(Math.abs(by) / error);
  expect(error).toBeGreaterThan(0);
  expect(said).toContain('2 whole scenarios of 3 begun, 2 tables of each agent on each; failed games: none');
  expect(said).toContain(
    `${hard} less ${linear}: ${by.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}], p ${p.toPrecision(3)},`,
  );
  expect(said).toContain(`| ${linear} | 4 | ${((worth(linears[0] ?? []) + worth(linears[1] ?? [])) / 2).toFixed(3)} |`);
});
