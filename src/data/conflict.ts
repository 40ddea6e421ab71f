/** Games that somebody played twice and did not come to the same bytes: a file beside them says so, and nobody goes on with them, over a queue or not. */
import { lstatSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
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

/** Bytes of it that are read, and characters that are quoted. */
const LARGEST = 64 << 10;
const LONGEST = 500;

/** Why, if there is a conflict. What a link leads to, or is no such file, is not read: that it is there says enough. */
export function conflictIn(file: string): string | undefined {
  if (!statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isFile() || found.size > LARGEST)
    return new ConflictError(`${basename(file)} is there, but is no file that says why`).message;
  const why = readPlain(file, LARGEST).trim();
  return why.length > LONGEST ? `${why.slice(0, LONGEST - 1)}…` : why;
}
