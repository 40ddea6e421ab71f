import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wageKit } from '../../test/games/wage.ts';
import { addKit } from '../core/index.ts';
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

test.each([
  ['one agent at a frontier', ['frontier', 'fair_openings']],
  ['no agents for interactions', ['interactions']],
  ['an agent twice', ['interactions', 'fair_openings', 'fair_openings']],
  ['a registry of another domain', ['concessions', '--registry', 'items']],
  ['attention of no file', ['attention']],
  ['two probes of another plot', ['interactions', 'fair_openings', '--against', 'probe.json']],
  ['a domain whose offers are more than a number', ['interactions', 'boulware', '--domain', 'items']],
  ['a zone where there is none', ['frontier', '--domain', 'items', '--zone', 'wide']],
  ['a frontier where several bid', ['frontier', '--domain', 'arena']],
  ['a sampler of another domain', ['interactions', 'fair_openings', '--sampler', 'dond']],
])('%s is bad usage', async (_, words) => {
  await expect(run(...words)).rejects.toSatisfy((error) => exitCodeOf(error) === BAD_USAGE);
  expect(readdirSync(seen.folder)).toEqual([]);
});
