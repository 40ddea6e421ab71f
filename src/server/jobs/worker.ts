/** A thread of the server: one job after the other, each answered with JSON. The server's own thread goes before it. */
import { getPriority, setPriority } from 'node:os';
import { sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { quickReview, review, suggest } from '../../agents/coach.ts';
import { findKit } from '../../core/index.ts';
import { ImportError } from '../../data/import/text.ts';
import { prepareRoles } from '../../data/roles/index.ts';
import { readFindings } from '../../lab/analysis/findings/index.ts';
import { ratersTable } from '../../lab/analysis/raters.ts';
import { loadDomain } from '../../lab/experiment/own/domain.ts';
import { wordsIn } from '../findings/words.ts';
import { replayed } from '../games/replayed.ts';
import { newPair } from '../ratings/pairs.ts';
import { ApiError } from '../routes.ts';
import { comparedRuns } from '../runs/compared.ts';
import { rowsBehind, slimReportIn } from '../runs/report.ts';
import { openStorage, type Storage } from '../storage/storage.ts';
import { readCard, readProgress } from './files.ts';
import type { Job, Report, ThreadData } from './jobs.ts';
import { think } from './thinking.ts';

const { domains, database } = workerData as ThreadData;
const loaded = (async () => {
  for (const file of domains) await loadDomain(file);
  // On Linux a priority is the thread's own; elsewhere it would be that of the whole server. Five lower is a third of its share.
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 5));
})();

/** A connection of this thread's own, from its first need on. */
let storage: Promise<Storage> | undefined;
function stored(): Promise<Storage> {
  if (!database) throw new Error('this server has no database to read');
  storage ??= openStorage(database).catch((error: unknown) => {
    storage = undefined;
    throw error;
  });
  return storage;
}

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

/** Bytes of a corpus whose tables are made here; parley data prepare roles makes those of larger ones. */
const LARGEST_CORPUS = 128 << 20;

/** Milliseconds of one part of findings. */
const SLICE = 1500;

async function rolesOf(input: string, out: string): Promise<object> {
  try {
    const { rows } = await prepareRoles({ inputs: [input], out, largest: LARGEST_CORPUS });
    return { rows };
  } catch (error) {
    // Where it lies is nobody's business.
    if (error instanceof ImportError)
      throw new ApiError(409, 'no_rows', error.message.replaceAll(`${input}${sep}`, ''));
    throw error;
  }
}

async function answer(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'review': {
      const kit = findKit(job.episode.domain);
      // Rules that only the server's own thread has: what needs no search is told there.
      if (!kit || kit.hash !== job.hash) return null;
      replayed({ domain: kit.rules }, job.episode);
      tell({ partial: JSON.stringify(quickReview(job.episode, job.seat)) });
      return review(job.episode, job.seat);
    }
    case 'act':
      return findKit(job.domain)?.hash === job.hash ? think(job) : null;
    case 'suggest': {
      const kit = findKit(job.domain);
      return kit && kit.hash === job.hash ? suggest(job.view, kit.rules, job.spec) : null;
    }
    case 'card':
      return readCard(job.file);
    case 'progress':
      return readProgress(job.file, job.name);
    case 'roles':
      return rolesOf(job.input, job.out);
    case 'findings': {
      const until = performance.now() + SLICE;
      let games = 0;
      return readFindings(job.file, { from: job.from, goOn: () => performance.now() < until && ++games < job.most });
    }
    case 'verdicts':
      return wordsIn(job.folder);
    case 'report':
      return slimReportIn(job.file);
    case 'behind':
      return rowsBehind(job.file, job.section, job.row);
    case 'compare':
      return comparedRuns(job.folders);
    case 'pair':
      return newPair(await stored(), job.folder, job.seed);
    case 'raters':
      return ratersTable(await (await stored()).ratings.ratings(job.limit));
  }
}
