/**
 * withBudget: so much money a day, by UTC date, from the prices of a million tokens.
 *
 * The most a request may cost is charged before it is asked and refunded down to what the reply reports, so requests under
 * way cannot spend the same money twice. A request that would go over is refused with a `limit` fault until midnight UTC.
 * Refunded in full: what was refused or never arrived (limit, rejected, missing, transport). Not refunded, since the service
 * may have done the work: a timeout, an abort, an unusable answer, a reply without a usage report.
 * The state {day, spent} is one small JSON file, read and replaced (written beside and renamed) at each charge: it survives
 * a restart, a kill costs at most the requests under way, and models of one process may share it. Not made for two processes.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Model, ModelError, type ModelErrorKind } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { checkStored } from './stored.ts';
import { costOf, mostUsage, type Prices, roundMoney, totalTokens } from './usage.ts';
import { faultOrThrow, requirePositive, wrap } from './wrap.ts';

export interface BudgetOptions {
  /** Money a day, in the currency of the prices. */
  readonly perDay: number;
  readonly prices: Prices;
  readonly file: string;
  readonly clock?: Clock;
}

const DAY = 86_400_000;
const FREE: readonly ModelErrorKind[] = ['limit', 'rejected', 'missing', 'transport'];

const spending = z.strictObject({ day: z.iso.date(), spent: z.number().min(0) });
type Spending = z.infer<typeof spending>;

export function withBudget(model: Model, { perDay, prices, file, clock = systemClock }: BudgetOptions): Model {
  requirePositive('perDay', perDay);
  for (const [what, price] of Object.entries(prices))
    if (!(price >= 0)) throw new RangeError(`${what} is a number of at least 0, got ${price}`);
  readSpending(file); // a damaged file is better found now than in the middle of a run

  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const spentOn = (day: string) => {
    const state = readSpending(file);
    return state?.day === day ? state.spent : 0;
  };

  return wrap(model, async (request, options) => {
    const day = today();
    const spent = spentOn(day);
    const most = costOf(mostUsage(request), prices);
    if (roundMoney(spent + most) > perDay) {
      const why = `${spent} of today's budget of ${perDay} is spent, and the request may cost ${most}`;
      const midnight = Date.parse(day) + DAY;
      throw new ModelError('limit', model.name, why, { retryAfter: (midnight - clock.now()) / 1000 });
    }
    writeSpending(file, { day, spent: roundMoney(spent + most) });

    const settle = (cost: number) => {
      if (today() !== day) return; // charged to the day it was asked on, and that day is over
      writeSpending(file, { day, spent: roundMoney(Math.max(0, spentOn(day) - most + cost)) });
    };
    try {
      const reply = await model.generate(request, options);
      if (totalTokens(reply.usage) > 0) settle(costOf(reply.usage, prices));
      return reply;
    } catch (error) {
      const fault = faultOrThrow(error, options.signal);
      if (FREE.includes(fault.kind)) settle(0);
      throw fault;
    }
  });
}

function readSpending(file: string): Spending | undefined {
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`cannot read the budget ${file}: ${(error as Error).message}; delete it to begin the day at 0`);
  }
  return checkStored(spending, value, `the budget ${file}`);
}

function writeSpending(file: string, state: Spending): void {
  mkdirSync(dirname(file), { recursive: true });
  const beside = `${file}.part`;
  const handle = openSync(beside, 'w');
  try {
    writeSync(handle, `${JSON.stringify(state)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(beside, file);
}
