/** parley report and parley compare: everything rebuilt from transcripts. */
import { join } from 'node:path';
import { Command } from 'commander';
import { makeFolder } from '../models/node/files.ts';
import { FAILED } from './errors.ts';
import { jsonOption, ownDomainOption } from './options.ts';
import { summary } from './run.ts';
import { showStandings } from './show-results.ts';

export function report(): Command {
  return new Command('report')
    .description('rebuild the report of a run from its transcripts')
    .argument('<folder>', 'the folder of a run, or any folder with episodes.jsonl')
    .option('--regret', "add the loss of every move against the best response to the opponent's script (slow)")
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Regret is measured against scripts whose best response is exact; at about ten milliseconds a game it is left out unless the
experiment has "regret: true" or this option is given.

Examples:
  parley report runs/tournament
  parley report runs/janus-bench --regret
  parley report runs/ladder --json`,
    )
    .action((folder: string, options) => rebuild([folder], folder, options));
}

export function compare(): Command {
  return new Command('compare')
    .description('compare several runs in one table, paired where they share scenarios')
    .argument('<folders...>', 'the folders of two or more runs')
    .option('--out <folder>', 'where the report goes', 'comparison')
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  parley compare runs/monday runs/tuesday --out runs/both')
    .action((folders: string[], options) => rebuild(folders, options.out, options));
}

interface RebuildOptions {
  readonly json?: boolean;
  readonly regret?: boolean;
}

async function rebuild(folders: readonly string[], out: string, { json, regret }: RebuildOptions): Promise<void> {
  const { resultsOf, writeResults } = await import('../lab/results/index.ts');
  const results = await resultsOf(folders, { regret });
  makeFolder(out);
  await writeResults(out, results);
  const text = json
    ? JSON.stringify(summary(out, results))
    : `${showStandings(results)}\n\n${join(out, 'report.html')}`;
  process.stdout.write(`${text}\n`);
  if (results.failures.length > 0) process.exitCode = FAILED;
}
