/** dialogues.jsonl of an imported corpus: every record whole, or named by its line with what it lacks. */
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LARGEST_TEXT } from '../../models/node/plain.ts';
import { ImportError, textOf } from '../import/text.ts';
import { SPLITS } from '../parquet/splits.ts';

const secrets = z.looseObject({});
const split = z.object({ a: z.array(z.number()), b: z.array(z.number()) });
const act = z.object({
  type: z.enum(['offer', 'accept', 'reject', 'walk', 'say']),
  price: z.number().optional(),
  split: split.optional(),
});
const schema = z.object({
  id: z.string().min(1),
  source: z.string().min(1),
  split: z.enum(SPLITS),
  /** Ours; in files of older imports it is the only one. */
  ownSplit: z.enum(SPLITS).optional(),
  scenario: z.object({ public: secrets, private: z.record(z.string(), secrets) }),
  turns: z
    .array(
      z.object({ seat: z.enum(['buyer', 'seller', 'a', 'b']), words: z.string(), act, price: z.number().optional() }),
    )
    .min(1),
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('agreement'),
      deal: z.looseObject({ price: z.number().optional(), split: split.optional() }),
    }),
    z.object({ kind: z.enum(['no-deal', 'walked', 'unknown']) }),
  ]),
});
export type DialogueRecord = z.output<typeof schema>;

export interface Records {
  readonly file: string;
  readonly sha256: string;
  readonly dialogues: readonly (DialogueRecord & { readonly line: number })[];
  /** Records that are not whole, each in a sentence. */
  readonly incomplete: readonly string[];
}

/** One record, or undefined where it is not whole. */
export function parseDialogue(row: string): DialogueRecord | undefined {
  return schema.safeParse(jsonOf(row)).data;
}

const COLUMNS = Object.keys(schema.shape).filter((column) => column !== 'ownSplit');

/** `input` is the folder that an import wrote, or the file in it. */
export function readDialogues(input: string, largest = LARGEST_TEXT): Records {
  const file = existsSync(input) && statSync(input).isDirectory() ? join(input, 'dialogues.jsonl') : input;
  if (!existsSync(file))
    throw new ImportError(
      `there is no file ${file}; parley data import craigslist FILES --out ${input} writes it (or dond, casino)`,
    );
  const text = textOf(file, 'dialogues of an imported corpus', largest);
  const values = text.split('\n').flatMap((row, i) => (row.trim() === '' ? [] : [{ line: i + 1, value: jsonOf(row) }]));
  const lacking = COLUMNS.filter((column) => !values.some(({ value }) => isObject(value) && column in value));
  if (lacking.length > 0)
    throw new ImportError(
      `${file} has no column ${lacking.join(', ')}; dialogues have ${COLUMNS.join(', ')}: import the corpus again`,
    );
  const dialogues: (DialogueRecord & { line: number })[] = [];
  const incomplete: string[] = [];
  for (const { line, value } of values) {
    const problem = value === undefined ? 'is not JSON, perhaps cut off' : undefined;
    const parsed = problem ? undefined : schema.safeParse(value);
    if (parsed?.success) dialogues.push({ ...parsed.data, line });
    else incomplete.push(`${file} line ${line} ${problem ?? lack(parsed?.error?.issues[0])}`);
  }
  return { file, sha256: createHash('sha256').update(text).digest('hex'), dialogues, incomplete };
}

function jsonOf(row: string): unknown {
  try {
    return JSON.parse(row);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function lack(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') || 'the record';
  return /received undefined/.test(issue?.message ?? '') ? `has no ${path}` : `has a bad ${path}: ${issue?.message}`;
}
