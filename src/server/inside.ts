/** Links in folders that somebody may have sent: what they lead out of the folder to is not there. */
import { realpathSync, statSync } from 'node:fs';
import { sep } from 'node:path';

/** Whether what lies there, links followed, is in the folder; `home` is the real path of it. */
export function isInside(home: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(`${home}${sep}`);
  } catch {
    return false;
  }
}

/** What is no plain file is not there either: a pipe would be waited for without end. */
export function isFileIn(home: string, path: string): boolean {
  return isInside(home, path) && statSync(path).isFile();
}
