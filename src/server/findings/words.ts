/** What people said of the findings of a run: the last word of each, and what of findings.jsonl is left out. Read in a thread. */
import { type FindingVerdict, lastWords, readVerdicts } from '../../lab/analysis/findings/index.ts';

export interface Words {
  readonly verdicts: readonly FindingVerdict[];
  readonly problems: readonly string[];
}

export function wordsIn(folder: string): Words {
  const problems: string[] = [];
  return { verdicts: lastWords(readVerdicts(folder, (says) => problems.push(says))), problems };
}
