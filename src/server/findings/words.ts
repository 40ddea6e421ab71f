/** What people said of the findings of a run: the last word of each, by finding, and what of findings.jsonl is left out. Read in a thread. */
import { readVerdicts, type Said, wordsOf } from '../../lab/analysis/findings/index.ts';

export interface WordsRead {
  /** Findings, each with what was said of it. */
  readonly words: readonly (readonly [finding: string, said: readonly Said[]])[];
  readonly problems: readonly string[];
}

export function wordsIn(folder: string): WordsRead {
  const problems: string[] = [];
  return { words: [...wordsOf(readVerdicts(folder, (says) => problems.push(says)))], problems };
}
