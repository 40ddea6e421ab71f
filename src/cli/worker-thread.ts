/** A thread of `parley worker`: the models of a plan, with limits that hold for all workers together. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, parentPort, threadId, workerData } from 'node:worker_threads';
import { openBrokerAgain, type PlanRecord, servePort, sharedOutages, withSharedLimits } from '../lab/queue/index.ts';
import { whyNotWritable } from './calls-folder.ts';
import { openModels } from './model.ts';
import type { SentLimits } from './queue-open.ts';

const { record, url, calls, worker } = workerData as { record: PlanRecord; url: string; calls: string; worker: string };
const port = parentPort as MessagePort;

const unwritable = whyNotWritable(calls);
if (record.kind === 'games' && record.models && unwritable) port.postMessage({ refused: unwritable });
else if (record.kind === 'games' && record.models) {
  const say = (sentence: string) => process.stderr.write(`parley worker: ${sentence}\n`);
  const { board } = await openBrokerAgain(url, { say, connections: 1 });
  const { price, promptLimit, ...limits } = (record.limits ?? {}) as SentLimits;
  const file = join(calls, record.id, `${hostname()}-${process.pid}-${threadId}`, 'calls.jsonl');
  const models = openModels(
    file,
    { promptLimit, ...(limits.budget && { budget: limits.budget }), ...(price && { price: new Map(price) }) },
    (model, prices) => withSharedLimits(model, { ...limits, board, plan: record.id, ...(prices && { prices }) }),
  );
  await servePort(port, record, models, sharedOutages(board, record.id, worker));
} else {
  const nothing = () => undefined;
  await servePort(
    port,
    record,
    {},
    {
      watched: (model) => model,
      current: nothing,
      denied: nothing,
      unanswered: () => 0,
      judge: () => Promise.reject(new Error('no model is asked')),
      goBy: async () => undefined,
      lost: async () => undefined,
    },
  );
}
