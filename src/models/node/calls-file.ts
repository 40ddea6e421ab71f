/** The log of calls as a file, calls.jsonl: one for all models that write to it. */
import type { CallsLog } from '../wrappers/calls-log.ts';
import { createAppender } from './json-lines.ts';

export function callsLog(file: string): CallsLog {
  return createAppender(file, { anew: true });
}
