/**
 * Role tables, transcripts, dialogues over a listing, persuasion trajectories and chat rows to chat rows in one of the formats:
 * train.jsonl, validation.jsonl, test.jsonl.
 *
 * What cannot be used is left out, counted and named in manifest.json, which is written last: where it is, the rows are whole.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Episode, ReplayError } from '../../core/index.ts';
import { aloneIn } from '../../models/node/lock.ts';
import { parseEpisode, TranscriptError } from '../episodes.ts';
import { ImportError } from '../import/text.ts';
import { linesOf } from '../parquet/lines.ts';
import { SPLITS, type Split } from '../parquet/splits.ts';
import { readDialogues, readRoleTable } from '../roles/index.ts';
import { type ChatRow, chatProblem } from './chat-row.ts';
import { dialogueChats, isOverPrice } from './dialogue-chat.ts';
import { type EpisodeChatOptions, episodeChats } from './episode-chat.ts';
import { type ChatFormat, chatFormats, readChatRow } from './formats.ts';
import { persuasionChats } from './persuasion-chat.ts';
import { type RoleChatOptions, roleChat } from './role-chat.ts';

export interface ConvertOptions extends EpisodeChatOptions, RoleChatOptions {
  /** A role table (.csv), or transcripts, imported dialogues (over a listing, persuasion) or chat rows as JSON lines. */
  readonly input: string;
  readonly out: string;
  readonly format: ChatFormat['name'];
  readonly onProgress?: (progress: { readonly rows: number; readonly share: number }) => void;
}

export interface ConvertManifest {
  readonly format: ChatFormat['name'];
  readonly input: { readonly file: string; readonly sha256: string };
  readonly kind: 'roles' | 'episodes' | 'dialogues' | 'persuasion' | 'chat';
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly rows: Readonly<Record<Split, number>>;
  /** Games that failed: they teach nothing. */
  readonly failed: number;
  /** What was left out, each in a sentence; the first of many are named. */
  readonly problems: { readonly count: number; readonly named: readonly string[] };
}

const MOST_NAMED = 1000;

export async function convertRows(options: ConvertOptions): Promise<ConvertManifest> {
  const { input, out } = options;
  if (!existsSync(input))
    throw new ImportError(`there is no file ${input}; give a role table (.csv), episodes.jsonl or chat rows (.jsonl)`);
  if (statSync(input).isDirectory())
    throw new ImportError(`${input} is a folder: name one file of it, such as ${input}/generalist_training.csv`);
  return aloneIn(out, () => convertInto(options));
}

