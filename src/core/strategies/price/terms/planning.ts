/**
 * The best offers from here on against what is known of a TERMS-Bench counterpart: open-loop feedback control (Bertsekas 2005). The
 * rest of the game is planned as one row of offers, ending with the counterpart's last price; one offer is made, and the plan is made
 * anew once the answer is known.
 *
 * Worth is the share of the zone, averaged over a sample of the posterior. An offer that was not taken says that the reservation
 * is likelier to be above it, and the sum over the sample holds that: each type goes on with the chance that it has come so far.
 * The counterpart's own price falls as expected, noise included, since noise that is cut off at the last price draws it down.
 *
 * A plan that ignores what will be learnt offers too much too soon. `foresight` is the share of the difference between what a plan
 * earns and what a known type would yield that later offers are taken to win back, less with every round.
 */
import type { Conduct } from '../../../domains/terms/families.ts';
import { approachOf } from './conduct.ts';
import { chance, expectedAbove } from './normal.ts';
import { kinds, type Posterior, ROUNDS } from './posterior.ts';

/** A type and its share of what is likely. */
export interface Likely {
  readonly reservation: number;
  readonly urgency: number;
  /** 0 conciliatory, 1 neutral, 2 aggressive. */
  readonly stance: number;
  /** By `kinds`. */
  readonly kind: number;
  /** How wide a stretch of reservations it stands for. */
  readonly stretch: number;
}

/** Types in the order of reservations, from the highest, with what follows from each, as columns. Weights add up to 1. */
export interface Sample {
  readonly size: number;
  readonly weight: Float64Array;
  readonly reservation: Float64Array;
  readonly stretch: Float64Array;
  readonly urgency: Float64Array;
  /** What steps and rigidity do to the odds of its taking an offer, and steps to its concessions. */
  readonly pace: Float64Array;
  readonly rigid: Float64Array;
  readonly answers: Float64Array;
  /** The share of the way that it goes if nothing holds it back, and the noise of its prices. */
  readonly concedes: Float64Array;
  readonly deviation: Float64Array;
  /** Reservations that are known to the last digit: worth an offer of just that. */
  readonly exact: readonly number[];
}

export function sampleFrom(types: readonly Likely[]): Sample {
  const column = (value: (type: Likely, conduct: Conduct) => number) =>
    Float64Array.from(types, (type) => value(type, (kinds[type.kind] as (typeof kinds)[number]).conduct));
  return {
    size: types.length,
    weight: column(() => 1 / types.length),
    reservation: column(({ reservation }) => reservation),
    stretch: column(({ stretch }) => stretch),
    urgency: column(({ urgency }) => urgency),
    pace: column(({ stance }, { pace }) => pace[stance] as number),
    rigid: column(({ stance }, { rigid }) => rigid[stance] as number),
    answers: column(({ stance }, { answers }) => answers[stance] as number),
    concedes: column(({ urgency, stance }) => 0.12 + 0.28 * urgency + 0.1 * (1 - stance)),
    deviation: column((_, { noise }) => 100 * noise),
    exact: [...new Set(types.flatMap(({ stretch, reservation }) => (stretch === 0 ? [reservation] : [])))],
  };
}

/** Every n-th of the weight, in the order of reservations. */
export function sampleOf({ size, weight, reservation, urgency, stance, kind, stretch }: Posterior, n: number): Sample {
  let [at, sum] = [-1, 0];
  return sampleFrom(
    Array.from({ length: n }, (_, i) => {
      const wanted = (i + 0.5) / n;
      while (sum < wanted && at < size - 1) sum += weight[++at] as number;
      return {
        reservation: reservation[at] as number,
        urgency: urgency[at] as number,
        stance: stance[at] as number,
        kind: kind[at] as number,
        stretch: stretch[at] as number,
      };
    }),
  );
}

export interface Situation {
  readonly own: number;
  /** Own offers so far. */
  readonly offers: readonly number[];
  /** The counterpart's price, where it has named one. */
  readonly price: number | undefined;
  /** The round at hand, and the last whose offer is answered. */
  readonly round: number;
  readonly lastAnswered: number;
}

export interface Planned {
  readonly offers: readonly number[];
  readonly worth: number;
}

/** Steps by which a plan is bettered, one after the other. */
const STEPS = [4, 1.3, 0.5] as const;
/** Below this no type of the benchmark has its reservation. */
const WIDEST = 41;
/** Where first plans end, as shares of the reservations that they reach. */
const REACHES = [0.15, 0.4, 0.65] as const;

export function planFor(sample: Sample, situation: Situation, foresight: number): Planned {
  const { own, offers, round, lastAnswered } = situation;
  const count = lastAnswered - round + 1;
  const worthOf = worthIn(sample, situation);
  if (count < 1) return { offers: [], worth: worthOf([], 0) };
  const floor = Math.max(offers.at(-1) ?? 0, own - WIDEST);
  const learns = learning(foresight, situation);
  let best: readonly number[] = [];
  let worth = Number.NEGATIVE_INFINITY;
  const tryOut = (plan: readonly number[] | undefined): void => {
    const value = plan ? worthOf(plan, learns) : worth;
    if (plan && value > worth) [best, worth] = [plan, value];
  };
  for (const reach of REACHES) tryOut(firstPlan(sample, count, floor, own, reach));
  for (const step of STEPS) {
    for (let sweep = 0; sweep < 2; sweep++) {
      const before = worth;
      for (let j = 0; j < count; j++) {
        for (const by of [step, -step]) {
          tryOut(shifted(best, j, by, false, floor, own));
          tryOut(shifted(best, j, by, true, floor, own));
        }
        for (const price of sample.exact) {
          const by = price - (best[j] as number);
          tryOut(shifted(best, j, by, false, floor, own));
          tryOut(shifted(best, j, by, true, floor, own));
        }
      }
      if (worth - before < 1e-5) break;
    }
  }
  return { offers: best, worth };
}

