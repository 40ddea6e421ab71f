/**
 * Opponent models over items: what the other side's offers say about its values.
 *
 * `frequencyModel` (HardHeaded, van Krimpen et al. 2013, with Smith's frequencies) and `bayesianModel` (the scalable model
 * of Hindriks and Tykhonov 2008), both adapted from issues with discrete values to counts of interchangeable units.
 * An offer is how many units of each type the other side kept for itself; the answer is its estimated value of one unit of
 * each type, scaled so that all units together are worth 1. The value of a kept type is taken as linear in the units.
 * Not strategies: pure functions of the offers seen.
 */
import { exp, pow } from '../math.ts';

/** What an unchanged type gains in weight, as a share of the weight it began with (HardHeaded: 0.2). */
const UNCHANGED = 0.2;

/**
 * Weight x frequency. The weights start equal; a type whose kept number did not change from one offer to the next gains
 * 0.2 / n, and the weights are scaled back to 1. A type kept at 0 does not change either, so the weight is multiplied by
 * the mean share kept (HardHeaded leaves this to its value scores). Without an offer, or if nothing was ever kept, the
 * weights stand alone.
 */
export function frequencyModel(offers: readonly (readonly number[])[], counts: readonly number[]): number[] {
  const shares = keptShares(offers, counts);
  let weights = equalWeights(counts);
  const gain = UNCHANGED / typesOf(counts);
  for (let k = 1; k < shares.length; k++) {
    const before = shares[k - 1] as number[];
    const now = shares[k] as number[];
    weights = toSum1(weights.map((w, i) => w + (counts[i] !== 0 && now[i] === before[i] ? gain : 0)));
  }
  const kept = counts.map((_, i) => sum(shares.map((offer) => offer[i] as number)));
  const products = weights.map((w, i) => w * (kept[i] as number));
  return unitValues(sum(products) > 0 ? products : weights, counts);
}

/** How far the other side's utility may lie from the expected concession. */
const SIGMA = 0.25;
/** Expected concession of the other side with every new offer. */
const CONCESSION = 0.05;
const LEVELS = 10;

/**
 * Hypotheses: the weight of a type is 0.05, 0.15, ... 0.95, with the prior (1 - h)^(n - 2), the marginal of a uniform draw
 * of n weights that sum to 1. P(h | b) ~ P(h) exp(-(u_h(b) - expected)^2 / 2 sigma^2), expected = 1 - 0.05 k for the k-th
 * distinct offer from 0, sigma = 0.25. As in the original each type is updated on its own, the others at their expected
 * weights; here those share 1 - h between them, or a type never kept would never be seen as cheap. A repeated offer says
 * nothing new and is passed over. Answers the expected weights, scaled to 1.
 */
export function bayesianModel(offers: readonly (readonly number[])[], counts: readonly number[]): number[] {
  const types = typesOf(counts);
  if (types === 1) return unitValues(equalWeights(counts), counts);
  const levels = Array.from({ length: LEVELS }, (_, k) => (k + 0.5) / LEVELS);
  const prior = levels.map((h) => pow(1 - h, types - 2));
  const beliefs = counts.map((count) => (count === 0 ? [] : toSum1(prior)));
  const expectedWeights = () => beliefs.map((belief) => sum(belief.map((p, k) => p * (levels[k] as number))));
  distinct(keptShares(offers, counts)).forEach((share, k) => {
    const expected = Math.max(0, 1 - CONCESSION * k);
    const weights = expectedWeights();
    const whole = sum(weights);
    const utility = sum(weights.map((w, i) => w * (share[i] as number)));
    beliefs.forEach((belief, i) => {
      const weight = weights[i] as number;
      const own = share[i] as number;
      const others = (utility - weight * own) / (whole - weight);
      const posterior = belief.map((p, level) => {
        const h = levels[level] as number;
        const miss = h * own + (1 - h) * others - expected;
        return p * exp((-miss * miss) / (2 * SIGMA * SIGMA));
      });
      beliefs[i] = toSum1(posterior);
    });
  });
  return unitValues(expectedWeights(), counts);
}

/** Every offer as shares of the units there are; a type without units has the share 0. */
function keptShares(offers: readonly (readonly number[])[], counts: readonly number[]): number[][] {
  if (!counts.every((c) => Number.isInteger(c) && c >= 0) || typesOf(counts) === 0) {
    throw new RangeError(`got the counts (${counts.join(', ')}), expected whole numbers from 0, not all 0`);
  }
  return offers.map((offer) => {
    const fits = offer.length === counts.length && offer.every((x, i) => x >= 0 && x <= (counts[i] as number));
    if (!fits) throw new RangeError(`got the offer (${offer.join(', ')}), expected up to (${counts.join(', ')})`);
    return offer.map((x, i) => (counts[i] === 0 ? 0 : x / (counts[i] as number)));
  });
}

function typesOf(counts: readonly number[]): number {
  return counts.filter((count) => count > 0).length;
}

function equalWeights(counts: readonly number[]): number[] {
  return toSum1(counts.map((count) => (count > 0 ? 1 : 0)));
}

function unitValues(weights: readonly number[], counts: readonly number[]): number[] {
  return toSum1(weights).map((w, i) => (counts[i] === 0 ? 0 : w / (counts[i] as number)));
}

function distinct(offers: readonly number[][]): number[][] {
  return [...new Map(offers.map((offer) => [offer.join(), offer])).values()];
}

function toSum1(values: readonly number[]): number[] {
  const total = sum(values);
  return values.map((value) => value / total);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
