/**
 * Who plays the tables of a plan: this process, or others over a queue (../queue). The run keeps what is handed on, in the order of
 * its plan, and decides when to stop; whoever plays decides in which order tables end.
 */
import { setMaxListeners } from 'node:events';
import type { Episode } from '../../core/index.ts';
import { MOST_FAULTS, type Outage, type Outages } from './outage.ts';
import type { Table } from './plan.ts';
import { type Players, playTable } from './play.ts';

interface Work {
  /** Of the whole plan. */
  readonly tables: readonly Table[];
  /** The numbers of those to be played, from the first on. */
  readonly wanted: readonly number[];
  /** Resolves when more can be taken. */
  readonly keep: (index: number, episodes: readonly Episode[]) => Promise<void>;
  /** Is told of a table that nobody could play: the others are played first, then the work fails. */
  readonly skip?: (index: number) => void;
  /** Resolves when all that was handed on is on the disk. */
  readonly settled: () => Promise<void>;
  /** Gives up what is under way. */
  readonly signal: AbortSignal;
}

/** Gives back the outage that ended the work early, if one did: the games that failed for it are not handed on. */
export type Executor = (work: Work) => Promise<Outage | undefined>;

/** Several tables at once in this process. */
export function localExecutor(players: Players, outages: Outages, concurrency: number): Executor {
  return async ({ tables, wanted, keep, signal }) => {
    // What ends one table for good, such as a full disk, ends the others too: their calls would be paid for nothing.
    const broken = new AbortController();
    const ended = AbortSignal.any([broken.signal, signal]);
    setMaxListeners(0, ended);
    /** Failed in an outage of which it is not known yet whether it ends. */
    const inDoubt: (readonly [index: number, episodes: readonly Episode[]])[] = [];
    const keepInDoubt = async () => {
      for (const [index, episodes] of inDoubt.splice(0)) await keep(index, episodes);
    };
    let lost: Outage | undefined;
    const isLost = (calls: number) => {
      const outage = outages.current();
      if (outage && outage.calls >= calls) lost ??= outage;
      return lost !== undefined;
    };
    let next = 0;
    let breather = Date.now();
    const lane = async () => {
      while (next < wanted.length && !ended.aborted && !isLost(Math.max(MOST_FAULTS, concurrency))) {
        const index = wanted[next++] as number;
        const episodes = await playTable(tables[index] as Table, players, ended);
        const outage = outages.current();
        if (outage && episodes.some(({ result }) => result.kind === 'failed')) inDoubt.push([index, episodes]);
        else await keep(index, episodes);
        if (!outage) await keepInDoubt();
        // Games between scripts never wait: give the disk, the bar and Ctrl-C their turn.
        if (Date.now() - breather > 50) {
          await new Promise((resolve) => setImmediate(resolve));
          breather = Date.now();
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, () => lane().catch((error) => broken.abort(error))));
    if (signal.aborted) return lost;
    if (broken.signal.aborted) throw broken.signal.reason;
    // Nothing is under way any more that could still be answered.
    if (!isLost(MOST_FAULTS)) await keepInDoubt();
    return lost;
  };
}
