/**
 * The blocks of a plan in order, played by worker threads while the caller writes the last ones down. The bytes do not depend
 * on how many workers there are: a block is a function of the plan and its number, and blocks are handed on in order.
 */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Plan } from './plan.ts';
import { type Block, blockPlayer, type Lines, SimulationError } from './play.ts';

/** Blocks that each worker may be ahead: enough to keep it busy, few enough to bound memory. */
const AHEAD = 3;
/** So many blocks are played here, sooner than a thread would have started. */
const FEW = 2;
/** Games make much short-lived garbage: with room for it a worker spends less time sweeping. */
const YOUNG_MEGABYTES = 96;

export interface Wanted {
  readonly from: number;
  readonly to: number;
  readonly workers: number;
  /** Memory that is free to write the next block in. */
  readonly spare: ArrayBuffer[];
}

/** Who plays the blocks of a plan: threads of this process, or others over a queue. They come in order. */
export type BlockExecutor = (plan: Plan, lines: Lines, wanted: Wanted) => AsyncGenerator<Block>;

export async function* playBlocks(
  plan: Plan,
  lines: Lines,
  { from, to, workers, spare }: Wanted,
): AsyncGenerator<Block> {
  // With one processor a thread would only take turns with this one.
  if (to - from <= FEW || availableParallelism() === 1) {
    const play = blockPlayer(plan, lines);
    for (let block = from; block < to; block++) {
      yield play(block, spare.pop());
      // Lets a sync of the disk end, and an interrupt in.
      await setImmediate();
    }
    return;
  }
  const pool = new Pool(plan, lines, Math.min(workers, to - from));
  try {
    let asked = from;
    for (let block = from; block < to; block++) {
      while (asked < Math.min(to, block + pool.size * AHEAD)) pool.ask(asked++, spare.pop());
      yield await pool.answer(block);
    }
  } finally {
    await pool.close();
  }
}

type Answer = (Block & { readonly block: number }) | { readonly block: number; readonly error: string };

class Pool {
  private readonly workers: Worker[];
  private readonly arrived = new Map<number, Answer>();
  private readonly awaited = new Map<number, (answer: Answer) => void>();
  private broken: Error | undefined;
  private reject: ((error: Error) => void) | undefined;

  constructor(plan: Plan, lines: Lines, size: number) {
    // Run from source, the file ends in .ts and a loader must come along; built, it is plain JavaScript.
    const source = import.meta.url.endsWith('.ts');
    const file = new URL(source ? './worker.ts' : './worker.js', import.meta.url);
    const execArgv = source ? ['--import', 'tsx'] : [];
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
    this.workers = Array.from({ length: size }, () => {
      const worker = new Worker(file, { workerData: { plan, lines }, execArgv, resourceLimits });
      worker.on('message', (answer: Answer) => this.receive(answer));
      worker.on('error', (error) => this.fail(error as Error));
      worker.on('exit', (code) => {
        if (code !== 0)
          this.fail(new SimulationError(`a worker ended with exit code ${code}; run again with --resume`));
      });
      return worker;
    });
  }

  get size(): number {
    return this.workers.length;
  }

  ask(block: number, memory: ArrayBuffer | undefined): void {
    this.workers[block % this.size]?.postMessage({ block, memory }, memory ? [memory] : []);
  }

  async answer(block: number): Promise<Block> {
    if (this.broken) throw this.broken;
    const answer =
      this.arrived.get(block) ??
      (await new Promise<Answer>((resolve, reject) => {
        this.awaited.set(block, resolve);
        this.reject = reject;
      }));
    this.arrived.delete(block);
    if ('error' in answer) throw new SimulationError(answer.error);
    return answer;
  }

  async close(): Promise<void> {
    for (const worker of this.workers) worker.removeAllListeners('exit');
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private receive(answer: Answer): void {
    const waiting = this.awaited.get(answer.block);
    this.awaited.delete(answer.block);
    if (waiting) waiting(answer);
    else this.arrived.set(answer.block, answer);
  }

  private fail(error: Error): void {
    this.broken ??= error;
    this.reject?.(this.broken);
  }
}
