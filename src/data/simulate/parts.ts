/**
 * A data set in parts: a folder of Parquet files that any reader takes as one table, and a manifest of what they hold.
 *
 *   part-00000.parquet ...    so many games each, in the order of the plan; part-02of64-00000.parquet ... those of a share
 *   _manifest.json            written last: its presence means that the set is complete
 *
 * Names that begin with an underscore are passed over by whoever reads the folder (Spark, DuckDB's *.parquet, datasets). Blocks come as
 * for a single file, from threads or over a queue, so the bytes do not depend on who played; a part is expanded while the games
 * of the next are played. A part that is in its place is never made again, so a stopped set loses the one under way.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sameJson } from '../../core/index.ts';
import { naming, writeWhole } from '../../models/node/files.ts';
import { holdLock, lockIn } from '../../models/node/lock.ts';
import { conflictIn, keepConflict } from '../conflict.ts';
import { type BlockExecutor, playBlocks } from './blocks.ts';
import { bytesOf } from './bytes.ts';
import { BLOCK, blockCount, type Plan, shardRange } from './plan.ts';
import { SimulationError } from './play.ts';
import { commandOf, hashOf, type Manifest, type Progress, type RunRecord, refuseConflict, requestOf } from './run.ts';
import { PART_FILE, partName, readSet, refuseChanged, requestIn, type SetRequest, shareName } from './set.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

export interface PartsOptions {
  readonly plan: Plan;
  readonly folder: string;
  /** Games in a part, a multiple of 1,000. */
  readonly partSize: number;
  readonly workers: number;
  readonly executor?: BlockExecutor;
  readonly resume: boolean;
  readonly takeOver?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  /** Hears of the set before anything is played. */
  readonly onSet?: (manifest: string, request: SetRequest) => Promise<void>;
  /** Hears of each part that is in its place, also of those that were there; the set is not complete before it has answered. */
  readonly onPart?: (file: string) => Promise<void>;
}

