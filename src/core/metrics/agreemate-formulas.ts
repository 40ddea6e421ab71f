/**
 * The formulas of AgreeMate (Chatterjee, Miller and Parepally 2024, arXiv 2412.18690) over plain numbers.
 *
 * The paper, the notebook that ran the games and the notebook that made the tables differ in two formulas and in one sign;
 * each variant has a name of its own here. All ask for a seller's target above the buyer's; without that the measures turn
 * over, so they are undefined. Fairness and bias are unbounded when a deal lies outside the targets: clip them with
 * `clamp(fairness, 0, 1)` and `clamp(bias, -1, 1)`, and report both.
 */

export interface Targets {
  readonly buyerTarget: number;
  readonly sellerTarget: number;
}
export interface DealBetweenTargets extends Targets {
  /** The price agreed on. */
  readonly deal: number;
}

/** 1 - 2 |deal - middle of the targets| / (seller's target - buyer's): 1 in the middle, 0 at either target. */
export function fairnessOf({ deal, buyerTarget, sellerTarget }: DealBetweenTargets): number | undefined {
  if (!(sellerTarget > buyerTarget)) return undefined;
  return 1 - (2 * Math.abs(deal - (buyerTarget + sellerTarget) / 2)) / (sellerTarget - buyerTarget);
}

/** As run: 2 (seller's target - deal) / (seller's target - buyer's) - 1. +1 at the buyer's target, -1 at the seller's. */
export function biasOf({ deal, buyerTarget, sellerTarget }: DealBetweenTargets): number | undefined {
  if (!(sellerTarget > buyerTarget)) return undefined;
  return (2 * (sellerTarget - deal)) / (sellerTarget - buyerTarget) - 1;
}

/** As printed in the paper, with |seller's target - deal|: a deal above the seller's target counts as one below it. */
export function absoluteBiasOf({ deal, buyerTarget, sellerTarget }: DealBetweenTargets): number | undefined {
  if (!(sellerTarget > buyerTarget)) return undefined;
  return (2 * Math.abs(sellerTarget - deal)) / (sellerTarget - buyerTarget) - 1;
}

/** |deal - list price| / list price. */
export function aggressivenessOf({ deal, listPrice }: { deal: number; listPrice: number }): number | undefined {
  return listPrice > 0 ? Math.abs(deal - listPrice) / listPrice : undefined;
}

/** Paper: sum of |step| / turns, over all prices named by either side, mixed, in order. */
export function concessionRateOf(prices: readonly number[], turns: number): number | undefined {
  return prices.length < 2 || turns < 1 ? undefined : path(prices) / turns;
}

/** Notebook of the tables: sum of |step| / number of prices. */
export function concessionRatePerOfferOf(prices: readonly number[]): number | undefined {
  return prices.length < 2 ? undefined : path(prices) / prices.length;
}

/** Notebook of the games: sum of signed steps / number of prices, which is (last - first) / number of prices. */
export function signedConcessionRateOf(prices: readonly number[]): number | undefined {
  if (prices.length < 2) return undefined;
  return ((prices.at(-1) as number) - (prices[0] as number)) / prices.length;
}

/** Anything per turn: bias per turn, relative efficiency (fairness per turn), probing ratio (inquiries per turn). */
export function perTurn(value: number | undefined, turns: number): number | undefined {
  return value === undefined || turns < 1 ? undefined : value / turns;
}

/** Length of the way through all prices. */
function path(prices: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < prices.length; i++) sum += Math.abs((prices[i] as number) - (prices[i - 1] as number));
  return sum;
}
