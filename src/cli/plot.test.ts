import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wageKit } from '../../test/games/wage.ts';
import { resolvePlayer } from '../agents/index.ts';
import { addKit, type Domain, mindgames, mindgamesSamplers, playEpisode } from '../core/index.ts';
import { appendEpisodes } from '../data/index.ts';
import { testCommand } from './command.fixture.ts';
import { BAD_USAGE, exitCodeOf } from './errors.ts';
import { plot } from './plot.ts';

const seen = testCommand(plot);
const { at } = seen;
const run = (...words: string[]) => seen.run(...words, '--out', seen.folder);
const svg = (name: string) => readFileSync(at(`${name}.svg`), 'utf8');

test('concessions of the named scripts, as SVG and PNG, with the paths printed', async () => {
  await run('concessions', 'boulware_hard', 'boulware?exponent=3');
  expect(readdirSync(seen.folder).sort()).toEqual(['concessions.png', 'concessions.svg']);
  expect(seen.printed).toBe(`${at('concessions.svg')}\n${at('concessions.png')}\n`);
  expect(svg('concessions')).toContain('>boulware?exponent=3<');
  expect([...readFileSync(at('concessions.png')).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
});

test('interactions come with the payoff matrix, and the same seed draws the same bytes', async () => {
  const words = ['interactions', 'boulware_hard', 'random', '--episodes', '2', '--seed', '4', '--json'];
  await run(...words);
  const first = svg('interactions') + svg('payoffs');
  expect(JSON.parse(seen.printed).files).toHaveLength(4);
  await run(...words);
  expect(svg('interactions') + svg('payoffs')).toBe(first);
  await run(...words.map((word) => (word === '4' ? '5' : word)));
  expect(svg('interactions') + svg('payoffs')).not.toBe(first);
});

test('a frontier of any domain with deals between two sides', async () => {
  await run('frontier', 'clean:boulware_firm', 'clean:boulware_firm', '--sampler', 'janus');
  expect(svg('frontier')).toMatch(/deal at [^ ]+ in turn \d+, 0\.\d\d to buyer and 0\.\d\d to seller/);
  await run('frontier', '--domain', 'items', '--sampler', 'casino');
  // Three packages of each of three things can be shared out in 4 * 4 * 4 ways.
  expect(svg('frontier')).toContain('Dots: 64 outcomes');
  addKit(wageKit);
  await run('frontier', '--domain', 'wage');
  expect(svg('frontier')).toContain('Dots: 5 outcomes');
  expect(svg('frontier')).toContain('utility of employer');
});

test('the belief of a target, of one game and of a file, and asking against success', async () => {
  await run('belief', 'random', 'network', '--domain', 'trace');
  expect(svg('belief')).toContain('belief, %');
  const games = (['ask_first', 'say_all'] as const).map((spec) => {
    const players = { persuader: resolvePlayer(spec, mindgames), target: resolvePlayer('rational', mindgames) };
    const scenario = mindgamesSamplers.solution(3);
    return playEpisode({ domain: mindgames as Domain, scenario, source: { seed: 3 }, players, seed: 3 });
  });
  const file = join(mkdtempSync(join(tmpdir(), 'parley-plot-')), 'episodes.jsonl');
  appendEpisodes(file, games);
  await run('belief', '--in', file);
  expect(svg('belief')).toContain('The lead of the proposal that the persuader wants');
  await run('asking', '--in', file);
  // Three likes, nine cells and three proposals against nothing: two dots in two places.
  expect(svg('asking').match(/<circle/g)).toHaveLength(2);
  expect(svg('asking')).toContain('>ask_first<');
});

test.each([
  ['one agent at a frontier', ['frontier', 'fair_openings']],
  ['no agents for interactions', ['interactions']],
  ['an agent twice', ['interactions', 'fair_openings', 'fair_openings']],
  ['a registry of another domain', ['concessions', '--registry', 'items']],
  ['attention of no file', ['attention']],
  ['asking of no file', ['asking']],
  ['a belief where nobody is persuaded', ['belief', 'fair_openings', 'fair_openings']],
  ['a belief of one agent', ['belief', 'bayes', '--domain', 'ptom']],
  ['two probes of another plot', ['interactions', 'fair_openings', '--against', 'probe.json']],
  ['a domain whose offers are more than a number', ['interactions', 'boulware', '--domain', 'items']],
  ['a zone where there is none', ['frontier', '--domain', 'items', '--zone', 'wide']],
  ['a frontier where several bid', ['frontier', '--domain', 'arena']],
  ['a sampler of another domain', ['interactions', 'fair_openings', '--sampler', 'dond']],
])('%s is bad usage', async (_, words) => {
  await expect(run(...words)).rejects.toSatisfy((error) => exitCodeOf(error) === BAD_USAGE);
  expect(readdirSync(seen.folder)).toEqual([]);
});
