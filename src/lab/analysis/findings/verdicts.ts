/**
 * findings.jsonl beside a run: what people said of its findings, a line each time, with who and when. Nothing is ever overwritten; of one
 * person's words about one finding the last counts.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { createAppender, readJsonLines } from '../../../models/node/json-lines.ts';
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

/** Every line, in order. */
export function readVerdicts(folder: string): FindingVerdict[] {
  return readJsonLines(verdictFile(folder)).map(({ value, where }) => {
    const parsed = line.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new Error(`${where} is no verdict on a finding`);
  });
}

export function appendVerdict(folder: string, verdict: FindingVerdict): Promise<void> {
  return createAppender(verdictFile(folder))(verdict satisfies FindingVerdict);
}

/** The last word of each person on each finding. */
export function lastWords(verdicts: readonly FindingVerdict[]): FindingVerdict[] {
  return [...new Map(verdicts.map((one) => [JSON.stringify([one.finding, one.by]), one])).values()];
}
