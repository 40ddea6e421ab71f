/** What of a folder belongs in a bucket, in the order in which it goes there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { holderOf, isLock, lockIn } from '../../models/node/lock.ts';
import { conflictIn } from '../conflict.ts';
import { conflictOf } from '../simulate/run.ts';
import { PART_FILE, readSet, refuseOtherLength, SET_MANIFEST } from '../simulate/set.ts';
import { S3Error } from './client.ts';

interface FileToPush {
  readonly file: string;
  /** From the folder on, with slashes. */
  readonly name: string;
  /** As its manifest has it, if one names it. */
  readonly sha256?: string;
  /** A part of a data set. */
  readonly ofSet?: boolean;
}

export interface FilesToPush {
  readonly files: readonly FileToPush[];
  /** Links, locks and what has no name that can be sent. */
  readonly leftOut: readonly string[];
}

/** Of something that is not whole yet. */
const UNDER_WAY = /\.(?:part|progress|lock|tmp)$|(?:^|\/)_work[^/]*\//;
const MANIFEST = /(?:^|\/)_?manifest[^/]*\.json$|\.manifest\.json$/;
const BESIDE = /\.manifest\.json$/;

/** A file and its manifest, or all of a folder that nobody writes. Manifests come last: who sees one finds all that it names. */
export function filesIn(path: string): FilesToPush {
  if (statSync(path).isFile()) return { files: fileAlone(path), leftOut: [] };
  const all = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((one) => !one.isDirectory())
    .map((one) => ({ one, name: relative(path, join(one.parentPath, one.name)).split(sep).join('/') }));
  refuseHeld(path);
  for (const { one } of all) if (isLock(one.name)) refuseHeld(one.parentPath);
  const [names, leftOut]: [string[], string[]] = [[], []];
  for (const { one, name } of all)
    (one.isFile() && !isLock(one.name) && existsSync(join(path, name)) ? names : leftOut).push(name);
  const unfinished = names.find((name) => UNDER_WAY.test(name));
  if (unfinished !== undefined) refuseUnfinished(join(path, unfinished));
  const late = (name: string) => (MANIFEST.test(name) ? 1 : 0);
  const sorted = names.sort((a, b) => late(a) - late(b) || (a < b ? -1 : 1));
  const vouched = vouchedBy(sorted.map((name) => join(path, name)));
  refuseStray(
    sorted.map((name) => join(path, name)),
    vouched,
  );
  const files = sorted.map((name) => ({ file: join(path, name), name, ...vouched.get(join(path, name)) }));
  return { files, leftOut: leftOut.sort() };
}

function fileAlone(path: string): FileToPush[] {
  const folder = dirname(path);
  refuseHeld(folder);
  const beside = readdirSync(folder);
  const name = basename(path);
  const ofSet = PART_FILE.test(name);
  const unfinished = beside.find(
    (one) => ['.part', '.progress', '.lock'].some((end) => one === name + end) || (ofSet && one.startsWith('_work')),
  );
  if (UNDER_WAY.test(name)) refuseUnfinished(path);
  if (unfinished !== undefined) refuseUnfinished(join(folder, unfinished));
  const manifest = `${name}.manifest.json`;
  const names = beside.includes(manifest) ? [name, manifest] : [name];
  const manifests = beside.filter((one) => one === manifest || (ofSet && SET_MANIFEST.test(one)));
  const vouched = vouchedBy(manifests.map((one) => join(folder, one)));
  return names.map((one) => ({ file: join(folder, one), name: one, ...vouched.get(join(folder, one)) }));
}

/** What can be ended, or only begun anew. */
function refuseUnfinished(file: string): never {
  const inWork = [dirname(file), file].map((folder) => conflictIn(join(folder, 'conflict.txt')));
  const why = conflictOf(file.replace(UNDER_WAY, '')) ?? inWork[0] ?? inWork[1];
  throw new S3Error(
    why === undefined
      ? `${file} is of something that was stopped: end it with --resume, then push`
      : `${file} cannot be sent: ${why}`,
  );
}

function refuseHeld(folder: string): void {
  const holder = holderOf(lockIn(folder));
  if (holder)
    throw new S3Error(`${folder} is being written by process ${holder.pid} of ${holder.host}: wait for its end`);
}

/** A part beside a set that is none of its own: readers would take it for one. */
function refuseStray(files: readonly string[], vouched: ReadonlyMap<string, unknown>): void {
  const sets = new Set(files.filter((file) => SET_MANIFEST.test(basename(file))).map((file) => dirname(file)));
  const stray = files.find((file) => PART_FILE.test(basename(file)) && sets.has(dirname(file)) && !vouched.has(file));
  if (stray !== undefined)
    throw new S3Error(`${stray} is in no manifest of the set beside it: take it away, then push`);
}

/** File to what its manifest says of it. What is missing, or of another length, is refused before anything is sent. */
function vouchedBy(files: readonly string[]): Map<string, Pick<FileToPush, 'sha256' | 'ofSet'>> {
  const vouched = new Map<string, Pick<FileToPush, 'sha256' | 'ofSet'>>();
  for (const manifest of files) {
    const ofSet = SET_MANIFEST.test(basename(manifest));
    const parts = ofSet ? readSet(manifest).parts : BESIDE.test(manifest) ? besideIn(manifest) : [];
    for (const part of parts) {
      const file = join(dirname(manifest), part.file);
      refuseOtherLength(file, part);
      vouched.set(file, { sha256: part.sha256, ...(ofSet && { ofSet }) });
    }
  }
  return vouched;
}

function besideIn(manifest: string) {
  const file = basename(manifest).replace(BESIDE, '');
  try {
    const { bytes, sha256 } = JSON.parse(readFileSync(manifest, 'utf8')) as { bytes: number; sha256: string };
    if (typeof bytes === 'number' && typeof sha256 === 'string') return [{ file, bytes, sha256 }];
  } catch {
    // Said below.
  }
  // Somebody else's, of that name by chance.
  if (!existsSync(join(dirname(manifest), file))) return [];
  throw new S3Error(`${manifest} does not say how long ${file} is and what its SHA-256: make it anew, or remove it`);
}
