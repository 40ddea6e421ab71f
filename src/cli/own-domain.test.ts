/** Games of a domain of one's own through the verbs: its file given by hand, or found beside the games of a run. */
import { stripVTControlCharacters } from 'node:util';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { readEpisodes } from '../data/index.ts';
import { beliefs } from './beliefs.ts';
import { testCommand } from './command.fixture.ts';
import { convert } from './data-convert.ts';
import { readDomain } from './domain-options.ts';
import { negotiate } from './negotiate.ts';
import { plot } from './plot.ts';
import { replay } from './replay.ts';
import { report } from './report.ts';
import { run } from './run.ts';
import { tournament } from './tournament.ts';

const verbs = () => {
  const program = new Command().hook('preAction', (_program, command) => readDomain(command)).exitOverride();
  for (const verb of [replay, beliefs, convert, negotiate, plot, report, run, tournament]) program.addCommand(verb());
  return program;
};
const seen = testCommand(verbs);
const FILE = 'examples/advice/index.ts';
const said = () => stripVTControlCharacters(seen.printed);

// First: once it is loaded, this process knows it.
test('what is not known is told with the way out', async () => {
  await expect(seen.run('tournament', 'a', 'b', '--domain', 'nothing')).rejects.toThrow('there is no domain "nothing"');
  await expect(seen.run('tournament', '--domain', 'items', '--registry', 'clean')).rejects.toThrow(
    'the registry clean is of price, not of items',
  );
});

test('negotiate, replay, fork, beliefs', async () => {
  const games = seen.at('games.jsonl');
  await seen.run('negotiate', '--domain', FILE, '--a', 'honest', '--b', 'honest?beliefs=on', '--out', games);
  expect(said()).toContain('50 was chosen, the state was 50, in turn 2');
  const [episode] = readEpisodes(games);
  await seen.run('replay', `${games}#${episode?.id}`, '--fork', '2', '--act', 'decider=choose 10');
  expect(said()).toContain('10 was chosen, the state was 50, in turn 2');
  await seen.run('beliefs', games);
  expect(said()).toMatch(/decider\W+state\W+coverage\W+last\W+1\W+1\.000/);
  await expect(seen.run('plot', 'concessions', '--domain', FILE, '--out', seen.at('plots'))).rejects.toThrow(
    'drawn of price scripts',
  );
});

test('a run, its table of conclusions, its report, and rows of it for training', async () => {
  const folder = seen.at('run');
  await seen.run('run', 'examples/advice/experiment.yaml', '--count', '6', '--out', folder);
  expect(said()).toMatch(/agent\W+games\W+concluded\W+utility/);
  expect(said()).not.toContain('deals');
  await seen.run('report', folder, '--json');
  expect(said()).toMatch(/"concluded":\d+/);
  await seen.run(
    'convert',
    '--in',
    `${folder}/episodes.jsonl`,
    '--format',
    'chatml',
    '--out',
    seen.at('rows'),
    '--json',
  );
  expect(said()).toMatch(/"kind":"episodes"/);
});
