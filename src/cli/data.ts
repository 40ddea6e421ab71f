/** parley data: what becomes of simulated negotiations; tables for training, and a card that says what is in a file. */
import { Command } from 'commander';
import { type PrepareManifest, type PrepareProgress, prepareDecisionSteps } from '../data/parquet/index.ts';
import { card } from './data-card.ts';
import { convert } from './data-convert.ts';
import { importVerb } from './data-import.ts';
import { lessons } from './data-lessons.ts';
import { pairs } from './data-pairs.ts';
import { roles } from './data-roles.ts';
import { trajectories } from './data-trajectories.ts';
import { jsonOption, wholeNumber } from './options.ts';
import { progressBar, progressLines } from './progress.ts';

export function data(): Command {
  return new Command('data').addCommand(importVerb()).addCommand(prepare()).addCommand(convert()).addCommand(card());
}

function prepare(): Command {
  return new Command('prepare')
    .description('make tables that training reads')
    .addCommand(decisionSteps())
    .addCommand(roles())
    .addCommand(pairs())
    .addCommand(lessons())
    .addCommand(trajectories());
}

function decisionSteps(): Command {
  return new Command('decision-steps')
    .description('turn rows to decision_steps.parquet and trajectory_outcomes.parquet')
    .requiredOption('--in <file>', 'turn rows as JSON lines, as parley simulate writes them')
    .requiredOption('--out <folder>', 'where the tables and manifest.json go')
    .option('--history <n>', 'how many of the latest offers a step carries', wholeNumber(0, 10_000), 8)
    .option('--skip-bad', 'leave broken lines out and list them in manifest.json, instead of refusing the file')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley simulate --episodes 100000 --out turns.jsonl
  parley data prepare decision-steps --in turns.jsonl --out tables
  parley data prepare decision-steps --in damaged.jsonl --out tables --skip-bad`,
    )
    .action(async ({ in: input, out, history, skipBad, json }) => {
      const bar = progressBar();
      const lines = progressLines();
      const onProgress = (progress: PrepareProgress) => {
        const { stage, share, rows } = progress;
        if (json) lines(progress);
        else bar.update({ label: stage, done: Math.floor(1000 * share), of: 1000, unit: 'rows', count: rows });
      };
      const made = prepareDecisionSteps({ input, out, history, skipBad, onProgress });
      const manifest = await made.finally(bar.stop);
      process.stdout.write(`${json ? JSON.stringify({ done: true, ...manifest }) : summary(out, manifest)}\n`);
    });
}

function summary(out: string, manifest: PrepareManifest): string {
  const { trajectories, skipped, broken, splits, files, input } = manifest;
  const count = (n: number) => n.toLocaleString('en');
  const lines = [
    `${out}: ${count(trajectories.success + trajectories.failure)} negotiations (${count(trajectories.success)} with a deal, ${count(trajectories.failure)} without) from ${count(input.lines)} lines`,
    ...Object.entries(files).map(
      ([name, { rows, bytes }]) => `  ${name}: ${count(rows)} rows, ${(bytes / 1e6).toFixed(1)} MB`,
    ),
  ];
  for (const [column, sizes] of Object.entries(splits)) {
    const parts = Object.entries(sizes).map(([split, n]) => `${split} ${count(n)}`);
    lines.push(`  ${column}: ${parts.join(', ')}${isOne(sizes) ? ' (nothing is held out)' : ''}`);
  }
  if (broken.count > 0) lines.push(`  ${count(broken.count)} broken lines left out, listed in manifest.json`);
  const { rows, named, ...reasons } = skipped;
  if (rows > 0) {
    const parts = Object.entries(reasons)
      .filter(([, n]) => n > 0)
      .map(([reason, n]) => `${count(n)} ${reason}`);
    const first = named[0] as (typeof named)[number];
    lines.push(
      `  ${count(rows)} lines are no whole negotiation and are in no table: ${parts.join(', ')} (the first: ${first.id}, line ${first.line}); see manifest.json`,
    );
  }
  return lines.join('\n');
}

function isOne(sizes: Readonly<Record<string, number>>): boolean {
  return Object.values(sizes).filter((n) => n > 0).length === 1;
}
