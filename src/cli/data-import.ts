/**
 * parley data import: other people's results and corpora, measured and cleaned. A source is one line in the list below.
 *
 * What can be read is reported; a file that cannot be used gets a sentence on standard error and makes the exit code 1.
 * Nothing is written unless at least one file could be used.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { importAgreemateResults } from '../data/import/agreemate/index.ts';
import { agreemateReport } from '../data/import/agreemate/report.ts';
import { importBazaarResults } from '../data/import/bazaar/index.ts';
import { bazaarReport } from '../data/import/bazaar/report.ts';
import { corpora, importCorpus } from '../data/import/corpora/index.ts';
import { corpusCard, corpusReport } from '../data/import/corpora/report.ts';
import { sheetLine } from '../data/import/csv.ts';
import { corpusHomes, downloadCorpus } from '../data/import/download.ts';
import { importMindgames } from '../data/import/mindgames/index.ts';
import { mindgamesReport } from '../data/import/mindgames/report.ts';
import { makeFolder } from '../models/node/files.ts';
import { FAILED, UsageError } from './errors.ts';
import { jsonOption } from './options.ts';
import { progressBar } from './progress.ts';

interface Imported {
  /** What --json prints. */
  readonly json: unknown;
  readonly text: string;
  /** What --out writes: name to content. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly refused: readonly string[];
  /** Whether any file could be used. */
  readonly isUseful: boolean;
}

interface ImportSource {
  readonly name: string;
  /** The system's own name, where the source has a longer one. */
  readonly alias?: string;
  readonly about: string;
  readonly files: string;
  read(files: readonly string[]): Imported;
}

const sources: readonly ImportSource[] = [
  {
    name: 'agreemate-results',
    alias: 'agreemate',
    about: 'result files of AgreeMate, measured again',
    files: '*.csv',
    read: agreemate,
  },
  {
    name: 'bazaar-results',
    alias: 'bazaar',
    about: 'evaluation episodes of BazaarBATNA, scored and played again by a policy that says nothing',
    files: '*.jsonl',
    read: bazaar,
  },
  { name: 'mindgames', about: 'payoffs, outcomes and minds of MindGames, checked', files: '*', read: mindgames },
  ...corpora.map((source) => ({
    name: source.name,
    about: `${source.expected}, cleaned, with a data card`,
    files: '*',
    read: (files: readonly string[]) => corpus(source, files),
  })),
];

export function importVerb(): Command {
  const verb = new Command('import').description(
    "read other people's results and corpora, and report what is wrong in them",
  );
  for (const source of sources) verb.addCommand(commandOf(source));
  return verb;
}

