/**
 * Reservation models over a price: where the other side's limit lies, read off the curve of its offers.
 *
 * `reservationByCurveFit` is least squares (after Hou 2004), one number; `reservationByParticles` a particle filter, a
 * distribution. Both assume that the other side concedes by the clock, in the exponent convention of concession.ts, and
 * never offers past its reservation; a side that reacts to us is not in the model.
 */
import { clamp, exp, ln, pow } from '../math.ts';
import type { Rng } from '../rng.ts';

export interface PricePoint {
  readonly turn: number;
  readonly price: number;
}

/** Whose offers they are, and the public range they keep to. */
export interface PriceSide {
  readonly seat: 'buyer' | 'seller';
  readonly range: { readonly low: number; readonly high: number };
}

export interface CurveFit {
  readonly reservation: number;
  readonly opening: number;
  readonly exponent: number;
  /** Root mean squared distance of the offers from the curve. */
  readonly error: number;
}

const MIN_EXPONENT = 0.1;
const MAX_EXPONENT = 10;
const EXPONENT_STEPS = 40;

/**
 * Least squares of price = opening + (reservation - opening) t^exponent, t = turn / limit: for each exponent the other two
 * are linear and solved exactly, and the exponent (0.1 to 10) is searched. Nobody offers past the own reservation, so it
 * lies between the best offer so far and the end of the range. Two offers fit any exponent; then the one nearest to 1 is
 * taken. A side that never moved is read as standing at its reservation. Undefined before two offers.
 */
export function reservationByCurveFit(
  offers: readonly PricePoint[],
  turnLimit: number,
  side: PriceSide,
): CurveFit | undefined {
  checkPrices(offers, turnLimit, side);
  if (offers.length < 2) return undefined;
  const [low, high] = reservationBounds(offers, side);
  const curveAt = (logExponent: number): CurveFit => {
    const exponent = exp(logExponent);
    const x = offers.map(({ turn }) => pow(turn / turnLimit, exponent));
    const meanX = sum(x) / x.length;
    const meanPrice = sum(offers.map(({ price }) => price)) / x.length;
    const slope =
      sum(offers.map(({ price }, k) => ((x[k] as number) - meanX) * (price - meanPrice))) /
      sum(x.map((value) => (value - meanX) * (value - meanX)));
    const reservation = clamp(meanPrice + slope * (1 - meanX), low, high);
    // With the reservation given (the best one, or the bound it ran into) the opening follows from one equation.
    const margin =
      sum(offers.map(({ price }, k) => (price - reservation) * (1 - (x[k] as number)))) /
      sum(x.map((value) => (1 - value) * (1 - value)));
    const squares = offers.map(({ price }, k) => square(price - reservation - margin * (1 - (x[k] as number))));
    return { reservation, opening: reservation + margin, exponent, error: Math.sqrt(sum(squares) / x.length) };
  };

  // Nearest to 1 first; another exponent must fit better by more than rounding.
  const better = (a: CurveFit, b: CurveFit) => a.error < b.error - 1e-9 * (side.range.high - side.range.low);
  const step = ln(MAX_EXPONENT) / EXPONENT_STEPS;
  let at = 0;
  let best = curveAt(0);
  for (let k = 1; k <= EXPONENT_STEPS; k++) {
    for (const logExponent of [k * step, -k * step]) {
      const candidate = curveAt(logExponent);
      if (better(candidate, best)) [at, best] = [logExponent, candidate];
    }
  }
  // Golden section between the neighbours on the grid.
  let left = at - step;
  let right = at + step;
  for (let round = 0; round < 40; round++) {
    const a = right - GOLDEN * (right - left);
    const b = left + GOLDEN * (right - left);
    if (curveAt(a).error < curveAt(b).error) right = b;
    else left = a;
  }
  const refined = curveAt((left + right) / 2);
  return better(refined, best) ? refined : best;
}

const GOLDEN = 0.6180339887498949;

export interface ReservationBelief {
  readonly mean: number;
  readonly sd: number;
  readonly quantiles: {
    readonly q05: number;
    readonly q25: number;
    readonly q50: number;
    readonly q75: number;
    readonly q95: number;
  };
  /** Chance that the other side concedes by the clock, and not at all otherwise. */
  readonly conceding: number;
}

/** Prior chance of a side that repeats its first offer whatever its reservation. */
const HOLDING = 0.2;
/** Width of the jitter after resampling, in posterior deviations (Liu and West 2001). */
const JITTER = 0.1;

/**
 * A particle filter over (reservation, exponent, type). Prior: the reservation uniform between the best offer so far and
 * the end of the range, the exponent log-uniform on 0.1 to 10, a fifth of the particles holding. The first offer anchors
 * the curve; a later one of a conceding particle is Normal(R + (first - R)(1 - t^e) / (1 - t_first^e), s), of a holding one
 * Normal(first, s), where s is `noise` times the width of the range. Resampled when fewer than half the particles count.
 */
