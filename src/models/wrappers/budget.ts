/**
 * withBudget: so many tokens, in and out, or with the prices of a million tokens so much money; in all, or a day by UTC date.
 *
 * The most a request may cost is charged before it is asked and refunded down to what the reply reports, so requests under
 * way cannot spend the same tokens twice. A request that would go over is refused with a `spent` fault; a daily budget opens
 * again at midnight UTC. Refunded in full: what was refused or never arrived (limit, spent, rejected, missing, transport).
 * Not refunded, since the service may have done the work: a timeout, an abort, an unusable answer, a reply without a usage
 * report. What is spent stands in a ledger; models that share the ledger share the budget.
 */
import { type Model, ModelError, type ModelErrorKind, type ModelReply } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { costOf, mostUsage, type Prices, roundMoney, totalTokens } from './usage.ts';
import { faultOrThrow, requirePositive, wrap } from './wrap.ts';

export interface Spending {
  /** The UTC date for which it holds, or "all". */
  readonly period: string;
  readonly spent: number;
}

/** Read and written at once, with no wait in between. */
export interface Ledger {
  read(): Spending | undefined;
  write(spending: Spending): void;
}

export interface BudgetOptions {
  /** Tokens; money in the currency of the prices, where there are any. */
  readonly limit: number;
  readonly perDay?: boolean;
  readonly prices?: Prices;
  /** In memory, and this model's own, unless one is given. */
  readonly ledger?: Ledger;
  readonly clock?: Clock;
}

const DAY = 86_400_000;
const FREE: readonly ModelErrorKind[] = ['limit', 'spent', 'rejected', 'missing', 'transport'];

export function withBudget(
  model: Model,
  { limit, perDay = false, prices, ledger = ledgerInMemory(), clock = systemClock }: BudgetOptions,
): Model {
  requirePositive('limit', limit);
  for (const [what, price] of Object.entries(prices ?? {}))
    if (!(price >= 0)) throw new RangeError(`${what} is a number of at least 0, got ${price}`);
  ledger.read(); // a damaged one is better found now than in the middle of a run

  const price = (usage: ModelReply['usage']) => (prices ? costOf(usage, prices) : totalTokens(usage));
  const now = () => (perDay ? new Date(clock.now()).toISOString().slice(0, 10) : 'all');
  const spentIn = (period: string) => {
    const state = ledger.read();
    return state?.period === period ? state.spent : 0;
  };

  return wrap(model, async (request, options) => {
    const period = now();
    const spent = spentIn(period);
    const most = price(mostUsage(request));
    if (roundMoney(spent + most) > limit) {
      const budget = `${perDay ? "today's" : 'the'} budget of ${limit}${prices ? '' : ' tokens'}`;
      const why = `${spent} of ${budget} is spent, and the request may ${prices ? 'cost' : 'use'} ${most}`;
      const retryAfter = perDay ? (Date.parse(period) + DAY - clock.now()) / 1000 : undefined;
      throw new ModelError('spent', model.name, why, { retryAfter });
    }
    ledger.write({ period, spent: roundMoney(spent + most) });

    const settle = (cost: number) => {
      if (now() !== period) return; // charged to the day it was asked on, and that day is over
      ledger.write({ period, spent: roundMoney(Math.max(0, spentIn(period) - most + cost)) });
    };
    try {
      const reply = await model.generate(request, options);
      if (totalTokens(reply.usage) > 0) settle(price(reply.usage));
      return reply;
    } catch (error) {
      const fault = faultOrThrow(error, options.signal);
      if (FREE.includes(fault.kind)) settle(0);
      throw fault;
    }
  });
}

export function ledgerInMemory(): Ledger {
  let kept: Spending | undefined;
  return {
    read: () => kept,
    write: (spending) => {
      kept = spending;
    },
  };
}
