/**
 * A simulation run: plays a plan into files that are whole or not there.
 *
 * Rows go to FILE.part, and after every few blocks FILE.progress says how far they reach (written beside and renamed, so it
 * is never half). A killed run goes on from there: the part is cut to what the progress covers and the rest is played
 * again, so the bytes are those of a run that was never killed. At the end the part is renamed and FILE.manifest.json is
 * written last: its presence means that the run is complete. Rows are appended, so a part that somebody cuts meanwhile stays too short,
 * and is noticed.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { sameJson } from '../../core/index.ts';
import { naming } from '../../models/node/files.ts';
import { holdLock } from '../../models/node/lock.ts';
import { ConflictError } from '../conflict.ts';
import { type BlockExecutor, playBlocks } from './blocks.ts';
import { bytesOf } from './bytes.ts';
import { blockCount, type Plan, planKey, seatedScripts, shardRange } from './plan.ts';
import { type Lines, OutputNameError, SimulationError } from './play.ts';
import { BackgroundSync } from './sync.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

export interface RunOptions {
  readonly plan: Plan;
  /** The file of turn rows. */
  readonly out: string;
  /** What the lines are: turn rows, or one compact line an episode (the input of a Parquet file). */
  readonly lines: Lines;
  readonly workers: number;
  /** Who plays in place of this process. */
  readonly executor?: BlockExecutor;
  /** Go on with a run that was stopped. */
  readonly resume: boolean;
  /** Add to a file that is there. */
  readonly append: boolean;
  /** Also from a process of another host, which cannot be asked whether it lives. */
  readonly takeOver?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly episodes: number;
  readonly of: number;
  readonly rows: number;
  readonly bytes: number;
}

/** One run in a file: what was asked for and what came out. */
export interface RunRecord {
  readonly key: string;
  readonly sampler: string;
  readonly turnLimit: number;
  readonly seed: number;
  readonly scripts: readonly { readonly name: string; readonly spec: string; readonly fingerprint: string }[];
  readonly failures: 'keep' | 'drop';
  /** Indices of its trajectories: from `first` up to, not including, `end`. */
  readonly first: number;
  readonly end: number;
  readonly tally: Tally;
}

export interface Manifest {
  readonly format: 1;
  readonly command: string;
  readonly runs: readonly RunRecord[];
  readonly rows: number;
  readonly trajectories: number;
  readonly bytes: number;
  readonly sha256: string;
}

type RunRequest = Omit<RunRecord, 'tally'>;

interface Checkpoint {
  readonly request: RunRequest;
  readonly blocks: number;
  readonly bytes: number;
  readonly tally: Tally;
  /** Why nothing of it can be trusted. */
  readonly conflict?: string;
}

/** Bytes hashed and written at once: the write finds them in the processor's cache, and larger ones cost the kernel twice as much. */
const CHUNK = 256 << 10;
/** Bytes between two checkpoints: small enough to lose little, large enough to cost nothing. */
const CHECKPOINT = 16 << 20;

export async function runSimulation(options: RunOptions): Promise<Manifest> {
  const { release } = holdLock(`${options.out}.lock`, options);
  try {
    return await runAlone(options);
  } finally {
    release();
  }
}

async function runAlone(options: RunOptions): Promise<Manifest> {
  const { plan, out, lines, workers, executor = playBlocks, onProgress } = options;
  const files = { part: `${out}.part`, progress: `${out}.progress`, manifest: manifestOf(out) };
  const request = requestOf(plan);
  const start = whereToStart(options, request, files);
  if ('complete' in start) return start.complete;
  const { base, checkpoint } = start;

  // Killed between the last rename and the manifest: the rows are all in place already.
  const renamed = checkpoint !== undefined && !existsSync(files.part);
  if (renamed && !existsSync(out))
    throw new SimulationError(`${files.part} is gone; remove ${files.progress} and start again`);
  if (!checkpoint && base) copyFileSync(out, files.part);
  const rows = renamed ? out : files.part;
  const { O_RDWR, O_APPEND, O_CREAT, O_TRUNC } = constants;
  const handle = openSync(rows, O_RDWR | O_APPEND | (checkpoint || base ? 0 : O_CREAT | O_TRUNC));
  const tally = checkpoint?.tally ?? emptyTally();
  let bytes = checkpoint?.bytes ?? base?.bytes ?? 0;
  let blocks = checkpoint?.blocks ?? 0;
  const sync = new BackgroundSync(handle);
  try {
    if (fstatSync(handle).size < bytes) {
      throw new SimulationError(`${files.part} is shorter than ${files.progress} says; remove both and start again`);
    }
    ftruncateSync(handle, bytes);
    const hash = await hashOf(rows);
    const refuseTaken = () => {
      if (statSync(rows, { throwIfNoEntry: false })?.size !== bytes)
        throw new ConflictError(`${rows} was taken away, cut or replaced while it was being written`);
    };
    const spare: ArrayBuffer[] = [];
    let saved = bytes;
    for await (const block of executor(plan, lines, { from: blocks, to: blockCount(plan), workers, spare })) {
      refuseTaken();
      const text = bytesOf(block.lines);
      for (let at = 0; at < text.length; at += CHUNK) {
        const chunk = text.subarray(at, at + CHUNK);
        hash.update(chunk);
        naming(files.part, () => writeFully(handle, chunk));
      }
      spare.push(block.lines.memory);
      bytes += text.length;
      blocks++;
      addTally(tally, block.tally);
      if (bytes - saved >= CHECKPOINT) {
        replaceFile(files.progress, JSON.stringify({ request, blocks, bytes, tally } satisfies Checkpoint));
        // Not before: a file system that is about to sync lets a rename wait.
        sync.begin();
        saved = bytes;
      }
      const episodes = tally.trajectories + tally.dropped;
      onProgress?.({ episodes, of: request.end - request.first, rows: tally.rows, bytes });
    }
    await sync.finish();
    refuseTaken();
    replaceFile(files.progress, JSON.stringify({ request, blocks, bytes, tally } satisfies Checkpoint));
    if (!renamed) renameSync(files.part, out);
    const manifest = makeManifest(plan, [...(base?.runs ?? []), { ...request, tally }], bytes, hash.digest('hex'));
    replaceFile(files.manifest, `${JSON.stringify(manifest, undefined, 2)}\n`);
    rmSync(files.progress);
    return manifest;
  } catch (error) {
    // Nothing worth going on from: leave no trace. After a checkpoint the part stays for --resume.
    if (!existsSync(files.progress)) rmSync(files.part, { force: true });
    else if (error instanceof ConflictError)
      replaceFile(files.progress, JSON.stringify({ ...(readJson(files.progress) as object), conflict: error.message }));
    throw error;
  } finally {
    await sync.settled();
    closeSync(handle);
  }
}

