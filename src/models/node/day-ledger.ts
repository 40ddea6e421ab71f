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

/** By the address of each queue. */
const queued = z.strictObject({ period: z.iso.date(), spent: z.record(z.string(), z.number().min(0)) });

export interface DayLedger extends Ledger {
  /** By all but the queue at that address. */
  spentBeside(address: string, day: string): number;
  /** What was spent over it. */
  keepQueue(address: string, day: string, spent: number): void;
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
  const queuesOn = (day: string) => {
    const state = queues();
    return state?.period === day ? state.spent : {};
  };
  const sum = (spent: Readonly<Record<string, number>>) => Object.values(spent).reduce((all, one) => all + one, 0);
  return {
    read() {
      const [period] = [own.read(), queues()]
        .flatMap((state) => (state ? [state.period] : []))
        .sort()
        .reverse();
      return period === undefined ? undefined : { period, spent: roundMoney(ownOn(period) + sum(queuesOn(period))) };
    },
    write({ period, spent }) {
      own.write({ period, spent: roundMoney(Math.max(0, spent - sum(queuesOn(period)))) });
    },
    spentBeside(address, day) {
      const { [address]: _, ...others } = queuesOn(day);
      return roundMoney(ownOn(day) + sum(others));
    },
    keepQueue(address, day, spent) {
      makeFolder(dirname(file));
      writeWhole(file, `${JSON.stringify({ period: day, spent: { ...queuesOn(day), [address]: spent } })}\n`);
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
