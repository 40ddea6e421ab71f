/**
 * Outages as all workers of a plan see them together: faults of the line in a row, whoever made the calls, until one is answered. A model
 * is lost when it answers nobody of those who play; of one that does not answer a single worker, that worker's line is to blame.
 */
import { type GenerateOptions, type Model, ModelError, type ModelRequest } from '../../models/index.ts';
import { sentenceOf, wrap } from '../../models/wrappers/wrap.ts';
import { isUnanswered, type Outage, watchOutages } from '../experiment/outage.ts';
import { type Board, readValue, update } from './board.ts';
import { workersOn } from './plans.ts';
import { isDenial, type SharedOutages } from './play-shard.ts';

interface Faults {
  readonly calls: number;
  readonly kind: string;
  readonly name: string;
  readonly why: string;
  /** The workers that were not answered. */
  readonly by?: readonly string[];
  /** Tables whose calls are not among these: the model answered a greeting after them. Each counts once, however often it is played. */
  readonly games?: readonly number[];
}

const lengthOf = ({ calls, games = [] }: Faults): number => calls + games.length;

/** Some services answer so to what they will not read; nobody refuses to read this. */
const GREETING: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }], maxTokens: 16, temperature: 1 };

/** Undefined where it is answered. */
const greet = (model: Model, options?: GenerateOptions): Promise<unknown> =>
  model.generate(GREETING, { ...options, beside: true }).then(
    () => undefined,
    (error) => error,
  );

/** Workers that are not answered one after the other, after which those who have nothing at hand are not waited for. */
const ENOUGH = 3;
/** Between two looks at what others saw, in milliseconds. */
const FRESH = 1000;

/** As `worker` sees them, by the name in its notes. */
export function sharedOutages(board: Board, plan: string, worker = ''): SharedOutages {
  const own = watchOutages();
  /** Those whose last call of this thread was not answered. */
  const silent = new Map<string, Model>();
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
  const longest = () => Object.values(shared).sort((a, b) => lengthOf(b) - lengthOf(a))[0];
  const count = async (one: string, error: ModelError) => {
    const fault = { kind: error.kind, name: error.model, why: sentenceOf(error) };
    await change((held) => {
      const { calls = 0, by = [], games = [] } = held[one] ?? {};
      return { ...held, [one]: { ...fault, calls: calls + 1, by: [...new Set([...by, worker])], games } };
    });
  };
  /** It answers: the row of calls is over, and these tables failed by themselves. */
  const attribute = async (one: string, tables: readonly number[]) => {
    silent.delete(one);
    await change(({ [one]: row, ...held }) => {
      const games = [...new Set([...(row?.games ?? []), ...tables])];
      return row === undefined || games.length === 0 ? held : { ...held, [one]: { ...row, calls: 0, games } };
    });
  };
  return {
    refresh,
    denied: () => denied,
    async isForOthers() {
      const by = new Set([worker, ...(longest()?.by ?? [])]);
      return Object.entries(await workersOn(board, plan)).some(
        ([name, { refused, idle }]) => refused === undefined && !by.has(name) && (!idle || by.size < ENOUGH),
      );
    },
    async silence(games, signal) {
      let why: string | undefined;
      for (const [one, model] of silent) {
        const error = await greet(model, { ...(signal && { signal }) });
        signal?.throwIfAborted();
        if (isUnanswered(error)) await count(one, error);
        else if (error === undefined) await attribute(one, games);
        if (isUnanswered(error) || isDenial(error)) why ??= error.message;
      }
      return why;
    },
    watched(model) {
      const mine = `${model.name} ${model.digest}`;
      const watched = own.watched(model);
      return wrap(watched, async (request, options) => {
        try {
          const reply = await watched.generate(request, options);
          silent.delete(mine);
          if (performance.now() - seen > FRESH) await refresh();
          if (shared[mine]) await change(({ [mine]: _, ...others }) => others);
          return reply;
        } catch (error) {
          if (isUnanswered(error)) {
            silent.set(mine, watched);
            await count(mine, error);
          }
          if (!isDenial(error)) throw error;
          // Only an answer clears it: a key that is refused may be put off too.
          const isOpen = (await greet(model, options)) === undefined;
          const ofKey = error.status === 401 || error.status === 402;
          const refused = (why: unknown): never => {
            if (isDenial(why) && !options?.signal?.aborted) denied = why.message;
            throw why;
          };
          if (!isOpen) return refused(error);
          // It was of the key, which is taken again.
          if (ofKey) return watched.generate(request, options).catch(refused);
          throw error;
        }
      });
    },
    current() {
      const mine = own.current();
      const row = longest();
      const others: Outage | undefined = row && {
        calls: lengthOf(row),
        last: new ModelError(row.kind as ModelError['kind'], row.name, row.why),
      };
      if (mine && !Number.isFinite(mine.calls)) return mine;
      // A row of its own that an answer to another has ended leaves its games in doubt, and loses no model.
      return others ?? (mine && { ...mine, calls: 1 });
    },
  };
}