type Start =
  | { readonly complete: Manifest }
  | { readonly base: Manifest | undefined; readonly checkpoint: Checkpoint | undefined };

/** What is on disk decides: nothing, a complete file, or a run that was stopped. */
function whereToStart(
  { out, resume, append }: RunOptions,
  request: RunRequest,
  files: { part: string; progress: string; manifest: string },
): Start {
  const manifest = existsSync(files.manifest) ? (readJson(files.manifest) as Manifest) : undefined;
  if (existsSync(files.part) || existsSync(files.progress)) {
    const checkpoint = existsSync(files.progress) ? (readJson(files.progress) as Checkpoint) : undefined;
    refuseConflict(out, checkpoint?.conflict);
    if (!resume)
      throw new SimulationError(
        `a run into ${out} was stopped; go on with --resume, or remove ${files.part} and ${files.progress}`,
      );
    if (checkpoint && !sameJson(checkpoint.request, request)) {
      throw new SimulationError(
        `the run into ${out} that was stopped is another one; give its own options to --resume it`,
      );
    }
    if (checkpoint && manifest?.runs.some(({ tally: _, ...run }) => sameJson(run, request))) {
      // Killed between the manifest and the removal of the progress: nothing is left to do.
      rmSync(files.progress);
      return { complete: manifest };
    }
    if (checkpoint) return { base: manifest, checkpoint };
    // Killed before its first checkpoint: there is nothing to go on from, and what is asked for now may be another run.
    rmSync(files.part);
  }
  if (!existsSync(out)) return { base: undefined, checkpoint: undefined };
  if (!manifest)
    throw new SimulationError(`${out} is there already and has no ${files.manifest}; choose another --out`);
  const same = manifest.runs.find(
    (run) => run.key === request.key && run.first < request.end && request.first < run.end,
  );
  if (
    same &&
    resume &&
    same.first === request.first &&
    same.end === request.end &&
    same.failures === request.failures
  ) {
    return { complete: manifest };
  }
  if (same) {
    const from = Math.max(same.first, request.first);
    const to = Math.min(same.end, request.end) - 1;
    throw new SimulationError(
      `${out} already has the trajectories ${request.key}-${from} to ${request.key}-${to}, so nothing was added`,
    );
  }
  if (!append)
    throw new SimulationError(`${out} is there already; add another run to it with --append, or choose another --out`);
  return { base: manifest, checkpoint: undefined };
}

/** Of what was stopped into a file of that name. */
export function conflictOf(out: string): string | undefined {
  const progress = `${out}.progress`;
  return existsSync(progress) ? (readJson(progress) as Partial<Checkpoint>).conflict : undefined;
}

/** Nobody goes on with it, over a queue or not. */
export function refuseConflict(out: string, why: string | undefined): void {
  if (why !== undefined) throw new OutputNameError(`${out} cannot be gone on with: ${why}`);
}

export function requestOf(plan: Plan): RunRequest {
  const { sampler, turnLimit, seed, failures } = plan;
  const scripts = seatedScripts(plan).map(({ name, spec, fingerprint }) => ({ name, spec, fingerprint }));
  return { key: planKey(plan), sampler, turnLimit, seed, scripts, failures, ...shardRange(plan) };
}

function makeManifest(plan: Plan, runs: readonly RunRecord[], bytes: number, sha256: string): Manifest {
  const sum = (key: 'rows' | 'trajectories') => runs.reduce((total, run) => total + run.tally[key], 0);
  return {
    format: 1,
    command: commandOf(plan),
    runs,
    rows: sum('rows'),
    trajectories: sum('trajectories'),
    bytes,
    sha256,
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new SimulationError(`cannot read ${file}: ${(error as Error).message}`);
  }
}

/** The hash of what is there, to be fed with what comes. */
export async function hashOf(file: string): Promise<Hash> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash;
}

function writeFully(handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}

export function manifestOf(out: string): string {
  return `${out}.manifest.json`;
}

/** All of the new content or all of the old: a reader never sees half a file. */
export function replaceFile(path: string, content: string): void {
  naming(path, () => {
    writeFileSync(`${path}.part`, content);
    renameSync(`${path}.part`, path);
  });
}

/** The command line that gives this run again, whatever it was called with. */
export function commandOf({ sampler, turnLimit, seed, scripts, episodes, shard, failures }: Plan): string {
  const names = scripts.map(({ spec }) => spec).join(',');
  const part = shard.count > 1 ? ` --shard ${shard.index}/${shard.count}` : '';
  return `parley simulate --domain price --episodes ${episodes} --turns ${turnLimit} --seed ${seed} --sampler ${sampler} --strategies ${names}${part} --failures ${failures}`;
}