async function convertInto(options: ConvertOptions): Promise<ConvertManifest> {
  const { input, out, format, onProgress } = options;
  const writer = chatFormats.find(({ name }) => name === format) as ChatFormat;
  const account: Account = { failed: 0, problems: [], share: 0 };
  const source = sourceOf(options, account);
  const rows: Record<Split, number> = { train: 0, validation: 0, test: 0 };
  const part = (split: Split) => join(out, `${split}.jsonl.part`);
  const manifestFile = join(out, 'manifest.json');
  const handles = Object.fromEntries(SPLITS.map((split) => [split, openSync(part(split), 'w')])) as Record<
    Split,
    number
  >;
  try {
    let count = 0;
    for (const { row, where } of source.rows) {
      const problem = chatProblem(row.messages);
      if (problem) account.problems.push(`${where}: ${problem}`);
      else {
        writeFileSync(handles[row.split], `${writer.write(row)}\n`);
        rows[row.split]++;
      }
      if (++count % 500 === 0) {
        onProgress?.({ rows: count, share: account.share });
        // Lets a progress bar draw and an interrupt in.
        await new Promise(setImmediate);
      }
    }
    if (rows.train + rows.validation + rows.test === 0)
      throw new ImportError(`${input} gives no row${account.problems[0] ? ` (${account.problems[0]})` : ''}`);
    rmSync(manifestFile, { force: true });
    for (const split of SPLITS) renameSync(part(split), join(out, `${split}.jsonl`));
  } finally {
    for (const split of SPLITS) {
      closeSync(handles[split]);
      rmSync(part(split), { force: true });
    }
  }
  const { seat, persona, thoughts, wholeGames, withPartnerValues, splitBy = 'scenario' } = options;
  const manifest: ConvertManifest = {
    format,
    input: { file: input, sha256: createHash('sha256').update(readFileSync(input)).digest('hex') },
    kind: source.kind,
    options: {
      ...(seat === undefined ? {} : { seat }),
      ...(persona === undefined ? {} : { persona }),
      thoughts: thoughts ?? false,
      ...(wholeGames ? { wholeGames } : {}),
      withPartnerValues: withPartnerValues ?? false,
      splitBy,
    },
    rows,
    failed: account.failed,
    problems: { count: account.problems.length, named: account.problems.slice(0, MOST_NAMED) },
  };
  writeFileSync(`${manifestFile}.part`, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(`${manifestFile}.part`, manifestFile);
  return manifest;
}

interface Account {
  failed: number;
  /** Done of the input, from 0 to 1. */
  share: number;
  readonly problems: string[];
}
interface Source {
  readonly kind: ConvertManifest['kind'];
  readonly rows: Iterable<{ readonly row: ChatRow; readonly where: string }>;
}

function sourceOf(options: ConvertOptions, account: Account): Source {
  const { input } = options;
  if (/\.csv$/i.test(input)) return { kind: 'roles', rows: fromTable(options, account) };
  if (/\.parquet$/i.test(input)) throw new ImportError(`${input} is Parquet; give the .csv of the same name beside it`);
  const [first] = linesOf(input).next().value ?? [''];
  if (first.includes('"format":')) return { kind: 'episodes', rows: fromEpisodes(options, account) };
  if (!first.includes('"turns":')) return { kind: 'chat', rows: fromChat(options, account) };
  if (first.includes('"source":"ptom"')) return { kind: 'persuasion', rows: fromPersuasion(options, account) };
  if (first.includes('"item":')) return { kind: 'dialogues', rows: fromDialogues(options, account) };
  throw new ImportError(
    `${input} holds dialogues over shared items; make role tables of them first: parley data prepare roles --in ${input}`,
  );
}

function* fromTable(options: ConvertOptions, account: Account): Generator<{ row: ChatRow; where: string }> {
  const { rows, problems } = readRoleTable(options.input);
  account.problems.push(...problems);
  for (const [i, row] of rows.entries()) {
    account.share = i / rows.length;
    const made = roleChat(row, options);
    yield { row: made, where: made.id };
  }
}

function* fromEpisodes(options: ConvertOptions, account: Account): Generator<{ row: ChatRow; where: string }> {
  for (const [line, number] of linesOf(options.input, counting(options.input, account))) {
    const where = `${options.input} line ${number}`;
    let episode: Episode;
    let rows: ChatRow[];
    try {
      episode = parseEpisode(line, where);
      rows = episodeChats(episode, options);
    } catch (error) {
      if (!(error instanceof TranscriptError || error instanceof ReplayError || error instanceof RangeError))
        throw error;
      account.problems.push(error instanceof TranscriptError ? error.message : `${where}: ${error.message}`);
      continue;
    }
    if (episode.result.kind === 'failed') account.failed++;
    for (const row of rows) yield { row, where };
  }
}

function* fromDialogues(options: ConvertOptions, account: Account): Generator<{ row: ChatRow; where: string }> {
  const { file, dialogues, incomplete } = readDialogues(options.input);
  account.problems.push(...incomplete);
  for (const [i, dialogue] of dialogues.entries()) {
    account.share = i / dialogues.length;
    const where = `${file} line ${dialogue.line}`;
    const { rows, problems } = isOverPrice(dialogue)
      ? dialogueChats(dialogue, options)
      : { rows: [], problems: ['it is not about a price'] };
    for (const problem of problems) account.problems.push(`${where}: ${problem}`);
    for (const row of rows) yield { row, where };
  }
}

function* fromPersuasion(options: ConvertOptions, account: Account): Generator<{ row: ChatRow; where: string }> {
  for (const [line, number] of linesOf(options.input, counting(options.input, account))) {
    const where = `${options.input} line ${number}`;
    const made = persuasionChats(jsonOf(line), options);
    if (!made) account.problems.push(`${where} is no persuasion trajectory of an import`);
    for (const problem of made?.problems ?? []) account.problems.push(`${where}: ${problem}`);
    for (const row of made?.rows ?? []) yield { row, where };
  }
}

function* fromChat({ input }: ConvertOptions, account: Account): Generator<{ row: ChatRow; where: string }> {
  for (const [line, number] of linesOf(input, counting(input, account))) {
    const where = `${input} line ${number}`;
    const row = readChatRow(jsonOf(line));
    if (row) yield { row, where };
    else account.problems.push(`${where} is neither a transcript nor a chat row`);
  }
}

function counting(file: string, account: Account): (bytes: Buffer) => void {
  const { size } = statSync(file);
  return (bytes) => {
    account.share += bytes.length / size;
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
