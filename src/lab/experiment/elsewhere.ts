/**
 * Games that workers played: their calls stand in the logs of the workers, so the run's own log says of each model that answered there that
 * it has not all of them. By numbers alone it could not be known: what the log has may be of games that a kill lost.
 */
import { join } from 'node:path';
import type { Episode } from '../../core/index.ts';
import { callsLog } from '../../models/node/calls-file.ts';
import { STAND_IN } from './stand-in.ts';

/** To be told of games before they are kept. */
export function noteElsewhere(folder: string): (episodes: readonly Episode[]) => Promise<void> {
  const log = callsLog(join(folder, 'calls.jsonl'));
  const noted = new Set([STAND_IN]);
  return async (episodes) => {
    for (const { events } of episodes)
      for (const event of events) {
        const model = event.type === 'agent-note' ? (event.note as { model?: unknown } | null)?.model : undefined;
        if (typeof model !== 'string' || noted.has(model)) continue;
        noted.add(model);
        await log({ at: new Date().toISOString(), model, milliseconds: 0, elsewhere: true });
      }
  };
}
