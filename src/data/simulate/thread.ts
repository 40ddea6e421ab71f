/** Starts a thread from a file beside the caller's. Run from source, the file ends in .ts and a loader comes along. */
import { Worker } from 'node:worker_threads';

export function startThread(here: string, name: string, workerData: unknown): Worker {
  const source = here.endsWith('.ts');
  const file = new URL(`${name}${source ? '.ts' : '.js'}`, here);
  return new Worker(file, { workerData, execArgv: source ? ['--import', 'tsx'] : [] });
}
