/** Games that somebody played twice and did not come to the same bytes: a file beside them says so, and nobody goes on with them, over a queue or not. */
import { existsSync } from 'node:fs';
import { writeWhole } from '../models/node/files.ts';
import { readPlain } from '../models/node/plain.ts';

/** Two that played the same did not come to the same bytes: nothing of it can be trusted. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  constructor(why: string) {
    super(`${why}: nothing that was played of it can be trusted, begin anew with another --out`);
  }
}

/** Of all that may end a run, a conflict is kept. */
export function keepConflict(file: string, error: unknown): void {
  if (error instanceof ConflictError) writeWhole(file, `${error.message}\n`);
}

export function conflictIn(file: string): string | undefined {
  return existsSync(file) ? readPlain(file).trim() : undefined;
}
