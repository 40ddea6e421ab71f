/** The files of runs as the API shows them. They may be large: read in a thread of their own. */
import { FileError, readPlain } from '../../models/node/plain.ts';
import { ApiError } from '../routes.ts';

/** Bytes: cards have some kilobytes, and of a run under way there may be a line a step. */
const LARGEST_CARD = 4 << 20;
const LARGEST_PROGRESS = 64 << 20;

export function readCard(file: string): unknown {
  const value = parsed(served(file, LARGEST_CARD));
  if (value === undefined) throw new ApiError(404, 'not_found', 'the file is not JSON');
  return value;
}

export function readProgress(file: string, name: string): object {
  const values = served(file, LARGEST_PROGRESS).split('\n').map(parsed);
  return { name, progress: values.filter((value) => value !== undefined) };
}

function served(file: string, largest: number): string {
  try {
    return readPlain(file, largest);
  } catch (error) {
    if (error instanceof FileError) throw new ApiError(413, 'too_large', 'the file is too large to be served');
    throw error;
  }
}

/** The last line of a run under way may be half written. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
