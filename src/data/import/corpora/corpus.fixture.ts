/** Small files of a corpus for tests, and rows of the real ones by their line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Corpus, type CorpusSource, type Dialogue, importCorpus } from './corpus.ts';

let made = 0;
export function fileOf(text: string, ending = 'jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-corpus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, `corpus-${made++}.${ending}`);
  writeFileSync(path, text);
  return path;
}

export const jsonFile = (...rows: unknown[]) => fileOf(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

/** The only dialogue in it; what was cleaned is in `cleaned`. */
export function only(source: CorpusSource, path: string): Dialogue {
  const { dialogues, problems, refused, leftOut } = importCorpus(source, [path]);
  expect([...problems, ...refused, ...leftOut]).toEqual([]);
  expect(dialogues.length).toBe(1);
  return dialogues[0] as Dialogue;
}

/** How often each rule cleaned or left out. */
export function countsOf({ cleaned, leftOut }: Corpus): Record<string, number> {
  return Object.fromEntries([...cleaned, ...leftOut].map(({ rule, count }) => [rule, count]));
}

export function atLine({ dialogues }: Corpus, line: number): Dialogue {
  return dialogues.find((dialogue) => dialogue.line === line) as Dialogue;
}
