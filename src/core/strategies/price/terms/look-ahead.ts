/**
 * What an offer to a TERMS-Bench counterpart is worth when its answer is waited for: one step of the game in full, and a plan from
 * there on. The offer is taken, or the counterpart leaves, or it names one of eight prices that stand for all; each price changes
 * what is known of the type, and the best of a few plans for that is what the game is then worth.
 */
import { approachOf } from './conduct.ts';
import { below, chance, density } from './normal.ts';
import { learning, leaving, type Planned, reach, type Sample, type Situation, worthIn } from './planning.ts';
import { ROUNDS } from './posterior.ts';

/** Standard normals at the middle of each eighth, shuffled: they go with types in the order of reservations. */
const EIGHTHS = [-1.534, 0.157, 0.887, -0.489, 1.534, -0.157, -0.887, 0.489] as const;
/** Plans from one quantile of the reservations to another. */
const SWEEPS = [
  [0.05, 0.4],
  [0.2, 0.6],
  [0.4, 0.85],
  [0.15, 0.9],
  [0.65, 0.95],
  [0.9, 0.99],
] as const;
/** And how far the best of them is moved to see whether it gets better. */
const SHIFTS = [-1.5, 1.5, -0.7, 0.7, 0.3] as const;
/** First offers that are compared, around the one of the plan. */
const OFFERS = [0, -7, -4, -2, -1, 1, 2, 4] as const;

/** Types that are less likely than this share of the likeliest after a price are left out. */
const UNLIKELY = 1e-3;

/** The best first offer, and its worth. Needs a price of the counterpart. */
export function lookAhead(sample: Sample, situation: Situation, plan: Planned, foresight: number) {
  const { own, offers } = situation;
  const [planned] = plan.offers as [number];
  let best = { offer: planned, worth: Number.NEGATIVE_INFINITY };
  const tried = [...OFFERS.map((by) => planned + by), ...sample.exact].map((price) =>
    Math.min(own, Math.max(offers.at(-1) ?? 0, price)),
  );
  for (const offer of new Set(tried)) {
    const worth = worthOfOffer(sample, situation, offer, plan.offers, foresight);
    if (worth > best.worth) best = { offer, worth };
  }
  return best;
}

function worthOfOffer(
  sample: Sample,
  situation: Situation,
  offer: number,
  plan: readonly number[],
  foresight: number,
): number {
  const { own, offers, round } = situation;
  const { size, reservation, urgency, weight, stretch, pace, rigid, answers, concedes, deviation } = sample;
  const price = situation.price as number;
  const approach = approachOf(offers, 1, 100);
  const late = -2 * (1 - Math.sqrt(round / ROUNDS));
  const left = new Float64Array(size);
  /** The price that each would name but for the noise. */
  const aims = new Float64Array(size);
  let taken = 0;
  let total = 0;
  for (let i = 0; i < size; i++) {
    const limit = reservation[i] as number;
    const gain = (offer - limit) / 100;
    const reached = reach(offer - limit, stretch[i] as number);
    const odds = 6 * gain + (urgency[i] as number) + late + (pace[i] as number) * approach.speed;
    const takes = reached > 0 ? reached * chance(odds + (rigid[i] as number) * approach.rigid) : 0;
    taken += ((weight[i] as number) * takes * (own - offer)) / (own - limit);
    const stays = reached > 0 ? 1 : 1 - leaving(gain, round);
    left[i] = (weight[i] as number) * (1 - takes) * stays;
    total += left[i] as number;
    aims[i] = price - Math.max(0, (concedes[i] as number) - (answers[i] as number) * approach.size) * (price - limit);
  }
  if (total < 1e-9) return taken;
  const next = { ...situation, offers: [...offers, offer], round: round + 1 };
  let [at, sum, later] = [0, left[0] as number, 0];
  for (const [s, noise] of EIGHTHS.entries()) {
    const wanted = ((s + 0.5) / EIGHTHS.length) * total;
    while (sum < wanted && at < size - 1) sum += left[++at] as number;
    const aimed = (aims[at] as number) + (deviation[at] as number) * noise;
    const named = Math.min(price, Math.max(reservation[at] as number, aimed));
    const known = revised(sample, left, aims, named, named === price);
    later += known ? worthThere(known, { ...next, price: named }, plan, foresight) / EIGHTHS.length : 0;
  }
  return taken + total * later;
}

/** The sample after a price; undefined where none of its types names that one. */
function revised(
  sample: Sample,
  left: Float64Array,
  aims: Float64Array,
  named: number,
  held: boolean,
): Sample | undefined {
  const { size, reservation, stretch, deviation } = sample;
  const weight = new Float64Array(size);
  let most = 0;
  for (let i = 0; i < size; i++) {
    if ((reservation[i] as number) > named + 0.5 * (stretch[i] as number)) continue;
    const x = (named - (aims[i] as number)) / (deviation[i] as number);
    const likely = (left[i] as number) * (held ? 1 - below(x) : density(x) / (deviation[i] as number));
    weight[i] = likely;
    if (likely > most) most = likely;
  }
  if (!(most > 0)) return undefined;
  let total = 0;
  for (let i = 0; i < size; i++) {
    if ((weight[i] as number) < UNLIKELY * most) weight[i] = 0;
    total += weight[i] as number;
  }
  for (let i = 0; i < size; i++) weight[i] = (weight[i] as number) / total;
  return { ...sample, weight };
}

/** The best of a few plans, or the price at hand. */
function worthThere(sample: Sample, situation: Situation, plan: readonly number[], foresight: number): number {
  const { own, offers, price, round, lastAnswered } = situation;
  const count = lastAnswered - round + 1;
  const worthOf = worthIn(sample, situation);
  const taking = worthOfTaking(sample, own, price as number);
  if (count < 1) return Math.max(taking, worthOf([], 0));
  const floor = offers.at(-1) as number;
  const learns = learning(foresight, situation);
  const allowed = (some: readonly number[]) => some.map((one) => Math.min(own, Math.max(floor, one)));
  let best = allowed(plan.slice(plan.length - count));
  let worth = worthOf(best, learns);
  const tryOut = (some: readonly number[]): void => {
    const fitted = allowed(some);
    const value = worthOf(fitted, learns);
    if (value > worth) [best, worth] = [fitted, value];
  };
  for (const [from, to] of SWEEPS) tryOut(sweep(sample, count, from, to));
  for (const price of sample.exact) tryOut(best.map(() => price));
  for (const by of SHIFTS) tryOut(best.map((one) => one + by));
  return Math.max(taking, worth);
}

/** Offers from one quantile of the reservations to another, evenly. */
function sweep({ size, reservation, weight }: Sample, count: number, from: number, to: number) {
  let [at, sum] = [size - 1, weight[size - 1] as number];
  return Array.from({ length: count }, (_, j) => {
    const quantile = count === 1 ? to : from + ((to - from) * j) / (count - 1);
    while (sum < quantile && at > 0) sum += weight[--at] as number;
    return (reservation[at] as number) + 0.3;
  });
}

/** What the price at hand is worth. */
export function worthOfTaking({ size, weight, reservation }: Sample, own: number, price: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) sum += ((weight[i] as number) * (own - price)) / (own - (reservation[i] as number));
  return sum;
}
