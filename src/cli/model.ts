/**
 * Models for the command line: by name, with the wrappers that every call should have, those that were asked for by options, and
 * their calls on record. A name may be a chain, as in ollama/llama3.2:3b|embedded: the next is asked where one fails, and the
 * transcript says who answered.
 */
import { dirname, join } from 'node:path';
import type { CallsLog, Model, Prices } from '../models/index.ts';
import { UsageError } from './errors.ts';
import type { ModelLimits } from './model-options.ts';

export interface Models {
  readonly model: (name: string) => Promise<Model>;
  /** Frees what was opened, so that the process can end. */
  readonly close: () => Promise<void>;
}

/** Holds the limits of a model where several processes keep them together. */
export type Together = (model: Model, prices: Prices | undefined) => Model;

/** The longest that one reply may take: a small model on two slow cores needs its time. */
const LONGEST = 300_000;

/** Calls are logged to calls.jsonl beside the transcripts; without transcripts nothing is kept. Backends load when asked for. */
export function openModels(out: string | undefined, limits: ModelLimits = {}, together?: Together): Models {
  let opening: Promise<(name: string) => Promise<Model>> | undefined;
  // One stack a name: two seats with the same model share its window, its budget and its cache.
  const open = new Map<string, Promise<Model>>();
  return {
    async model(name) {
      opening ??= limits.replay === undefined ? liveModels(out, limits, together) : recordedModels(limits.replay);
      const find = await opening;
      const found = open.get(name) ?? find(name);
      open.set(name, found);
      return found;
    },
    async close() {
      if (opening) await (await import('../models/node/index.ts')).closeModels();
    },
  };
}

function priceOf(one: string, { budget, price }: ModelLimits): Prices | undefined {
  const prices = price?.get(one) ?? price?.get('');
  if (budget?.currency !== undefined && !prices)
    throw new UsageError(`--budget is in ${budget.currency}, and ${one} has no price: add --price ${one}=IN/OUT`);
  return prices;
}

/** For those who are asked only once all games are played. */
export function refuseUnpriced(names: readonly (string | undefined)[], limits: ModelLimits): void {
  if (limits.replay !== undefined) return;
  for (const name of names) if (name !== undefined) for (const one of name.split('|')) priceOf(one, limits);
}

async function recordedModels(file: string): Promise<(name: string) => Promise<Model>> {
  const { replayCassette } = await import('../models/node/index.ts');
  const replay = replayCassette(file);
  return async (name) => replay(name);
}

async function liveModels(
  out: string | undefined,
  limits: ModelLimits,
  together: Together | undefined,
): Promise<(name: string) => Promise<Model>> {
  const { ledgerInMemory, withFallback, withWrappers } = await import('../models/index.ts');
  const { cacheFolder, callsLog, dayLedger, parleyHome, recordCassette, resolveModel } = await import(
    '../models/node/index.ts'
  );
  const { budget, rate, promptLimit, cache } = limits;
  const log: CallsLog = out === undefined ? async () => undefined : callsLog(join(dirname(out), 'calls.jsonl'));
  const record = limits.record === undefined ? undefined : recordCassette(limits.record);
  const ledger = budget?.perDay ? dayLedger(parleyHome(), budget.currency) : ledgerInMemory();
  const settings = {
    log,
    retry: { kinds: ['transport', 'timeout', 'limit'] as const },
    timeout: { milliseconds: LONGEST },
    ...(rate && !together && { rateLimit: rate }),
    ...(promptLimit && { promptLimit: { tokens: promptLimit } }),
    ...(cache !== undefined && { cache: { store: cacheFolder(cache) } }),
  };
  return async (name) => {
    const chain: Model[] = [];
    for (const one of name.split('|')) {
      const prices = priceOf(one, limits);
      const { limit, perDay } = budget ?? { limit: 0, perDay: false };
      const limited = budget &&
        !together && { limit, perDay, ledger, ...(budget.currency !== undefined && { prices }) };
      const kept = together && {
        limits: (model: Model) => together(model, budget?.currency === undefined ? undefined : prices),
      };
      const found = await resolveModel(one).catch(asUsage);
      chain.push(withWrappers(found, { ...settings, prices, ...(limited && { budget: limited }), ...kept }));
    }
    const model = chain.length > 1 ? withFallback(chain) : (chain[0] as Model);
    return record ? record(name, model) : model;
  };
}

/** A name that no model can have. */
function asUsage(error: unknown): never {
  if (error instanceof RangeError) throw new UsageError(error.message);
  throw error;
}
