/**
 * Outages as all workers of a plan see them together. After a game that failed for no answer its model is asked something that it has answered
 * before, to this worker or to another: where that has no answer either, this worker is down, by its line or by what its key may ask, and no
 * game is to blame. Nor is one before a model has answered anybody. A model is lost when all who are at the plan are down, after as many calls
 * as one machine stops at; before it has answered anybody, after so many for each of them. Where fewer of its games are out than that, one
 * machine goes by each of them: a model that answers a greeting is there, as long as those that were gone by are not so many with them.
 */
import { type GenerateOptions, type Model, ModelError, type ModelRequest } from '../../models/index.ts';
import { sentenceOf, wrap } from '../../models/wrappers/wrap.ts';
import { greet, isUnanswered, MOST_FAULTS, type Outage, watchOutages } from '../experiment/outage.ts';
import { type Board, readValue, update } from './board.ts';
import { type Answered, answeredOn, goBy, goneBy, shardsOut } from './in-doubt.ts';
import { workersOn } from './plans.ts';
import { isDenial, type SharedOutages } from './play-shard.ts';

/** What was seen of a model since it last answered what a game asks. */
interface Faults {
  readonly kind: string;
  readonly name: string;
  readonly why: string;
  /** Calls without an answer of each worker that is down. */
  readonly down: Readonly<Record<string, number>>;
}

type Seen = Readonly<Record<string, Faults>>;

const lengthOf = ({ down }: Faults): number => Object.values(down).reduce((sum, calls) => sum + calls, 0);

/** Between two looks at what others saw, in milliseconds. */
const FRESH = 1000;

/** As `worker` sees them, by the name in its notes. */
export function sharedOutages(board: Board, plan: string, worker = ''): SharedOutages {
  const own = watchOutages();
  /** Models that did not answer the last calls of this thread, and how many. */
  const silent = new Map<string, Silent>();
  const key = `outage:${plan}`;
  let seen: Seen = {};
  let seenAt = -FRESH;
  /** What each model has answered last, here. */
  const answered = new Map<string, ModelRequest>();
  const told = `answered:${plan}`;
  /** By what names those who play ask for a model. */
  const names = new Map<string, Set<string>>();
  let unanswered = 0;
  let fault = '';
  let denied: string | undefined;
  const refresh = async () => {
    seen = (await readValue<Seen>(board, key)) ?? {};
    seenAt = performance.now();
  };
  const add = async (one: string, calls: number, error: ModelError) => {
    const fault = { kind: error.kind, name: error.model, why: sentenceOf(error) };
    seen =
      (await update<Seen>(board, key, (held = {}) => {
        const { down = {} } = held[one] ?? {};
        return { ...held, [one]: { ...fault, down: { ...down, [worker]: (down[worker] ?? 0) + calls } } };
      })) ?? {};
    seenAt = performance.now();
  };
  const knownOf = async (one: string) => answered.get(one) ?? (await answeredOn(board, plan))[one];
  /** Games of it that may go unanswered before there is anything else to ask: those that are out, and those that were gone by. */
  const within = async (one: string) => {
    const out = await shardsOut(board, plan);
    if (!out) return Number.POSITIVE_INFINITY;
    const by = (await goneBy(board, plan))[one] ?? {};
    const asked = [...(names.get(one) ?? [])];
    const games = Object.values(out).flatMap((row) => asked.map((name) => row[name] ?? 0));
    const before = Object.entries(by).map(([shard, games]) => (shard in out ? 0 : games));
    return [...games, ...before].reduce((sum, games) => sum + games, 0);
  };
  const end = async (one: string) => {
    seen = (await update<Seen>(board, key, ({ [one]: _, ...others } = {}) => others)) ?? {};
  };
  const present = async () => {
    const there = Object.entries(await workersOn(board, plan)).filter(([, { refused }]) => refused === undefined);
    return new Set([worker, ...there.map(([name]) => name)]);
  };
  return {
    denied: () => denied,
    unanswered: () => unanswered,
    async judge(signal) {
      let down: string | undefined;
      let others = false;
      const greeted: string[] = [];
      for (const [one, { model, calls, error }] of silent) {
        const known = await knownOf(one);
        const isAsked = known !== undefined || (await within(one)) < MOST_FAULTS;
        const silence = isAsked ? await greet(model, { ...(signal && { signal }) }, known) : error;
        signal?.throwIfAborted();
        silent.delete(one);
        if (!(isUnanswered(silence) || isDenial(silence))) {
          await end(one);
          if (known === undefined) greeted.push(one);
        } else {
          down ??= silence.message;
          await add(one, calls, error);
          const there = await present();
          others ||= [...there].some((name) => seen[one]?.down[name] === undefined);
        }
      }
      return { fault, down, others, greeted };
    },
    goBy: (shard, games) => goBy(board, plan, shard, games),
    async lost() {
      await refresh();
      const there = [...(await present())];
      for (const [one, row] of Object.entries(seen)) {
        const enough = (await knownOf(one)) ? MOST_FAULTS : MOST_FAULTS * there.length;
        if (lengthOf(row) >= enough && there.every((name) => row.down[name] !== undefined)) return outageOf(row);
      }
      return undefined;
    },
    watched(model, name = '') {
      const mine = `${model.name} ${model.digest}`;
      names.set(mine, (names.get(mine) ?? new Set()).add(name));
      const watched = own.watched(model);
      return wrap(watched, async (request, options) => {
        try {
          const reply = await watched.generate(request, options);
          silent.delete(mine);
          if (performance.now() - seenAt > FRESH) await refresh();
          if (seen[mine]) await end(mine);
          if (!answered.has(mine))
            await update<Answered>(board, told, (held = {}) => (held[mine] ? held : { ...held, [mine]: request }));
          answered.set(mine, request);
          return reply;
        } catch (error) {
          if (isUnanswered(error)) {
            silent.set(mine, { model: watched, calls: (silent.get(mine)?.calls ?? 0) + 1, error });
            unanswered++;
            fault = error.message;
          }
          if (!isDenial(error)) throw error;
          return retryDenied(error, watched, request, options);
        }
      });

      /** Only an answer clears it: a key that is refused may be put off too. */
      async function retryDenied(error: ModelError, ...[watched, request, options]: Asked) {
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
    },
    current: own.current,
  };
}

/** A model that did not answer the last calls of a thread, and how many. */
interface Silent {
  readonly model: Model;
  readonly calls: number;
  readonly error: ModelError;
}

type Asked = [Model, Parameters<Model['generate']>[0], GenerateOptions];

const outageOf = (row: Faults): Outage => ({
  calls: lengthOf(row),
  last: new ModelError(row.kind as ModelError['kind'], row.name, row.why),
});
