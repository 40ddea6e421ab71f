/** A thread of the server: one job after the other, each answered with JSON. The server's own thread goes before it. */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { quickReview, review } from '../../agents/coach.ts';
import { findKit } from '../../core/index.ts';
import { ratersTable } from '../../lab/analysis/raters.ts';
import { loadDomain } from '../../lab/experiment/own/domain.ts';
import { replayed } from '../games/replayed.ts';
import { drawPair } from '../ratings/pairs.ts';
import { ApiError } from '../routes.ts';
import { readCard, readExperiment, readProgress } from './files.ts';
import type { Job, Report } from './jobs.ts';

const loaded = (async () => {
  for (const file of (workerData as { domains: readonly string[] }).domains) await loadDomain(file);
  // On Linux a priority is the thread's own; elsewhere it would be that of the whole server. Five lower is a third of its share.
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5));
})();

const tell = (report: Report) => parentPort?.postMessage(report);

parentPort?.on('message', async (job: Job) => {
  try {
    await loaded;
    tell({ begun: true });
    tell({ done: JSON.stringify(await answer(job)) });
  } catch (error) {
    if (error instanceof ApiError) {
      const { status, code, message } = error;
      tell({ refused: { status, code, message } });
    } else tell({ failed: error instanceof Error ? error.message : String(error) });
  }
});

function answer(job: Job): unknown {
  switch (job.kind) {
    case 'review': {
      const kit = findKit(job.episode.domain);
      // Rules that only the server's own thread has: what needs no search is told there.
      if (!kit || kit.hash !== job.hash) return null;
      replayed({ domain: kit.rules }, job.episode);
      tell({ partial: JSON.stringify(quickReview(job.episode, job.seat)) });
      return review(job.episode, job.seat);
    }
    case 'experiment':
      return readExperiment(job.folder, job.name);
    case 'card':
      return readCard(job.file);
    case 'progress':
      return readProgress(job.file, job.name);
    case 'pair':
      return drawPair(job);
    case 'raters':
      return ratersTable(job.ratings);
  }
}