/** All of it with ten answers to come, none with the last. */
export function learning(foresight: number, { round, lastAnswered }: Situation): number {
  return Math.min(1, (foresight * Math.max(0, lastAnswered - round)) / ROUNDS);
}

/** From a low to a higher quantile of the reservations, evenly. */
function firstPlan({ reservation, size }: Sample, count: number, floor: number, own: number, to: number): number[] {
  const sorted = reservation.slice().sort();
  return Array.from({ length: count }, (_, j) => {
    const q = count === 1 ? to : (to * j) / (count - 1);
    const price = sorted[Math.min(size - 1, Math.floor(q * size))] as number;
    return Math.min(own, Math.max(floor, price + 0.5));
  });
}

/** One offer moved, or it and all after it; the others make way, since offers never go back. */
function shifted(
  plan: readonly number[],
  at: number,
  by: number,
  whole: boolean,
  floor: number,
  own: number,
): number[] | undefined {
  const price = Math.min(own, Math.max(floor, (plan[at] as number) + by));
  if (price === plan[at]) return undefined;
  return plan.map((old, j) => {
    if (j === at) return price;
    if (j < at) return Math.min(old, price);
    return whole ? Math.min(own, Math.max(price, old + by)) : Math.max(old, price);
  });
}

/**
 * What plans are worth, with the counterpart's price at the end of them taken where that is rational. `learns`: the share that
 * is won back after the first offer. All that does not depend on the plan is worked out once.
 */
export function worthIn(sample: Sample, situation: Situation): (plan: readonly number[], learns: number) => number {
  const { own, offers, round, lastAnswered, price } = situation;
  const { size, reservation, urgency, stretch, weight, pace, rigid, answers, concedes, deviation } = sample;
  const count = Math.max(0, lastAnswered - round + 1);
  const late = Float64Array.from({ length: count }, (_, j) => -2 * (1 - Math.sqrt((round + j) / ROUNDS)));
  const gaps = new Float64Array(size);
  /** With the type known: its reservation is offered until it is taken, or its last price is. */
  const known = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    if (weight[i] === 0) continue;
    const limit = reservation[i] as number;
    gaps[i] = price === undefined ? OPENS_AT * (100 - limit) : price - limit;
    let missed = 1;
    let gap = gaps[i] as number;
    for (let j = 0; j < count; j++) {
      if (j > 0) missed *= 1 - chance((urgency[i] as number) + (late[j] as number) + (rigid[i] as number));
      gap *= 1 - (concedes[i] as number);
    }
    known[i] = 1 - missed * Math.min(1, gap / (own - limit));
  }
  const takesLast = round + count <= ROUNDS;
  const speeds = new Float64Array(count);
  const steps = new Float64Array(count);
  const rigids = new Float64Array(count);
  return (plan, learns) => {
    const all = [...offers, ...plan];
    for (let j = 0; j < count; j++) {
      const { speed, size: step, rigid: isRigid } = approachOf(all, 1, 100, offers.length + j);
      speeds[j] = speed;
      steps[j] = step;
      rigids[j] = isRigid;
    }
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const share = weight[i] as number;
      if (share === 0) continue;
      const limit = reservation[i] as number;
      const over = stretch[i] as number;
      const noise = deviation[i] as number;
      let alive = 1;
      let gained = 0;
      let first = 0;
      let later = 0;
      let gap = gaps[i] as number;
      for (let j = 0; j < count; j++) {
        const offer = plan[j] as number;
        const reached = reach(offer - limit, over);
        if (reached > 0) {
          const odds = 0.06 * (offer - limit) + (urgency[i] as number) + (late[j] as number);
          const moved = (pace[i] as number) * (speeds[j] as number) + (rigid[i] as number) * (rigids[j] as number);
          const takes = reached * chance(odds + moved);
          gained += alive * takes * (own - offer);
          alive *= 1 - takes;
        } else alive *= 1 - leaving((offer - limit) / 100, round + j);
        if (j === 0) {
          first = gained;
          later = alive;
        }
        // Before its first price there is none to fall.
        if (gap > 0 && (j > 0 || price !== undefined)) {
          const goes = (concedes[i] as number) - (answers[i] as number) * (steps[j] as number);
          const aimed = gap * (1 - (goes < 0 ? 0 : goes));
          gap = noise * (expectedAbove(aimed / noise) - expectedAbove((aimed - gap) / noise));
        }
      }
      const width = own - limit;
      if (takesLast && width > gap) gained += alive * (width - gap);
      const worth = (first + (1 - learns) * (gained - first)) / width + learns * later * (known[i] as number);
      sum += share * worth;
    }
    return sum;
  };
}

/** Of the stretch of reservations that a type stands for, the part that an offer reaches which lies so far above its middle. */
export function reach(above: number, stretch: number): number {
  if (stretch === 0) return above >= 0 ? 1 : 0;
  const part = above / stretch + 0.5;
  return part <= 0 ? 0 : part >= 1 ? 1 : part;
}

/** The chance that it leaves over an offer that loses. */
export function leaving(gain: number, round: number): number {
  return 2 * round < ROUNDS ? 0 : chance(-4.5 - 30 * gain + 0.3 * (round - ROUNDS / 2));
}

/** The mean reach of openings at the mean boldness. */
const OPENS_AT = 0.42;
