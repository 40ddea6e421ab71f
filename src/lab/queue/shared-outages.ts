/** Outages as all workers of a plan see them together: faults of the line in a row, whoever made the calls, until one is answered. */
import { type GenerateOptions, type Model, ModelError, type ModelRequest } from '../../models/index.ts';
import { sentenceOf, wrap } from '../../models/wrappers/wrap.ts';
import { isUnanswered, type Outage, watchOutages } from '../experiment/outage.ts';
import { type Board, readValue, update } from './board.ts';
import type { SharedOutages } from './play-shard.ts';

interface Faults {
  readonly calls: number;
  readonly kind: string;
  readonly name: string;
  readonly why: string;
}

/** A key that is refused or has nothing left, or a model that is not there. */
const isDenial = (error: unknown): error is ModelError =>
  error instanceof ModelError &&
  (error.kind === 'missing' || (error.kind === 'rejected' && [401, 402, 403, 404].includes(error.status ?? 0)));
/** Some services answer so to what they will not read; nobody refuses to read this. */
const GREETING: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }], maxTokens: 16, temperature: 1 };

const isAnswered = (model: Model, options: GenerateOptions | undefined) =>
  model.generate(GREETING, { ...options, beside: true }).then(
    () => true,
    () => false,
  );

/** Between two looks at what others saw, in milliseconds. */
const FRESH = 1000;

export function sharedOutages(board: Board, plan: string): SharedOutages {
  const own = watchOutages();
  const key = `outage:${plan}`;
  let shared: Readonly<Record<string, Faults>> = {};
  let seen = -FRESH;
  let denied: string | undefined;
  const refresh = async () => {
    shared = (await readValue<Record<string, Faults>>(board, key)) ?? {};
    seen = performance.now();
  };
  const change = async (change: (held: Readonly<Record<string, Faults>>) => Readonly<Record<string, Faults>>) => {
    shared = (await update<Readonly<Record<string, Faults>>>(board, key, (held = {}) => change(held))) ?? {};
    seen = performance.now();
  };
  return {
    refresh,
    denied: () => denied,
    watched(model) {
      const mine = `${model.name} ${model.digest}`;
      const watched = own.watched(model);
      return wrap(watched, async (request, options) => {
        try {
          const reply = await watched.generate(request, options);
          if (performance.now() - seen > FRESH) await refresh();
          if (shared[mine]) await change(({ [mine]: _, ...others }) => others);
          return reply;
        } catch (error) {
          if (isUnanswered(error))
            await change((held) => ({
              ...held,
              [mine]: {
                calls: (held[mine]?.calls ?? 0) + 1,
                kind: error.kind,
                name: error.model,
                why: sentenceOf(error),
              },
            }));
          if (!isDenial(error)) throw error;
          // Only an answer clears it: a key that is refused may be put off too.
          const open = await isAnswered(model, options);
          const ofKey = error.status === 401 || error.status === 402;
          const refused = (why: unknown): never => {
            if (isDenial(why) && !options?.signal?.aborted) denied = why.message;
            throw why;
          };
          if (!open) return refused(error);
          // It was of the key, which is taken again.
          if (ofKey) return watched.generate(request, options).catch(refused);
          throw error;
        }
      });
    },
    current() {
      const mine = own.current();
      const others = Object.values(shared)
        .map(
          ({ calls, kind, name, why }): Outage => ({
            calls,
            last: new ModelError(kind as ModelError['kind'], name, why),
          }),
        )
        .sort((a, b) => b.calls - a.calls)[0];
      if (mine && !Number.isFinite(mine.calls)) return mine;
      // A row of its own that an answer to another has ended leaves its games in doubt, and loses no model.
      return others ?? (mine && { ...mine, calls: 1 });
    },
  };
}