export function reservationByParticles(
  offers: readonly PricePoint[],
  turnLimit: number,
  side: PriceSide,
  rng: Rng,
  { particles = 1000, noise = 0.02 }: { particles?: number; noise?: number } = {},
): ReservationBelief {
  checkPrices(offers, turnLimit, side);
  if (!(Number.isInteger(particles) && particles > 0 && noise > 0)) {
    throw new RangeError(
      `got ${particles} particles and the noise ${noise}, expected a whole number and a share above 0`,
    );
  }
  const [low, high] = reservationBounds(offers, side);
  const deviation = noise * (side.range.high - side.range.low);
  // One reservation from each of n equal parts of the interval, in random order: the prior itself then has no gaps.
  let cloud: Particle[] = rng.shuffle(Array.from({ length: particles }, (_, k) => k)).map((k, index) => ({
    reservation: low + ((k + rng.float()) / particles) * (high - low),
    logExponent: rng.uniform(ln(MIN_EXPONENT), ln(MAX_EXPONENT)),
    holds: index < HOLDING * particles,
  }));
  let logWeights = cloud.map(() => 0);
  const [first, ...later] = offers;
  for (const { turn, price } of later) {
    logWeights = logWeights.map((w, k) => {
      const miss = price - predict(cloud[k] as Particle, turn / turnLimit, first as PricePoint, turnLimit);
      return w - square(miss / deviation) / 2;
    });
    const weights = toWeights(logWeights);
    if (sum(weights.map(square)) > 2 / particles) {
      cloud = jitter(resample(cloud, weights, rng), low, high, rng);
      logWeights = cloud.map(() => 0);
    }
  }
  return summarise(cloud, toWeights(logWeights));
}

/** Measured from the largest, so that an offer nobody expected leaves weights and not zeros. */
function toWeights(logWeights: readonly number[]): number[] {
  const top = logWeights.reduce((a, b) => Math.max(a, b));
  const weights = logWeights.map((w) => exp(w - top));
  const total = sum(weights);
  return weights.map((w) => w / total);
}

interface Particle {
  readonly reservation: number;
  readonly logExponent: number;
  readonly holds: boolean;
}

function predict(
  { reservation, logExponent, holds }: Particle,
  t: number,
  first: PricePoint,
  turnLimit: number,
): number {
  if (holds) return first.price;
  const exponent = exp(logExponent);
  const left = (1 - pow(t, exponent)) / (1 - pow(first.turn / turnLimit, exponent));
  return reservation + (first.price - reservation) * left;
}

/** Systematic resampling: one draw, then equal steps through the weights. */
function resample(cloud: readonly Particle[], weights: readonly number[], rng: Rng): Particle[] {
  const start = rng.float();
  let reached = weights[0] as number;
  let from = 0;
  return cloud.map((_, k) => {
    const goal = (start + k) / cloud.length;
    while (reached < goal && from < cloud.length - 1) reached += weights[++from] as number;
    return cloud[from] as Particle;
  });
}

/** Moves the conceding particles a little, keeping their mean and deviation; a holding one has nothing to refine. */
function jitter(cloud: readonly Particle[], low: number, high: number, rng: Rng): Particle[] {
  const conceding = cloud.filter(({ holds }) => !holds);
  const shrink = Math.sqrt(1 - JITTER * JITTER);
  const mover = (values: readonly number[]) => {
    const mean = sum(values) / values.length;
    const sd = Math.sqrt(sum(values.map((value) => square(value - mean))) / values.length);
    return (value: number) => mean + shrink * (value - mean) + rng.normal(0, JITTER * sd);
  };
  const moveReservation = mover(conceding.map(({ reservation }) => reservation));
  const moveExponent = mover(conceding.map(({ logExponent }) => logExponent));
  return cloud.map((particle) =>
    particle.holds
      ? particle
      : {
          reservation: clamp(moveReservation(particle.reservation), low, high),
          logExponent: clamp(moveExponent(particle.logExponent), ln(MIN_EXPONENT), ln(MAX_EXPONENT)),
          holds: false,
        },
  );
}

function summarise(cloud: readonly Particle[], weights: readonly number[]): ReservationBelief {
  const sorted = cloud
    .map(({ reservation }, k) => ({ reservation, weight: weights[k] as number }))
    .sort((a, b) => a.reservation - b.reservation);
  const mean = sum(sorted.map(({ reservation, weight }) => weight * reservation));
  const quantile = (level: number) => {
    let reached = 0;
    for (const { reservation, weight } of sorted) {
      reached += weight;
      if (reached >= level) return reservation;
    }
    return (sorted.at(-1) as { reservation: number }).reservation;
  };
  return {
    mean,
    sd: Math.sqrt(sum(sorted.map(({ reservation, weight }) => weight * square(reservation - mean)))),
    quantiles: {
      q05: quantile(0.05),
      q25: quantile(0.25),
      q50: quantile(0.5),
      q75: quantile(0.75),
      q95: quantile(0.95),
    },
    conceding: sum(cloud.map(({ holds }, k) => (holds ? 0 : (weights[k] as number)))),
  };
}

/** Where a reservation can be: from the end of the range to the best offer so far. */
function reservationBounds(offers: readonly PricePoint[], { seat, range }: PriceSide): [low: number, high: number] {
  const prices = offers.map(({ price }) => price);
  return seat === 'seller'
    ? [range.low, Math.min(range.high, ...prices)]
    : [Math.max(range.low, ...prices), range.high];
}

function checkPrices(offers: readonly PricePoint[], turnLimit: number, { range }: PriceSide): void {
  let last = 0;
  for (const { turn, price } of offers) {
    if (!(turn > last && turn <= turnLimit)) {
      throw new RangeError(`got an offer in turn ${turn} after turn ${last}, expected a later one up to ${turnLimit}`);
    }
    if (!(price >= range.low && price <= range.high)) {
      throw new RangeError(`got the price ${price}, expected one from ${range.low} to ${range.high}`);
    }
    last = turn;
  }
}

function square(x: number): number {
  return x * x;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
