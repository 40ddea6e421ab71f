/** A worker thread of a run: plays the blocks it is asked for, in the memory that comes with the question. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Plan } from './plan.ts';
import { blockPlayer, type Lines } from './play.ts';

const { plan, lines } = workerData as { plan: Plan; lines: Lines };
const play = blockPlayer(plan, lines);

parentPort?.on('message', ({ block, memory }: { block: number; memory?: ArrayBuffer }) => {
  try {
    const played = play(block, memory);
    parentPort?.postMessage({ block, ...played }, [played.lines.memory]);
  } catch (error) {
    parentPort?.postMessage({ block, error: (error as Error).message });
  }
});