interface Part {
  readonly file: string;
  readonly first: number;
  readonly end: number;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface PartsManifest extends Manifest {
  /** Games in a part. */
  readonly partSize: number;
  /** Column to type, as DuckDB names them. */
  readonly schema: Readonly<Record<string, string>>;
  readonly parts: readonly Part[];
}

/** What stands of a part until the set is complete. */
interface Kept extends Part {
  readonly tally: Tally;
}

type Request = ReturnType<typeof requestOf> & { readonly partSize: number };

/** Of 20 turns at most: two million rows, some 35 MB; five thousand parts hold a billion games. */
export const PART_SIZE = 200_000;

export async function simulateParts(options: PartsOptions): Promise<PartsManifest> {
  const { plan, folder, partSize } = options;
  if (partSize % BLOCK !== 0)
    throw new SimulationError(`the games of a part are a multiple of ${BLOCK}, got ${partSize}`);
  refuseOtherTables(folder);
  const { index, count } = plan.shard;
  // Machines that each make a share of the plan may write, or push, into one folder.
  const share = count === 1 ? '' : `-${index}-of-${count}`;
  const place = { folder, work: join(folder, `_work${share}`), manifest: join(folder, `_manifest${share}.json`) };
  const conflict = join(place.work, 'conflict.txt');
  const { release } = holdLock(lockIn(place.work), options);
  let whole = false;
  try {
    refuseConflict(folder, conflictIn(conflict));
    const made = await partsAlone(options, place);
    whole = true;
    return made;
  } catch (error) {
    keepConflict(conflict, error);
    throw error;
  } finally {
    release();
    if (whole) rmSync(place.work, { recursive: true, force: true });
  }
}

function refuseOtherTables(folder: string): void {
  const other =
    existsSync(folder) && readdirSync(folder).find((name) => name.endsWith('.parquet') && !PART_FILE.test(name));
  if (other)
    throw new SimulationError(
      `${folder} holds ${other}, and its tables would no longer be read as one: give another folder as --out`,
    );
}

interface Place {
  readonly folder: string;
  readonly work: string;
  readonly manifest: string;
}

async function partsAlone(options: PartsOptions, place: Place): Promise<PartsManifest> {
  const { plan, partSize, workers, executor = playBlocks, onProgress, onPart, onSet } = options;
  const { folder, work } = place;
  const request: Request = { ...requestOf(plan), partSize };
  const { first, end } = shardRange(plan);
  const count = Math.ceil((end - first) / partSize);
  const share = shareName(plan.shard.index, plan.shard.count);
  const nameOf = (i: number) => partName(share, i);
  const complete = alreadyThere(options, place, request);
  if (complete) {
    await onSet?.(place.manifest, request);
    for (const part of complete.parts) await refuseChanged(join(folder, part.file), part);
    for (const { file } of complete.parts) await onPart?.(join(folder, file));
    await onPart?.(place.manifest);
    return complete;
  }
  await onSet?.(place.manifest, request);
  const kept = await keptParts(place, count, nameOf);
  const foreign = Array.from({ length: count - kept.length }, (_, i) => join(folder, nameOf(kept.length + i)));
  const there = foreign.find((file) => existsSync(file));
  if (there !== undefined) throw new SimulationError(`${there} is there already; choose another --out`);
  writeWhole(join(work, 'request.json'), JSON.stringify(request));

  const { expandToParquet, schemaOf } = await import('../parquet/index.ts');
  const total = emptyTally();
  for (const { tally } of kept) addTally(total, tally);
  const perPart = partSize / BLOCK;
  const blocks = blockCount(plan);

  const finish = async (i: number, compact: string, tally: Tally): Promise<void> => {
    const file = nameOf(i);
    const made = join(work, file);
    const rows = await expandToParquet(compact, made);
    if (rows !== tally.rows) throw new SimulationError(`${made} has ${rows} rows of ${tally.rows}: remove ${work}`);
    const range = { first: first + i * partSize, end: Math.min(end, first + (i + 1) * partSize) };
    const sha256 = (await hashOf(made)).digest('hex');
    const part: Kept = { file, ...range, rows, bytes: statSync(made).size, sha256, tally };
    writeWhole(join(work, `${file}.json`), JSON.stringify(part));
    putInPlace(made, join(folder, file));
    rmSync(compact);
    kept.push(part);
    await onPart?.(join(folder, file));
  };
  for (const { file } of kept) await onPart?.(join(folder, file));

  let finishing: Promise<void> = Promise.resolve();
  let broken: unknown;
  const spare: ArrayBuffer[] = [];
  let block = kept.length * perPart;
  let bytes = kept.reduce((sum, part) => sum + part.bytes, 0);
  let part: { readonly handle: number; readonly compact: string; readonly tally: Tally } | undefined;
  try {
    if (block < blocks)
      for await (const one of executor(plan, 'compact', { from: block, to: blocks, workers, spare })) {
        const i = Math.floor(block / perPart);
        if (!part) {
          const compact = join(work, `${nameOf(i)}.compact.jsonl`);
          part = { handle: openSync(compact, 'w'), compact, tally: emptyTally() };
        }
        const text = bytesOf(one.lines);
        const { handle: to, compact: lines } = part;
        naming(lines, () => {
          for (let at = 0; at < text.length; ) at += writeSync(to, text, at);
        });
        spare.push(one.lines.memory);
        bytes += text.length;
        addTally(part.tally, one.tally);
        addTally(total, one.tally);
        block++;
        onProgress?.({ episodes: total.trajectories + total.dropped, of: end - first, rows: total.rows, bytes });
        if (block % perPart !== 0 && block !== blocks) continue;
        const { handle, compact, tally } = part;
        closeSync(handle);
        part = undefined;
        await finishing;
        if (broken) break;
        finishing = finish(i, compact, tally).catch((error) => {
          broken = error;
        });
      }
  } finally {
    if (part) closeSync(part.handle);
    await finishing;
  }
  if (broken) throw broken;

  const { partSize: _, ...asked } = request;
  const run: RunRecord = { ...asked, tally: total };
  const parts = kept.map(({ tally: _, ...rest }) => rest);
  const [one] = parts;
  const manifest: PartsManifest = {
    format: 1,
    command: `${commandOf(plan)} --part-size ${partSize}`,
    runs: [run],
    rows: total.rows,
    trajectories: total.trajectories,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: hashOfParts(parts),
    partSize,
    schema: one ? await schemaOf(join(folder, one.file)) : {},
    parts,
  };
  writeWhole(place.manifest, `${JSON.stringify(manifest, undefined, 2)}\n`);
  await onPart?.(place.manifest);
  return manifest;
}

function alreadyThere({ resume, folder }: PartsOptions, { work, manifest }: Place, request: Request) {
  if (existsSync(manifest)) {
    const made = readSet(manifest);
    if (!sameJson(requestIn(made), request))
      throw new SimulationError(`${folder} holds another run; choose another --out`);
    if (!resume) throw new SimulationError(`${folder} is there already; choose another --out`);
    return made as unknown as PartsManifest;
  }
  const begun = join(work, 'request.json');
  if (!existsSync(begun)) return undefined;
  if (!resume) throw new SimulationError(`a run into ${folder} was stopped; go on with --resume, or remove ${work}`);
  if (!sameJson(JSON.parse(readFileSync(begun, 'utf8')), request))
    throw new SimulationError(
      `the run into ${folder} that was stopped is another one; give its own options to --resume it`,
    );
  return undefined;
}

/** The first parts that are in their places, or were about to be put there; what is in its place is what was made, or is refused. */
async function keptParts({ folder, work }: Place, count: number, nameOf: (i: number) => string): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (let i = 0; i < count; i++) {
    const [note, made, file] = [join(work, `${nameOf(i)}.json`), join(work, nameOf(i)), join(folder, nameOf(i))];
    if (!existsSync(note)) break;
    // Killed after it was put in place, it is there twice.
    if (existsSync(made) && !existsSync(file)) putInPlace(made, file);
    const laterThere = () =>
      Array.from({ length: count - i }, (_, k) => nameOf(i + k)).some((one) => existsSync(join(folder, one)));
    if (!existsSync(file) && !laterThere()) break;
    const part = readNote(note);
    await refuseChanged(file, part);
    kept.push(part);
  }
  const notes = new Set(kept.map(({ file }) => `${file}.json`));
  for (const name of readdirSync(work))
    if (name.startsWith('part-') && !notes.has(name)) rmSync(join(work, name), { recursive: true });
  return kept;
}

function readNote(note: string): Kept {
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as Kept;
  } catch {
    throw new SimulationError(`${note} is not JSON: remove it and the part that it is about`);
  }
}

/** Never over what is there. */
function putInPlace(made: string, file: string): void {
  try {
    linkOrCopy(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new SimulationError(`${file} is there already; choose another --out`);
  }
  rmSync(made);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // A file system without hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** As sha256sum prints them, hashed once more. */
function hashOfParts(parts: readonly Part[]): string {
  const hash = createHash('sha256');
  for (const { sha256, file } of parts) hash.update(`${sha256}  ${file}\n`);
  return hash.digest('hex');
}
