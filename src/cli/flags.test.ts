/** The same flag means the same thing in every verb, every verb has --json, and defaults read as a person would write them. */
import { Command, type Option } from 'commander';
import { expect, test } from 'vitest';
import { beliefs } from './beliefs.ts';
import { bestResponseVerb } from './best-response.ts';
import { conformance } from './conformance.ts';
import { data } from './data.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { exploit } from './exploit.ts';
import { plainHelp } from './help.ts';
import { list } from './list.ts';
import { mcp } from './mcp.ts';
import { models } from './models.ts';
import { negotiate } from './negotiate.ts';
import { play } from './play.ts';
import { plot } from './plot.ts';
import { replay } from './replay.ts';
import { compare, report } from './report.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';
import { simulate } from './simulate.ts';
import { tournament } from './tournament.ts';
import { train } from './train.ts';

const playing = [demo(), negotiate(), play(), replay(), tournament(), run(), report(), compare(), list(), beliefs()];
const other = [bestResponseVerb(), exploit(), plot(), simulate(), data(), train(), models(), serve(), mcp()];
const leaves = (verb: Command): Command[] => (verb.commands.length > 0 ? verb.commands.flatMap(leaves) : [verb]);
const verbs = [...playing, ...other, conformance(), doctor(), explain()].flatMap(leaves);
const shown = (verb: Command): Option[] => verb.options.filter(({ hidden }) => !hidden);

/** What each flag takes, wherever it stands. Exceptions are in docs/DECISIONS.md. */
const TAKES: Readonly<Record<string, RegExp>> = {
  '--scenarios': /<source>/,
  '--count': /<n>/,
  '--episodes': /<n>/,
  '--games': /<n>/,
  '--seed': /<n>/,
  '--seeds': /<n>/,
  '--out': /<(file|folder)>/,
  '--against': /<spec>/,
};

test('every verb has --json but the one that speaks JSON anyway', () => {
  expect(verbs.length).toBeGreaterThan(25);
  const without = verbs.filter((verb) => !shown(verb).some(({ long }) => long === '--json'));
  expect(without.map((verb) => verb.name())).toEqual(['mcp']);
});

test('a flag takes the same in every verb', () => {
  const odd = verbs.flatMap((verb) =>
    shown(verb).flatMap(({ long, flags }) => {
      const takes = TAKES[long ?? ''];
      return takes && !takes.test(flags) ? [`${verb.name()} ${flags}`] : [];
    }),
  );
  expect(odd).toEqual(['plot --against <file>']);
});

test('--count is always of scenarios, --episodes and --games never', () => {
  const about = (name: string) =>
    verbs.flatMap((verb) => shown(verb).flatMap(({ long, description }) => (long === name ? [description] : [])));
  expect(about('--count').length).toBeGreaterThan(2);
  for (const text of about('--count')) expect(text).toMatch(/^how many scenarios/);
  for (const text of [...about('--episodes'), ...about('--games')]) expect(text).not.toMatch(/^scenarios/);
});

/** Without what belongs to one verb: the default in words, and what is drawn. */
const plain = (text: string) => text.replace(/ \(default: .*\)$/, '').replace(/^interactions: /, '');

test('one meaning, one description', () => {
  const said = new Map<string, Map<string, string[]>>();
  for (const verb of verbs)
    for (const { long, description } of shown(verb)) {
      const of = said.get(long ?? '') ?? new Map<string, string[]>();
      said.set(long ?? '', of.set(plain(description), [...(of.get(plain(description)) ?? []), verb.name()]));
    }
  const texts = (flag: string) => [...(said.get(flag)?.keys() ?? [])];
  for (const flag of ['--scenarios', '--seeds', '--resume', '--regret', '--turns', '--json', '--take-over', '--zone'])
    expect(texts(flag), flag).toHaveLength(1);
  for (const flag of ['--episodes', '--games']) for (const text of texts(flag)) expect(text).toMatch(/^games /);
  // One game has a seed; several have that of their scenarios.
  expect(said.get('--seed')?.get('seed of the game')).toEqual(['demo', 'negotiate', 'play', 'plot', 'explain']);
  expect(texts('--seed').sort()).toEqual(['seed of the game', 'seed of the scenarios']);
  // A file takes the games that are added to it; a verb that writes several files takes a folder.
  for (const verb of verbs)
    for (const { long, flags, description } of shown(verb))
      if (long === '--out' && flags.includes('<file>')) expect(description).toContain('.jsonl');
});

test('names from before still work: exploit --scenarios and best-response --episodes', () => {
  const formerly = verbs.flatMap((verb) =>
    verb.options.filter(({ hidden }) => hidden).map(({ long }) => `${verb.name()} ${long}`),
  );
  expect(formerly).toEqual(['best-response --episodes', 'exploit --scenarios']);
});

test('defaults read as a person would write them', () => {
  for (const verb of verbs) expect(verb.configureHelp(plainHelp).helpInformation()).not.toMatch(/default: ["{[]/);
  const one = new Command('one').option('--to <folder>', 'where', 'here').option('--n <n>', 'how many', Number, 3);
  const help = one.configureHelp(plainHelp).helpInformation();
  expect(help).toContain('where (default: here)');
  expect(help).toContain('how many (default: 3)');
});
