/** parley data card: what is in a dataset and what is wrong with it, in the terminal, as JSON or as a page. */
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import pc from 'picocolors';
import {
  CANNOT_SEE,
  type Card,
  type Contents,
  cardOrContents,
  contentsOf,
  counted,
  type Finding,
  grouped,
  percent,
} from '../data/card/index.ts';
import { UsageError } from './errors.ts';
import { jsonOption } from './options.ts';
import { progressBar } from './progress.ts';

export function card(): Command {
  return new Command('card')
    .description('describe a dataset of negotiations, and what is wrong with it')
    .argument(
      '<source>',
      'turn rows (.jsonl or .parquet), a folder with decision_steps.parquet, or any other file of rows that parley writes',
    )
    .option('--train <source>', 'the training data: report what the two share')
    .option('--page <file>', 'also write the card as a page with plots (.html)')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  parley data card turns.jsonl
  parley data card prepared --page card.html
  parley data card runs/mine/episodes.jsonl
  parley data card held-out.jsonl --train turns.jsonl --json`,
    )
    .action(async (source: string, options: { train?: string; page?: string; json?: boolean }) => {
      const bar = progressBar();
      const onProgress = (label: string, share: number) =>
        bar.update({ label, done: Math.floor(1000 * share), of: 1000 });
      const made = await cardOrContents(source, { train: options.train, onProgress }).finally(bar.stop);
      if (!('findings' in made)) {
        if (options.page !== undefined)
          throw new UsageError(`${source} holds ${made.kind}, and a page is of turn rows or decision steps`);
        process.stdout.write(`${options.json ? JSON.stringify(made) : contentsText(made)}\n`);
        return;
      }
      if (options.page !== undefined) {
        // A document takes half a second to load: only who wants a page waits for it.
        const { cardPage } = await import('../lab/report/card-page.ts');
        writeFileSync(options.page, cardPage(made));
      }
      process.stdout.write(`${options.json ? JSON.stringify(made) : cardText(made)}\n`);
      if (options.page !== undefined && !options.json) process.stdout.write(`\n${options.page}\n`);
    });
}

/** Of a file that is not turn rows: what it is, how much, and the first row that is not like the others. */
function contentsText({ source, kind, rows, columns, games, problems, problem }: Contents): string {
  const lines = [
    ['rows', grouped(rows)],
    ...(games === undefined ? [] : [['games', grouped(games)]]),
    ['columns', columns.join(', ')],
  ];
  const wrong = problem === undefined ? [] : [`${pc.red(counted(problems, 'rows'))} left out, the first: ${problem}`];
  return [pc.bold(`${source}: ${kind}`), aligned(lines, ['left', 'left']), ...wrong].join('\n\n');
}

function cardText(made: Card): string {
  const { findings, notes, rho, splits } = made;
  const parts = [
    pc.bold(`${made.source}: ${made.kind === 'turn-rows' ? 'turn rows' : 'decision steps'}`),
    section(
      findings.length === 0 ? 'No findings' : counted(findings.length, 'findings'),
      findings.map((one) => findingText(one, pc.red)),
    ),
    section(
      'To know',
      notes.map((one) => findingText(one, pc.yellow)),
    ),
    section('Contents', [aligned(contentsOf(made), ['left', 'right', 'left'])]),
    section('rho of deals, in tenths', rho.count === 0 ? [] : [decileText(rho.deciles)]),
    section('Strategies', made.strategies.length === 0 ? [] : [strategyTable(made)]),
    section('Pairs', made.pairs.length === 0 ? [] : [pairText(made.pairs)]),
    ...splits.map(({ column, splits: sizes }) =>
      section(`Column ${column}`, [
        aligned(
          sizes.map((one) => [one.name, counted(one.rows, 'rows'), counted(one.trajectories, 'ids')]),
          ['left', 'right', 'right'],
        ),
      ]),
    ),
    pc.dim(CANNOT_SEE),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A heading over its lines; nothing for a section without any, unless the heading says it all. */
function section(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return heading === 'No findings' ? pc.green(pc.bold(heading)) : '';
  return [pc.bold(heading), ...lines].join('\n');
}

function findingText({ name, count, unit, says, examples }: Finding, color: (text: string) => string): string {
  const lines = [`${color(name)}  ${counted(count, unit)}`, `  ${says}`];
  if (examples.length > 0) lines.push(pc.dim(`  for example ${examples.join(', ')}`));
  return lines.join('\n');
}

const BAR = 40;

function decileText(deciles: readonly number[]): string {
  const most = Math.max(...deciles);
  return aligned(
    deciles.map((count, i) => [
      `${(i / 10).toFixed(1)} to ${((i + 1) / 10).toFixed(1)}`,
      grouped(count),
      '█'.repeat(Math.ceil((BAR * count) / most)),
    ]),
    ['left', 'right', 'left'],
  );
}

function strategyTable({ strategies }: Card): string {
  const rows = strategies.map(({ name, asBuyer, asSeller, deals }) => [
    name,
    grouped(asBuyer),
    grouped(asSeller),
    percent(deals / (asBuyer + asSeller)),
  ]);
  return aligned([['', 'as buyer', 'as seller', 'agreement'], ...rows], ['left', 'right', 'right', 'right']);
}

const MOST_PAIRS = 5;

/** All of a few pairs; of many, how evenly they were drawn. `--json` and `--page` have every one. */
function pairText(pairs: Card['pairs']): string {
  const sorted = [...pairs].sort((a, b) => b.count - a.count);
  const line = ({ buyer, seller, count, deals }: Card['pairs'][number]) => [
    `${buyer} buys from ${seller}`,
    grouped(count),
    `${percent(deals / count)} agreed`,
  ];
  const sides = ['left', 'right', 'right'] as const;
  if (pairs.length <= 2 * MOST_PAIRS) return aligned(sorted.map(line), sides);
  const shown = [...sorted.slice(0, MOST_PAIRS).map(line), ['...', '', ''], ...sorted.slice(-MOST_PAIRS).map(line)];
  return `${counted(pairs.length, 'pairs')}, the most and the least frequent of them\n${aligned(shown, sides)}`;
}

/** Columns of text, each to its left or right. */
function aligned(rows: readonly (readonly string[])[], sides: readonly ('left' | 'right')[]): string {
  const widths = sides.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const cell = (text: string, column: number) =>
    sides[column] === 'left' ? text.padEnd(widths[column] as number) : text.padStart(widths[column] as number);
  return rows.map((row) => `  ${row.map(cell).join('  ')}`.trimEnd()).join('\n');
}
