/**
 * Concession curves (Faratin, Sierra and Jennings 1998): the share of the way to the reservation value given up by t.
 *
 * THE EXPONENT CONVENTION OF THE HOUSE, that of the Janus lab: share = kappa + (1 - kappa) * t^exponent, t from 0 to
 * the deadline at 1. An exponent above 1 is tough (Boulware), 1 is linear, below 1 concedes early; kappa is what the
 * very first offer concedes. Other tools write the same curve with other numbers: convert at the door, keep only ours.
 * Not a whole strategy: one issue, one party, and no look at the opponent.
 */
import { exp, ln, pow } from '../math.ts';

/** Faratin writes t^(1 / beta): beta below 1 is Boulware. */
export function fromFaratin(beta: number): number {
  return 1 / positive('beta', beta);
}

export function toFaratin(exponent: number): number {
  return 1 / positive('exponent', exponent);
}

/** NegMAS writes the utility as 1 - t^e: the same exponent as ours. */
export function fromNegmas(e: number): number {
  return positive('e', e);
}

export function toNegmas(exponent: number): number {
  return positive('exponent', exponent);
}

/** Genius writes t^(1 / e): e below 1 is Boulware. */
export function fromGenius(e: number): number {
  return 1 / positive('e', e);
}

export function toGenius(exponent: number): number {
  return 1 / positive('exponent', exponent);
}

/** Conceded share kappa + (1 - kappa) * t^exponent; after the deadline it stays at 1. */
export function polynomial(t: number, { exponent, kappa = 0 }: { exponent: number; kappa?: number }): number {
  positive('exponent', exponent);
  share('kappa', kappa);
  return kappa + (1 - kappa) * pow(elapsed(t), exponent);
}

/**
 * Conceded share exp((1 - t)^beta * ln kappa); after the deadline it stays at 1. This family is no power of t, so it
 * keeps Faratin's own beta: below 1 is Boulware, above 1 concedes early.
 */
export function exponential(t: number, { beta, kappa }: { beta: number; kappa: number }): number {
  positive('beta', beta);
  if (!(share('kappa', kappa) > 0)) throw new RangeError(`got kappa ${kappa}, expected a number above 0, up to 1`);
  return exp(pow(1 - elapsed(t), beta) * ln(kappa));
}

/** Conceded share kappa + (1 - kappa) * e^-resource: everything when the resource (time, rounds, buyers) runs out. */
export function resourceDependent(resource: number, { kappa = 0 }: { kappa?: number } = {}): number {
  if (!(resource >= 0)) throw new RangeError(`got the resource ${resource}, expected a number from 0`);
  share('kappa', kappa);
  return kappa + (1 - kappa) * exp(-resource);
}

function elapsed(t: number): number {
  if (!(t >= 0)) throw new RangeError(`got the time ${t}, expected a number from 0`);
  return Math.min(t, 1);
}

function positive(name: string, value: number): number {
  if (!(value > 0 && Number.isFinite(value))) {
    throw new RangeError(`got ${name} ${value}, expected a positive finite number`);
  }
  return value;
}

function share(name: string, value: number): number {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`got ${name} ${value}, expected a number from 0 to 1`);
  return value;
}
