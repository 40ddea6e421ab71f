/** scripts/verdict.ts on games in two folders, some of which ended before their turn, against the sums by hand. */
import { spawnSync } from 'node:child_process';
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

const CLAIM = ['clean:hardliner', 'clean:boulware_hard'];
const OVER = 'clean:linear_standard';

const verdict = (...folders: string[]) =>
  spawnSync('node_modules/.bin/tsx', ['scripts/verdict.ts', ...folders, '--claim', CLAIM.join(), '--over', OVER], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
const lines = (episodes: readonly unknown[]) => episodes.map((episode) => `${JSON.stringify(episode)}\n`).join('');
/** Whoever sits there goes by another name. */
const renamed = (episode: Episode, from: string, to: string) =>
  JSON.parse(JSON.stringify(episode).replace(`"spec":"${from}"`, `"spec":"${to}"`));

test('games of several folders count once, in whole scenarios alone, and differences are paired by scenario', async () => {
  const seeds = [1, 2, 3, 4];
  const played = await Promise.all(
    [...CLAIM, OVER].map((agent) => Promise.all(seeds.map((seed) => games(agent, seed)))),
  );
  const [hards, firms, linears] = played as [Episode[][], Episode[][], Episode[][]];
  const folder = mkdtempSync(join(tmpdir(), 'verdict-'));
  const [one, two] = ['one', 'two'].map((name) => join(folder, name)) as [string, string];
  for (const made of [one, two]) mkdirSync(made);
  const failed = {
    ...(firms[3]?.[1] as Episode),
    result: { kind: 'failed', turn: 1, by: 'seller', reason: 'the model is gone' },
  };
  writeFileSync(join(one, 'episodes.jsonl'), lines([...linears.flat(), ...firms.flat().slice(0, 7), failed]));
  // Of the third scenario one seat alone was played; the second ended before its turn, and then came to it.
  writeFileSync(
    join(two, 'episodes.jsonl'),
    lines([...(hards[0] ?? []), ...(hards[3] ?? []), ...(hards[2] ?? []).slice(0, 1)]),
  );
  const ahead = (hards[1] ?? []).map((episode, i) => ({ table: 2 + i, episodes: [episode] }));
  writeFileSync(join(two, 'ahead.jsonl'), lines([...ahead, ...ahead]));

  const { stdout, status } = verdict(one, two);
  expect(status).toBe(0);
  expect(stdout).toContain(
    '2 whole scenarios of 4 begun, 2 tables of each agent on each; left out: 1 not finished by all, 1 with a failed game (',
  );
  expect(stdout).toContain('failed games: clean:boulware_hard 1');
  const found = [hards, firms].map((mine) => {
    const [first, second] = [0, 1].map((at) => worth(mine[at] ?? []) - worth(linears[at] ?? [])) as [number, number];
    // Student's t with one degree of freedom: 12.7062 at .975, and an angle for p.
    const [by, error] = [(first + second) / 2, Math.abs(first - second) / 2];
    expect(error).toBeGreaterThan(0);
    const text = [by, by - 12.7062 * error, by + 12.7062 * error].map((number) => number.toFixed(3));
    return { text: `${text[0]} [${text[1]}, ${text[2]}]`, p: 1 - (2 / Math.PI) * Math.atan(Math.abs(by) / error) };
  });
  const [low, high] = found.map(({ p }) => p).sort((a, b) => a - b) as [number, number];
  for (const [i, { text, p }] of found.entries()) {
    const holm = p === low ? Math.min(1, 2 * low) : Math.max(Math.min(1, 2 * low), high);
    expect(stdout).toContain(
      `${CLAIM[i]} less ${OVER}: ${text}, p ${p.toPrecision(3)}, after Holm over 2 ${holm.toPrecision(3)}`,
    );
  }
  // Both students together: of each scenario the mean of the two differences.
  const both = [0, 1].map((at) => (worth(hards[at] ?? []) + worth(firms[at] ?? [])) / 2 - worth(linears[at] ?? []));
  const [by, error] = [((both[0] ?? 0) + (both[1] ?? 0)) / 2, Math.abs((both[0] ?? 0) - (both[1] ?? 0)) / 2];
  const text = [by, by - 12.7062 * error, by + 12.7062 * error].map((number) => number.toFixed(3));
  expect(stdout).toContain(`the mean of the 2 less ${OVER}: ${text[0]} [${text[1]}, ${text[2]}], p `);
  expect(stdout).toContain(`| ${OVER} | 4 | ${((worth(linears[0] ?? []) + worth(linears[1] ?? [])) / 2).toFixed(3)} |`);

  // A failed game that was played again elsewhere has ended.
  writeFileSync(join(two, 'episodes.jsonl'), lines([...hards.flat(), ...(firms[3] ?? [])]));
  const mended = verdict(one, two).stdout;
  expect(mended).toContain('4 whole scenarios of 4 begun');
  expect(mended).toContain('failed games: none');
  expect(verdict(two, one).stdout).toContain('4 whole scenarios of 4 begun');

  expect(verdict(one, join(folder, 'three')).stderr).toContain('three holds no episodes.jsonl');
  // Two agents of one name, and games that nobody with words sat across.
  const model = (options: string) => `llm:compatible/thought?reason=first&guards=off&${options}`;
  const [mine, theirs] = [hards[0]?.[0], hards[1]?.[0]] as [Episode, Episode];
  const twice = [
    renamed(mine, 'clean:hardliner', model('tokens=1')),
    renamed(theirs, 'clean:hardliner', model('tokens=2')),
  ];
  writeFileSync(join(two, 'episodes.jsonl'), lines(twice));
  expect(verdict(one, two).stderr).toMatch(/^verdict: the agent thought is two: .*tokens=1.* and .*tokens=2/);
  writeFileSync(join(two, 'episodes.jsonl'), lines([renamed(mine, THEM, 'terms:fixed_30')]));
  expect(verdict(one, two)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not one against an opponent with words'),
  });
});