function commandOf({ name, alias, about, files: pattern, read }: ImportSource): Command {
  const home = corpusHomes[name];
  const verb = new Command(name).description(about).argument('[files...]', `the files (${pattern}), or their folder`);
  if (alias !== undefined) verb.alias(alias);
  if (home) {
    verb
      .option('--download', `get the files from their public home first (${new URL(home[0]?.url ?? '').hostname})`)
      .option('--to <folder>', 'where downloaded files go', join('parley-data', 'downloads', name));
  }
  return verb
    .option('--out <folder>', 'also write the report and its tables there')
    .option('--overwrite', 'write over the import that is there')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:${home ? `\n  parley data import ${name} --download --out parley-data/${name}` : ''}
  parley data import ${name} downloads/${pattern}
  parley data import ${name} downloads/${pattern} --out measured --json`,
    )
    .action(async (given: string[], { out, overwrite, json, download, to }: ImportFlags) => {
      if (out !== undefined && !overwrite && existsSync(join(out, 'report.md')))
        throw new UsageError(`${out} holds an import already: name another folder with --out, or give --overwrite`);
      if (given.length === 0 && !download)
        throw new UsageError(
          `got no files; give those of ${name}${home ? ', or --download to get them from their public home' : ''}`,
        );
      const own = given.flatMap((path) => filesAt(path, pattern));
      const files = download && to !== undefined ? [...(await downloaded(name, to)), ...own] : own;
      const imported = read(files);
      for (const sentence of imported.refused) process.stderr.write(`parley: ${sentence}\n`);
      if (imported.refused.length > 0) process.exitCode = FAILED;
      if (!imported.isUseful) return;
      if (out !== undefined) writeAll(out, { ...imported.outputs, 'report.md': `${imported.text}\n` });
      process.stdout.write(`${json ? JSON.stringify(imported.json) : imported.text}\n`);
      if (out !== undefined && !json)
        process.stdout.write(`\nin ${out}: ${[...Object.keys(imported.outputs), 'report.md'].join(', ')}\n`);
    });
}

/** A file as it is; of a folder the files that the source could read, by name. */
function filesAt(path: string, pattern: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const files = readdirSync(path, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/^\.|^readme/i.test(entry.name) && entry.name.endsWith(pattern.replace('*', '')),
    )
    .map((entry) => join(path, entry.name));
  if (files.length === 0) throw new UsageError(`the folder ${path} has no file ${pattern}`);
  return files.sort();
}

interface ImportFlags {
  readonly out?: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
  readonly download?: boolean;
  readonly to?: string;
}

/** Paths of the files of a corpus; what no checksum vouches for is said on standard error. */
async function downloaded(name: string, folder: string): Promise<string[]> {
  const stop = new AbortController();
  const interrupted = () => stop.abort(new Error('stopped; the same command goes on from there'));
  process.once('SIGINT', interrupted);
  const bar = progressBar();
  const onProgress = (label: string, done: number, of: number | undefined) =>
    bar.update({ label, done, of: of ?? done, unit: 'bytes' });
  try {
    const got = await downloadCorpus(corpusHomes[name] ?? [], { folder, signal: stop.signal, onProgress });
    bar.stop();
    for (const { path, sha256, checked } of got)
      if (!checked) process.stderr.write(`parley: no checksum is known for ${path}; it has the SHA-256 ${sha256}\n`);
    return got.map(({ path }) => path);
  } finally {
    bar.stop();
    process.off('SIGINT', interrupted);
  }
}

function agreemate(files: readonly string[]): Imported {
  const results = importAgreemateResults(files);
  const columns = Object.keys(results.files[0]?.summary ?? {});
  const lines = results.files.map(({ file, summary }) =>
    sheetLine([file, ...columns.map((column) => summary[column])]),
  );
  const runs = results.files.flatMap(({ file, runs: some }) => some.map((run) => JSON.stringify({ file, ...run })));
  return {
    json: results,
    text: agreemateReport(results),
    outputs: { 'summary.csv': textOf([sheetLine(['file', ...columns]), ...lines]), 'runs.jsonl': textOf(runs) },
    refused: results.refused,
    isUseful: results.files.length > 0,
  };
}

function bazaar(files: readonly string[]): Imported {
  const results = importBazaarResults(files);
  return {
    json: results,
    text: bazaarReport(results),
    outputs: { 'scores.jsonl': textOf(results.scores.map((score) => JSON.stringify(score))) },
    refused: results.refused,
    isUseful: results.scores.length > 0,
  };
}

function mindgames(files: readonly string[]): Imported {
  const results = importMindgames(files);
  const { payoffs, outcomes, networks, ...card } = results;
  return {
    json: card,
    text: mindgamesReport(results),
    outputs: {
      'payoffs.jsonl': textOf(payoffs.map((payoff) => JSON.stringify(payoff))),
      'networks.jsonl': textOf(networks.map((network) => JSON.stringify(network))),
      'card.json': `${JSON.stringify(card, null, 2)}\n`,
    },
    refused: results.refused,
    isUseful: payoffs.length + outcomes.length + networks.length > 0,
  };
}

function corpus(source: (typeof corpora)[number], files: readonly string[]): Imported {
  const read = importCorpus(source, files);
  const card = corpusCard(read);
  return {
    json: card,
    text: corpusReport(card),
    outputs: {
      'dialogues.jsonl': textOf(read.dialogues.map((dialogue) => JSON.stringify(dialogue))),
      'scenarios.jsonl': textOf(read.scenarios.map((scenario) => JSON.stringify(scenario))),
      'card.json': `${JSON.stringify(card, null, 2)}\n`,
    },
    refused: read.refused,
    isUseful: read.scenarios.length > 0,
  };
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Each file is whole or not there. */
function writeAll(folder: string, outputs: Readonly<Record<string, string>>): void {
  makeFolder(folder);
  const parts = Object.entries(outputs).map(([name, content]) => ({ path: join(folder, name), content }));
  for (const { path, content } of parts) writeFileSync(`${path}.part`, content);
  // An older card must not speak for the new files, should this be stopped half-way through the renames.
  rmSync(join(folder, 'card.json'), { force: true });
  for (const { path } of parts) renameSync(`${path}.part`, path);
}
