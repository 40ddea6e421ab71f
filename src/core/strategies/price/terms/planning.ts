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
import { type Approach, approachOf } from './conduct.ts';
import { chance, expectedAbove } from './normal.ts';
import { kinds, type Posterior, ROUNDS } from './posterior.ts';

/** Types drawn from a posterior, as columns. */
export interface Sample {
  readonly size: number;
  readonly reservation: Float64Array;
  readonly urgency: Float64Array;
  /** 0 conciliatory, 1 neutral, 2 aggressive. */
  readonly stance: Uint8Array;
  /** By `kinds`. */
  readonly kind: Uint8Array;
  /** They add up to 1. */
  readonly weight: Float64Array;
  /** How wide a stretch of reservations each stands for. */
  readonly stretch: Float64Array;
}

/** Every n-th of the weight, in the order of reservations. */
export function sampleOf(posterior: Posterior, n: number): Sample {
  const sample: Sample = {
    size: n,
    reservation: new Float64Array(n),
    urgency: new Float64Array(n),
    stance: new Uint8Array(n),
    kind: new Uint8Array(n),
    weight: new Float64Array(n).fill(1 / n),
    stretch: new Float64Array(n),
  };
  let [at, sum] = [-1, 0];
  for (let i = 0; i < n; i++) {
    const wanted = (i + 0.5) / n;
    while (sum < wanted && at < posterior.size - 1) sum += posterior.weight[++at] as number;
    sample.reservation[i] = posterior.reservation[at] as number;
    sample.urgency[i] = posterior.urgency[at] as number;
    sample.stance[i] = posterior.stance[at] as number;
    sample.kind[i] = posterior.kind[at] as number;
    sample.stretch[i] = posterior.stretch[at] as number;
  }
  return sample;
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
  const { size, reservation, urgency, stance, kind, stretch, weight } = sample;
  const count = Math.max(0, lastAnswered - round + 1);
  const column = (value: (i: number) => number) => Float64Array.from({ length: size }, (_, i) => value(i));
  const conductOf = (i: number) => (kinds[kind[i] as number] as (typeof kinds)[number]).conduct;
  const pace = column((i) => conductOf(i).pace[stance[i] as number] as number);
  const rigid = column((i) => conductOf(i).rigid[stance[i] as number] as number);
  const answers = column((i) => conductOf(i).answers[stance[i] as number] as number);
  const deviation = column((i) => 100 * conductOf(i).noise);
  const concedes = column((i) => 0.12 + 0.28 * (urgency[i] as number) + 0.1 * (1 - (stance[i] as number)));
  const late = Array.from({ length: count }, (_, j) => -2 * (1 - Math.sqrt((round + j) / ROUNDS)));
  const gapOf = (i: number) =>
    price === undefined ? OPENS_AT * (100 - (reservation[i] as number)) : price - (reservation[i] as number);
  /** With the type known: its reservation is offered until it is taken, or its last price is. */
  const known = column((i) => {
    let [missed, gap] = [1, gapOf(i)];
    for (let j = 0; j < count; j++) {
      if (j > 0) missed *= 1 - chance((urgency[i] as number) + (late[j] as number) + (rigid[i] as number));
      gap *= 1 - (concedes[i] as number);
    }
    return 1 - missed * Math.min(1, gap / (own - (reservation[i] as number)));
  });
  const takesLast = round + count <= ROUNDS;
  return (plan, learns) => {
    const all = [...offers, ...plan];
    const approaches = plan.map((_, j) => approachOf(all.slice(0, offers.length + j), 1, 100));
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const share = weight[i] as number;
      if (share === 0) continue;
      const limit = reservation[i] as number;
      const over = stretch[i] as number;
      let [alive, gained, first, later] = [1, 0, 0, 0];
      let gap = gapOf(i);
      for (let j = 0; j < count; j++) {
        const { speed, size: step, rigid: isRigid } = approaches[j] as Approach;
        const offer = plan[j] as number;
        const gain = (offer - limit) / 100;
        const reached = reach(offer - limit, over);
        if (reached > 0) {
          const odds = 6 * gain + (urgency[i] as number) + (late[j] as number);
          const takes = reached * chance(odds + (pace[i] as number) * speed + (rigid[i] as number) * isRigid);
          gained += alive * takes * (own - offer);
          alive *= 1 - takes;
        } else alive *= 1 - leaving(gain, round + j);
        if (j === 0) [first, later] = [gained, alive];
        // Before its first price there is none to fall.
        if (gap > 0 && (j > 0 || price !== undefined)) {
          const goes = (concedes[i] as number) - (answers[i] as number) * step;
          const aimed = gap * (1 - (goes < 0 ? 0 : goes));
          const noise = deviation[i] as number;
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
