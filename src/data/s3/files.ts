/** What of a folder belongs in a bucket, in the order in which it goes there. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { holderOf, isLock, lockIn } from '../../models/node/lock.ts';
import { S3Error } from './client.ts';

export interface FileToPush {
  readonly file: string;
  /** From the folder on, with slashes. */
  readonly name: string;
}

/** Of something that is not whole yet. */
const UNDER_WAY = /\.(?:part|progress|lock|tmp)$|(?:^|\/)_work[^/]*\//;
const MANIFEST = /(?:^|\/)_?manifest[^/]*\.json$|\.manifest\.json$/;

/** A file and its manifest, or all of a folder that nobody writes. Manifests come last: who sees one finds all that it names. */
export function filesIn(path: string): FileToPush[] {
  if (statSync(path).isFile()) {
    const beside = `${basename(path)}.manifest.json`;
    const names = readdirSync(dirname(path)).includes(beside) ? [basename(path), beside] : [basename(path)];
    return names.map((name) => ({ file: join(dirname(path), name), name }));
  }
  const holder = holderOf(lockIn(path));
  if (holder)
    throw new S3Error(`${path} is being written by process ${holder.pid} of ${holder.host}: wait for its end`);
  const names = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !isLock(one.name))
    .map((one) => relative(path, join(one.parentPath, one.name)).split(sep).join('/'));
  const unfinished = names.find((name) => UNDER_WAY.test(name));
  if (unfinished !== undefined)
    throw new S3Error(`${join(path, unfinished)} is of something that was stopped: end it with --resume, then push`);
  const late = (name: string) => (MANIFEST.test(name) ? 1 : 0);
  const sorted = names.sort((a, b) => late(a) - late(b) || (a < b ? -1 : 1));
  return sorted.map((name) => ({ file: join(path, name), name }));
}
