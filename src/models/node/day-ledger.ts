/**
 * A day's budget over all commands of a user: what those of this machine have spent stands in one file, and what was spent over queues in
 * another, which their coordinators keep. Each has one kind of writer, and both count in all.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Ledger } from '../wrappers/budget.ts';
import { roundMoney } from '../wrappers/usage.ts';
import { makeFolder, writeWhole } from './files.ts';
import { ledgerFile } from './ledger-file.ts';
import { checkStored } from './stored.ts';

/** By the name of each queue, and of the commands of others, as told there. */
const sums = z.record(z.string(), z.number().min(0));
const queued = z.strictObject({ period: z.iso.date(), spent: sums, said: sums.optional() });

/** A sum, and a number that is greater the later it was seen. */
export interface Sight {
  readonly spent: number;
  readonly said: number;
}
export type Sights = Readonly<Record<string, Sight>>;

export interface DayLedger extends Ledger {
  /** By commands of this machine. */
  ownOn(day: string): number;
  /** By others, by their names. */
  othersOn(day: string): Sights;
  /** What was spent over a queue, and elsewhere as far as it was told there: of two sights the later counts. */
  keepQueue(name: string, day: string, here: Sight, elsewhere?: Sights): void;
}

/** Tokens and each currency have a ledger of their own. */
export function dayLedger(home: string, currency?: string): DayLedger {
  const suffix = currency === undefined ? '' : `-${currency}`;
  const own = ledgerFile(join(home, `budget${suffix}.json`));
  const file = join(home, `budget-queues${suffix}.json`);
  const queues = () => (existsSync(file) ? readQueues(file) : undefined);
  const ownOn = (day: string) => {
    const state = own.read();
    return state?.period === day ? state.spent : 0;
  };
  const othersOn = (day: string): Sights => {
    const state = queues();
    if (state?.period !== day) return {};
    return Object.fromEntries(
      Object.entries(state.spent).map(([name, spent]) => [name, { spent, said: state.said?.[name] ?? 0 }]),
    );
  };
  const sum = (sights: Sights) => Object.values(sights).reduce((all, { spent }) => all + spent, 0);
  return {
    read() {
      const [period] = [own.read(), queues()]
        .flatMap((state) => (state ? [state.period] : []))
        .sort()
        .reverse();
      return period === undefined ? undefined : { period, spent: roundMoney(ownOn(period) + sum(othersOn(period))) };
    },
    write({ period, spent }) {
      own.write({ period, spent: roundMoney(Math.max(0, spent - sum(othersOn(period)))) });
    },
    ownOn,
    othersOn,
    keepQueue(name, day, here, elsewhere = {}) {
      const all: Record<string, Sight> = { ...othersOn(day) };
      for (const [one, sight] of Object.entries(elsewhere)) if (sight.said >= (all[one]?.said ?? 0)) all[one] = sight;
      all[name] = here;
      const of = (what: keyof Sight) =>
        Object.fromEntries(Object.entries(all).map(([one, sight]) => [one, sight[what]]));
      makeFolder(dirname(file));
      writeWhole(file, `${JSON.stringify({ period: day, spent: of('spent'), said: of('said') })}\n`);
    },
  };
}

function readQueues(file: string): z.infer<typeof queued> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`cannot read the budget ${file}: ${(error as Error).message}; delete it to begin at 0`);
  }
  return checkStored(queued, value, `the budget ${file}`);
}
