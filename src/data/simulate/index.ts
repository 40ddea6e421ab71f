/**
 * `parley simulate` without the command line: a plan into JSONL turn rows, Parquet, or both, by file ending. A name that ends in a slash
 * is a folder of Parquet parts.
 *
 * Parquet is expanded by DuckDB from compact lines, one an episode, which are simulated first like any other file (and so
 * can be resumed) and removed when the Parquet file is whole.
 */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { sameJson } from '../../core/index.ts';
import { holdLock } from '../../models/node/lock.ts';
import type { BlockExecutor } from './blocks.ts';
import { PART_SIZE, type PartsManifest, simulateParts } from './parts.ts';
import type { Plan } from './plan.ts';
import { OutputNameError } from './play.ts';
import {
  hashOf,
  type Manifest,
  manifestOf,
  type Progress,
  type RunRecord,
  replaceFile,
  requestOf,
  runSimulation,
} from './run.ts';
import type { SetRequest } from './set.ts';

export type { BlockExecutor } from './blocks.ts';
export { PART_SIZE, type PartsManifest } from './parts.ts';
export { type Plan, simulated } from './plan.ts';
export { SimulationError } from './play.ts';
export type { CompactEpisode, TurnRow } from './rows.ts';
export type { Manifest, Progress, RunRecord } from './run.ts';
export { PART_FILE, type SetRequest } from './set.ts';

export interface SimulateOptions {
  readonly plan: Plan;
  /** Files that end in .jsonl or .parquet, folders that end in a slash. */
  readonly outs: readonly string[];
  /** Games in each file of a folder. */
  readonly partSize?: number;
  readonly workers: number;
  /** Who plays in place of threads of this process. */
  readonly executor?: BlockExecutor;
  readonly resume: boolean;
  readonly append: boolean;
  /** Also from a process of another host, which cannot be asked whether it lives. */
  readonly takeOver?: boolean;
  readonly onProgress?: (out: string, progress: Progress) => void;
  /** Hears of a folder of parts before anything is played: its manifest, and what it is to hold. */
  readonly onSet?: (manifest: string, request: SetRequest) => Promise<void>;
  /** Hears of each file that is whole, its manifest last; the next is waited for. */
  readonly onFile?: (file: string) => Promise<void>;
}

/** The manifest of each output, in the order asked for. */
export async function simulate({
  plan,
  outs,
  partSize = PART_SIZE,
  workers,
  executor,
  resume,
  append,
  takeOver,
  onProgress,
  onSet,
  onFile,
}: SimulateOptions): Promise<(Manifest | PartsManifest)[]> {
  for (const out of outs) {
    if (!/\.(jsonl|parquet)$|\/$/.test(out))
      throw new OutputNameError(
        `the name of an output ends in .jsonl or .parquet, or in / for a folder of parts, got "${out}"`,
      );
    if (append && !out.endsWith('.jsonl'))
      throw new OutputNameError(`a Parquet file cannot be added to: give ${out} another name`);
  }
  const manifests: (Manifest | PartsManifest)[] = [];
  for (const out of outs) {
    const common = {
      plan,
      workers,
      executor,
      takeOver,
      onProgress: (progress: Progress) => onProgress?.(out, progress),
    };
    if (out.endsWith('/')) {
      manifests.push(await simulateParts({ ...common, folder: out, partSize, resume, onSet, onPart: onFile }));
      continue;
    }
    manifests.push(
      out.endsWith('.parquet')
        ? await simulateParquet(out, { ...common, resume })
        : await runSimulation({ ...common, out, lines: 'rows', resume, append }),
    );
    for (const file of [out, manifestOf(out)]) await onFile?.(file);
  }
  return manifests;
}

interface ParquetOptions {
  readonly plan: Plan;
  readonly workers: number;
  /** Who plays in place of threads of this process. */
  readonly executor?: BlockExecutor;
  readonly resume: boolean;
  readonly takeOver?: boolean;
  readonly onProgress: (progress: Progress) => void;
}

async function simulateParquet(out: string, options: ParquetOptions): Promise<Manifest> {
  const { release } = holdLock(`${out}.lock`, options);
  try {
    return await parquetAlone(out, options);
  } finally {
    release();
  }
}

async function parquetAlone(out: string, options: ParquetOptions): Promise<Manifest> {
  const compact = `${out}.compact.jsonl`;
  const removeCompact = () => {
    for (const file of [compact, manifestOf(compact)]) rmSync(file, { force: true });
  };
  if (existsSync(out)) {
    const whole = existsSync(manifestOf(out));
    if (!options.resume || !(whole || existsSync(manifestOf(compact))))
      throw new OutputNameError(`${out} is there already; choose another --out`);
    if (whole) {
      const manifest = JSON.parse(readFileSync(manifestOf(out), 'utf8')) as Manifest;
      const [{ tally: _, ...request }] = manifest.runs as [RunRecord];
      if (!sameJson(request, requestOf(options.plan)))
        throw new OutputNameError(`${out} holds another run; choose another --out`);
      removeCompact();
      return manifest;
    }
  }
  const simulated = await runSimulation({ ...options, out: compact, lines: 'compact', append: false });
  // DuckDB is a heavy import, so only those who write Parquet pay for it.
  const { expandToParquet } = await import('../parquet/index.ts');
  await expandToParquet(compact, out);
  const sha256 = (await hashOf(out)).digest('hex');
  const manifest: Manifest = { ...simulated, bytes: statSync(out).size, sha256 };
  replaceFile(manifestOf(out), `${JSON.stringify(manifest, undefined, 2)}\n`);
  removeCompact();
  return manifest;
}
