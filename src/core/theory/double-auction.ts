/**
 * The linear equilibrium of the split-the-difference sealed-bid double auction (k = 1/2), uniform value and cost.
 *
 * Chatterjee and Samuelson, Operations Research 31 (1983). Nothing that breaks even and that nobody refuses gains more
 * here: Myerson and Satterthwaite (JET 1983). One equilibrium of many, and no best response to other play: the bid for
 * a value in the lowest quarter exceeds that value, and the ask for a cost in the highest quarter is below that cost.
 * In equilibrium those offers never trade; against anyone else, cap them at the value and the cost.
 */

/** Range of the buyer's value and the seller's cost. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const UNIT: Interval = { low: 0, high: 1 };

/** The buyer's offer; on [0, 1] it is 2/3 value + 1/12. */
export function equilibriumBid(value: number, interval: Interval = UNIT): number {
  checkWithin('value', value, interval);
  return (8 * value + 3 * interval.low + interval.high) / 12;
}

/** The seller's offer; on [0, 1] it is 2/3 cost + 1/4. */
export function equilibriumAsk(cost: number, interval: Interval = UNIT): number {
  checkWithin('cost', cost, interval);
  return (8 * cost + interval.low + 3 * interval.high) / 12;
}

/** Price of the deal, halfway, or undefined when the bid does not reach the ask. */
export function clearingPrice(bid: number, ask: number): number | undefined {
  return bid >= ask ? (bid + ask) / 2 : undefined;
}

/** Whether the equilibrium trades: the value must exceed the cost by a quarter of the interval. */
export function equilibriumTrades(value: number, cost: number, interval: Interval = UNIT): boolean {
  checkWithin('value', value, interval);
  checkWithin('cost', cost, interval);
  return value - cost >= (interval.high - interval.low) / 4;
}

/** Expected gains from trade of both parties together: in equilibrium, and if every profitable trade happened. */
export function expectedGains(interval: Interval = UNIT): { readonly equilibrium: number; readonly firstBest: number } {
  checkInterval(interval);
  const width = interval.high - interval.low;
  return { equilibrium: (9 * width) / 64, firstBest: width / 6 };
}

function checkWithin(what: string, number: number, interval: Interval): void {
  checkInterval(interval);
  if (!(number >= interval.low && number <= interval.high)) {
    throw new RangeError(`got the ${what} ${number}, expected a number from ${interval.low} to ${interval.high}`);
  }
}

function checkInterval({ low, high }: Interval): void {
  if (!(low < high && Number.isFinite(high - low))) {
    throw new RangeError(`got the interval from ${low} to ${high}, expected finite ends with low below high`);
  }
}
