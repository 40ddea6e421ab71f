/** The folder of a worker's calls, looked at before any call is made: what cannot be logged would be paid for nothing. */
import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Why nothing can be written there, though it need not be there yet; undefined where all is well. */
export function whyNotWritable(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      // Of a file, nothing is beneath it.
      accessSync(`${at}/.`, constants.W_OK | constants.X_OK);
      return undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT')
        return `cannot log calls of models in ${folder} (${code}): name a folder that this user may write to with --calls`;
    }
  }
}
