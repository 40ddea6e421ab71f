/** parley data convert: role tables, transcripts and dialogues to chat rows that a trainer reads. */
import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { personaNames } from '../agents/index.ts';
import { type ConvertManifest, type ConvertOptions, chatFormats, convertRows } from '../data/convert/index.ts';
import { jsonOption, ownDomainOption } from './options.ts';
import { progressBar } from './progress.ts';

interface ConvertFlags extends Omit<ConvertOptions, 'input'> {
  readonly in: string;
  readonly json?: boolean;
  readonly domain?: string;
}

export function convert(): Command {
  return new Command('convert')
    .description(
      'role tables (.csv), episodes.jsonl, dialogues.jsonl or chat rows to chat rows: train, validation and test',
    )
    .requiredOption(
      '--in <file>',
      'a role table as CSV, transcripts, imported craigslist or ptom dialogues, or chat rows in another format',
    )
    .addOption(
      new Option('--format <name>', 'how a row is written')
        .choices(chatFormats.map(({ name }) => name))
        .makeOptionMandatory(),
    )
    .requiredOption('--out <folder>', 'where train.jsonl, validation.jsonl, test.jsonl and manifest.json go')
    .option('--seat <seat>', 'transcripts and dialogues: only the acts of this seat')
    .addOption(
      new Option('--persona <name>', 'transcripts and dialogues: the persona in the prompt').choices(personaNames),
    )
    .option('--thoughts', 'a computed thought before the act, in a field that the other side never sees')
    .option(
      '--whole-games',
      'transcripts: one row per seat and game that trains all its acts, instead of one row per act',
    )
    .option('--with-partner-values', "role tables: tell the model the other side's secrets (for ablations)")
    .addOption(
      new Option('--split-by <what>', 'what must not be in two splits; published: as the corpus was (role tables)')
        .choices(['scenario', 'trajectory', 'published'])
        .default('scenario'),
    )
    .addOption(ownDomainOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Transcripts and craigslist dialogues give exactly the prompt that an llm: agent gets in play; role tables have one of their own.
A row teaches the last message. Earlier messages of the assistant have "weight": 0 and carry no loss. With --whole-games
a row teaches every message of the assistant.

Examples:
  parley data convert --in roles/buyer_training.csv --format chatml --out rows/buyer --thoughts
  parley data convert --in runs/mine/episodes.jsonl --seat buyer --format openai --out rows/mine
  parley data convert --in parley-data/craigslist/dialogues.jsonl --seat buyer --format chatml --out rows/buyer
  parley data convert --in parley-data/ptom/dialogues.jsonl --format chatml --out rows/persuasion --thoughts`,
    )
    .action(async ({ in: input, json, domain: _, ...rest }: ConvertFlags) => {
      const { loadBeside } = await import('../lab/experiment/own/beside.ts');
      const { refuseConflict } = await import('../lab/experiment/conflict.ts');
      refuseConflict(dirname(input), 'converted');
      await loadBeside(input);
      const bar = progressBar();
      const onProgress = ({ rows, share }: { rows: number; share: number }) =>
        bar.update({ label: 'converting', done: Math.floor(1000 * share), of: 1000, unit: 'rows', count: rows });
      const manifest = await convertRows({ ...rest, input, onProgress }).finally(bar.stop);
      process.stdout.write(`${json ? JSON.stringify({ done: true, ...manifest }) : summary(rest.out, manifest)}\n`);
    });
}

function summary(out: string, { rows, problems, failed, format, kind }: ConvertManifest): string {
  const count = (n: number) => n.toLocaleString('en');
  const lines = [
    `${out}: ${Object.entries(rows)
      .map(([split, n]) => `${split} ${count(n)}`)
      .join(', ')} rows (${format}, from ${kind})`,
  ];
  if (failed > 0) lines.push(`  ${count(failed)} games failed and teach nothing`);
  if (problems.count > 0) lines.push(`  ${count(problems.count)} left out; the first: ${problems.named[0]}`);
  return lines.join('\n');
}
