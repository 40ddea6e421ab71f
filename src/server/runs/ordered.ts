/**
 * The rows of a question in their order, kept as a table of their numbers: the first page of a filter or a sort works it out, and every
 * other page of it, however far down, is read from there. A few are kept; what nobody waits for any more is interrupted.
 */
import type { Database } from './database.ts';

interface Ordered {
  readonly name: string;
  readonly total: number;
}

interface Kept {
  readonly made: Promise<Ordered>;
  readonly stop: AbortController;
  waiting: number;
  done: boolean;
}

export interface OrderedRows {
  /** `key` names the question, `sql` gives the row numbers, in order, as column r. */
  page(
    key: string,
    question: { readonly sql: string; readonly values: Readonly<Record<string, string | number>> },
    place: { readonly offset: number; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<{ readonly rows: readonly number[]; readonly total: number }>;
}

/** A million rows take some eight megabytes. */
const MOST_KEPT = 12;

export function orderedRows(database: Database): OrderedRows {
  const kept = new Map<string, Kept>();
  let made = 0;

  const begin = (key: string, sql: string, values: Readonly<Record<string, string | number>>): Kept => {
    const name = `ordered_${++made}`;
    const stop = new AbortController();
    const work = async (): Promise<Ordered> => {
      await database.ask(`CREATE TABLE ${name} AS ${sql}`, values, stop.signal);
      const [row] = await database.ask(`SELECT count(*)::DOUBLE AS total FROM ${name}`);
      return { name, total: Number(row?.total ?? 0) };
    };
    const one: Kept = { made: work(), stop, waiting: 0, done: false };
    one.made.then(
      () => {
        one.done = true;
      },
      () => kept.delete(key),
    );
    return one;
  };

  const forget = (key: string, { made: table, stop, done }: Kept) => {
    kept.delete(key);
    if (!done) stop.abort();
    void table.then(({ name }) => database.ask(`DROP TABLE IF EXISTS ${name}`)).catch(() => undefined);
  };

  return {
    async page(key, { sql, values }, { offset, limit }, signal) {
      const one = kept.get(key) ?? begin(key, sql, values);
      kept.delete(key);
      kept.set(key, one);
      // Before any is dropped: this one is waited for.
      one.waiting++;
      for (const [oldest, old] of kept) {
        if (kept.size <= MOST_KEPT) break;
        if (old.waiting === 0) forget(oldest, old);
      }
      const leave = () => {
        if (--one.waiting === 0 && !one.done) forget(key, one);
      };
      signal?.addEventListener('abort', leave);
      try {
        const { name, total } = await one.made;
        const found = await database.ask(
          `SELECT r::DOUBLE AS r FROM ${name} WHERE rowid >= $from AND rowid < $to ORDER BY rowid`,
          { from: offset, to: offset + limit },
          signal,
        );
        return { rows: found.map(({ r }) => Number(r)), total };
      } finally {
        signal?.removeEventListener('abort', leave);
        if (!signal?.aborted) one.waiting--;
      }
    },
  };
}
