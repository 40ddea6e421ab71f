/** parley report and parley compare: everything rebuilt from transcripts. */
import { Command } from 'commander';
import { jsonOption, ownDomainOption, regretOption } from './options.ts';

type Rebuild = typeof import('./rebuild.ts');

export function report(): Command {
  return new Command('report')
    .argument('<folder>', 'the folder of a run, or any folder with episodes.jsonl')
    .addOption(regretOption())
    .option(
      '--site <folder>',
      'also write the run as a folder for any static server: the web app, report, games, findings',
    )
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
  parley report runs/tournament --site public
  parley report runs/ladder --json`,
    )
    .action(async (...given: Parameters<Rebuild['rebuild']>) => (await import('./rebuild.ts')).rebuild(...given));
}

export function compare(): Command {
  return new Command('compare')
    .argument('<folders...>', 'the folders of two or more runs; the others are compared with the first')
    .option('--out <folder>', 'where the report goes', 'comparison')
    .option('--overwrite', 'write over the report that is there')
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Differences are those of games with the same scenario, seat, opponent and seed; what only one run has is listed. An agent may
have changed in between; then each run has rows of its own.

Examples:
  parley compare runs/monday runs/tuesday --out runs/both
  parley compare runs/main runs/branch --json`,
    )
    .action(async (...given: Parameters<Rebuild['compareFolders']>) =>
      (await import('./rebuild.ts')).compareFolders(...given),
    );
}
