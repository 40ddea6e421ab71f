/** parley data prepare trajectories: games of persuasion in the schema of Planning Theory-of-Mind, really played. */

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Command } from 'commander';
import { ptomTrajectories, strategyTypes } from '../data/persuasion/trajectories.ts';
import { makeFolder } from '../models/node/files.ts';
import { jsonOption, scenarioSeedOption, wholeNumber } from './options.ts';
import { progressBar } from './progress.ts';

interface Flags {
  readonly count: number;
  readonly seed: number;
  readonly out: string;
  readonly json?: boolean;
}

export function trajectories(): Command {
  return new Command('trajectories')
    .description('games of ptom with beliefs, reasoning and counterfactuals, typed by what happened in them')
    .option('--count <n>', 'how many scenarios are played, by five persuaders each', wholeNumber(1, 1_000_000), 100)
    .addOption(scenarioSeedOption().default(0))
    .requiredOption('--out <file>', 'write the trajectories to this .jsonl file, in the schema of P-ToM')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Of each scenario at most one trajectory of each type: ${strategyTypes.join(', ')}.
Types follow from the game, and success is what the target decided. Beliefs are those of an observer who knows how scenarios are drawn.

Examples:
  parley data prepare trajectories --count 400 --out ptom/trajectories.jsonl
  parley data import ptom ptom/trajectories.jsonl --out parley-data/ptom
  parley data convert --in parley-data/ptom/dialogues.jsonl --format sharegpt --out rows/persuasion --thoughts`,
    )
    .action(({ count: scenarios, seed, out, json }: Flags) => {
      const bar = progressBar();
      const counts: Record<string, number> = {};
      makeFolder(dirname(out));
      writeFileSync(out, '');
      for (let i = 0; i < scenarios; i++) {
        const made = ptomTrajectories(seed + i);
        writeFileSync(out, made.map((one) => `${JSON.stringify(one)}\n`).join(''), { flag: 'a' });
        for (const { strategy_type: type } of made) counts[type] = (counts[type] ?? 0) + 1;
        bar.update({ label: 'playing', done: i + 1, of: scenarios, unit: 'scenarios' });
      }
      bar.stop();
      const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
      const types = strategyTypes.map((type) => `${type} ${counts[type] ?? 0}`).join(', ');
      process.stdout.write(
        `${json ? JSON.stringify({ done: true, out, scenarios, rows, types: counts }) : `${out}: ${rows} trajectories of ${scenarios} scenarios (${types})`}\n`,
      );
    });
}
