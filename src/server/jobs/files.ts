/** The files of runs as the API shows them. They may be large: a line at a time, and in a thread of their own. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ApiError } from '../routes.ts';

const LARGEST_FILE = 64 * 1024 * 1024;

export function readCard(file: string): unknown {
  sized(file);
  const value = parsed(readFileSync(file, 'utf8'));
  if (value === undefined) throw new ApiError(404, 'not_found', 'the file is not JSON');
  return value;
}

export async function readProgress(file: string, name: string): Promise<object> {
  const progress: unknown[] = [];
  for await (const line of linesOf(file)) {
    const value = parsed(line);
    if (value !== undefined) progress.push(value);
  }
  return { name, progress };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  sized(file);
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield line;
}

function sized(file: string): void {
  if (statSync(file).size > LARGEST_FILE) throw new ApiError(413, 'too_large', 'the file is too large to be served');
}

/** The last line of a run under way may be half written. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
