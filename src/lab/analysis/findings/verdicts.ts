/**
 * findings.jsonl beside a run: what people said of its findings, a line each time, with who and when. Nothing is ever overwritten; of one
 * person's words about one finding the last counts.
 */
import { constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { WriteError } from '../../../models/node/files.ts';
import { FileError, readPlain } from '../../../models/node/plain.ts';
import { detectors } from './finding.ts';

export const verdictFile = (folder: string): string => join(folder, 'findings.jsonl');

const line = z.object({
  finding: z.string(),
  detector: z.enum(detectors),
  game: z.string(),
  turn: z.int(),
  seat: z.string(),
  verdict: z.enum(['confirmed', 'rejected']),
  /** Who: the fingerprint of a key, or a name that was given. */
  by: z.string().min(1),
  /** What that key is called. */
  name: z.string().optional(),
  at: z.string(),
});
export type FindingVerdict = z.output<typeof line>;

/** Bytes and lines of the file: people have said what is in it. */
const LARGEST = 32 << 20;
const MOST_LINES = 100_000;
/** Lines that are no verdicts and named each. */
const MOST_NAMED = 20;

/** Every line, in order; what is no verdict is passed over, and named to `onBad`. A last line without its end is being written. */
export function readVerdicts(folder: string, onBad?: (says: string) => void): FindingVerdict[] {
  const file = verdictFile(folder);
  if (!existsSync(file)) return [];
  let whole: string;
  try {
    whole = readPlain(file, LARGEST);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    onBad?.(`${error.message.replace(file, basename(file))}: what it says is left out`);
    return [];
  }
  const verdicts: FindingVerdict[] = [];
  let [begin, number, bad] = [0, 0, 0];
  for (let end = whole.indexOf('\n'); end >= 0; end = whole.indexOf('\n', begin)) {
    const text = whole.slice(begin, end);
    begin = end + 1;
    if (++number > MOST_LINES) {
      onBad?.(`${basename(file)} has more than ${MOST_LINES} lines: those after them are left out`);
      break;
    }
    const parsed = text === '' ? undefined : line.safeParse(jsonOf(text));
    if (parsed?.success) verdicts.push(parsed.data);
    else if (parsed && ++bad <= MOST_NAMED)
      onBad?.(`${basename(file)} line ${number} is no verdict on a finding, and is left out`);
  }
  if (bad > MOST_NAMED)
    onBad?.(`${basename(file)} has ${bad - MOST_NAMED} more lines that are no verdicts, and are left out`);
  return verdicts;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/**
 * On the disk when the promise resolves. Others may write the same file: each time its end is looked at, and a line that was cut off is
 * ended first. Nothing is written through a link.
 */
export async function appendVerdict(folder: string, verdict: FindingVerdict): Promise<void> {
  const file = verdictFile(folder);
  try {
    const handle = await open(file, FLAGS);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw new Error('it is no file');
      const last = Buffer.alloc(1);
      if (found.size > 0) await handle.read(last, 0, 1, found.size - 1);
      const isWhole = found.size === 0 || last.toString() === '\n';
      await handle.appendFile(`${isWhole ? '' : '\n'}${JSON.stringify(verdict)}\n`);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new WriteError(`cannot write ${file}: ${(error as Error).message}`, { cause: error });
  }
}

export type Said = Pick<FindingVerdict, 'verdict' | 'by' | 'name' | 'at'>;
/** By finding: the last word of each person. */
export type Words = ReadonlyMap<string, readonly Said[]>;

export function wordsOf(verdicts: readonly FindingVerdict[]): Map<string, Said[]> {
  const last = new Map(verdicts.map((one) => [JSON.stringify([one.finding, one.by]), one]));
  const words = new Map<string, Said[]>();
  for (const { finding, verdict, by, name, at } of last.values()) {
    const said = words.get(finding) ?? [];
    said.push({ verdict, by, ...(name === undefined ? {} : { name }), at });
    words.set(finding, said);
  }
  return words;
}
