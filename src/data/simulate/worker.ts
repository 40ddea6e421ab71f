/** A worker thread of a run: plays the blocks it is asked for and hands their bytes over. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Plan } from './plan.ts';
import { blockPlayer, type Wanted } from './play.ts';

const { plan, wanted } = workerData as { plan: Plan; wanted: Wanted };
const play = blockPlayer(plan, wanted);

parentPort?.on('message', (block: number) => {
  try {
    const { rows, compact, tally } = play(block);
    // Copies, since the player writes its next block over these bytes; copies can change owner without a copy of their own.
    const [ownRows, ownCompact] = [new Uint8Array(rows), new Uint8Array(compact)];
    parentPort?.postMessage({ block, rows: ownRows, compact: ownCompact, tally }, [ownRows.buffer, ownCompact.buffer]);
  } catch (error) {
    parentPort?.postMessage({ block, error: (error as Error).message });
  }
});
