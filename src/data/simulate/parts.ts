/**
 * A data set in parts: a folder of Parquet files that any reader takes as one table, and a manifest of what they hold.
 *
 *   part-00000.parquet ...    so many games each, in the order of the plan
 *   _manifest.json            written last: its presence means that the set is complete
 *
 * Names that begin with an underscore are passed over by whoever reads the folder (Spark, DuckDB's *.parquet, datasets). Blocks come as
 * for a single file, from threads or over a queue, so the bytes do not depend on who played; a part is expanded while the games
 * of the next are played. A part that is in its place is never made again, so a stopped set loses the one under way.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sameJson } from '../../core/index.ts';
import { writeWhole } from '../../models/node/files.ts';
import { holdLock, lockIn } from '../../models/node/lock.ts';
import { type BlockExecutor, playBlocks } from './blocks.ts';
import { bytesOf } from './bytes.ts';
import { BLOCK, blockCount, type Plan, shardRange } from './plan.ts';
import { SimulationError } from './play.ts';
import { commandOf, hashOf, type Manifest, type Progress, type RunRecord, requestOf } from './run.ts';
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
  const { index, count } = plan.shard;
  // Machines that each make a share of the plan may write, or push, into one folder.
  const share = count === 1 ? '' : `-${index}-of-${count}`;
  const place = { folder, work: join(folder, `_work${share}`), manifest: join(folder, `_manifest${share}.json`) };
  const release = holdLock(lockIn(place.work), options);
  let whole = false;
  try {
    const made = await partsAlone(options, place);
    whole = true;
    return made;
  } finally {
    release();
    if (whole) rmSync(place.work, { recursive: true, force: true });
  }
}

interface Place {
  readonly folder: string;
  readonly work: string;
  readonly manifest: string;
}

async function partsAlone(options: PartsOptions, place: Place): Promise<PartsManifest> {
  const { plan, partSize, workers, executor = playBlocks, onProgress, onPart } = options;
  const { folder, work } = place;
  const request: Request = { ...requestOf(plan), partSize };
  const { first, end } = shardRange(plan);
  // The most that any share has: numbers of several machines do not meet.
  const perShare = Math.ceil(Math.ceil(plan.episodes / plan.shard.count) / partSize);
  const count = Math.ceil((end - first) / partSize);
  const nameOf = (i: number) => `part-${String((plan.shard.index - 1) * perShare + i).padStart(5, '0')}.parquet`;
  const complete = alreadyThere(options, place, request);
  if (complete) {
    for (const { file } of complete.parts) await onPart?.(join(folder, file));
    await onPart?.(place.manifest);
    return complete;
  }
  const kept = keptParts(place, count, nameOf);
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
    renameSync(made, join(folder, file));
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
        for (let at = 0; at < text.length; ) at += writeSync(part.handle, text, at);
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
    const made = JSON.parse(readFileSync(manifest, 'utf8')) as PartsManifest;
    const [{ tally: _, ...run }] = made.runs as [RunRecord];
    if (!sameJson({ ...run, partSize: made.partSize }, request))
      throw new SimulationError(`${folder} holds another run; choose another --out`);
    if (!resume) throw new SimulationError(`${folder} is there already; choose another --out`);
    return made;
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

/** The first parts that are in their places, or were about to be put there. */
function keptParts({ folder, work }: Place, count: number, nameOf: (i: number) => string): Kept[] {
  const kept: Kept[] = [];
  for (let i = 0; i < count; i++) {
    const [note, made, file] = [join(work, `${nameOf(i)}.json`), join(work, nameOf(i)), join(folder, nameOf(i))];
    if (!existsSync(note)) break;
    if (existsSync(made)) renameSync(made, file);
    if (!existsSync(file)) break;
    kept.push(JSON.parse(readFileSync(note, 'utf8')) as Kept);
  }
  const notes = new Set(kept.map(({ file }) => `${file}.json`));
  for (const name of readdirSync(work))
    if (name.startsWith('part-') && !notes.has(name)) rmSync(join(work, name), { recursive: true });
  return kept;
}

/** As sha256sum prints them, hashed once more. */
function hashOfParts(parts: readonly Part[]): string {
  const hash = createHash('sha256');
  for (const { sha256, file } of parts) hash.update(`${sha256}  ${file}\n`);
  return hash.digest('hex');
}
