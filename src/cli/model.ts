/**
 * Models for the command line: by name, with the wrappers that every call should have, and their calls on record. A name may
 * be a chain, as in ollama/llama3.2:3b|embedded: the next is asked where one fails, and the transcript says who answered.
 */
import { dirname, join } from 'node:path';
import type { CallsLog, Model } from '../models/index.ts';

export interface Models {
  readonly model: (name: string) => Promise<Model>;
  /** Frees what was opened, so that the process can end. */
  readonly close: () => Promise<void>;
}

/** The longest that one reply may take: a small model on two slow cores needs its time. */
const LONGEST = 300_000;

/** Calls are logged to calls.jsonl beside the transcripts; without transcripts nothing is kept. Backends load when asked for. */
export function openModels(out: string | undefined): Models {
  let log: CallsLog | undefined;
  return {
    async model(name) {
      const { callsLog, guarded, resolveModel, withFallback } = await import('../models/index.ts');
      log ??= out === undefined ? async () => undefined : callsLog(join(dirname(out), 'calls.jsonl'));
      const calls = log;
      const chain = name.split('|').map((one) =>
        guarded(resolveModel(one), {
          log: calls,
          retry: { kinds: ['transport', 'timeout', 'limit'] },
          timeout: { milliseconds: LONGEST },
        }),
      );
      return chain.length > 1 ? withFallback(chain) : (chain[0] as Model);
    },
    async close() {
      if (log) await (await import('../models/index.ts')).closeModels();
    },
  };
}
