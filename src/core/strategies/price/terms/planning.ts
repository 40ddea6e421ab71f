/**
 * The best offers from here on against what is known of a TERMS-Bench counterpart: open-loop feedback control (Bertsekas 2005). The
 * rest of the game is planned as one row of offers, ending with the counterpart's last price; the first of them is made, and the
 * plan is made anew once the answer is known.
 *
 * Worth is the share of the zone, averaged over a sample of the posterior. An offer that was not taken says that the reservation
 * is likelier to be above it, and the sum over the sample holds that: each type goes on with the chance that it has come so far.
 * The counterpart's own price falls as expected, noise included, since noise that is cut off at the last price draws it down.
 *
 * A plan that ignores what will be learnt asks too much certainty of its first offers. `foresight` is the share of what is unknown
 * of the reservation that each further answer is taken to reveal: later offers of the plan shift with the type by that much.
 */
import { pow } from '../../../math.ts';
import { type Approach, approachOf, walkChance } from './conduct.ts';
import { chance, expectedAbove } from './normal.ts';
import { kinds, type Posterior, ROUNDS } from './posterior.ts';

/** Types drawn from a posterior, equally likely, as columns. */
export interface Sample {
  readonly size: number;
  readonly reservation: Float64Array;
  readonly urgency: Float64Array;
  readonly stance: Uint8Array;
  readonly kind: Uint8Array;
}

/** Every 1/n-th of the weight, in the order of reservations. */
export function sampleOf(posterior: Posterior, n: number): Sample {
  const sample: Sample = {
    size: n,
    reservation: new Float64Array(n),
    urgency: new Float64Array(n),
    stance: new Uint8Array(n),
    kind: new Uint8Array(n),
  };
  let [at, sum] = [-1, 0];
  for (let i = 0; i < n; i++) {
    const wanted = (i + 0.5) / n;
    while (sum < wanted && at < posterior.size - 1) sum += posterior.weight[++at] as number;
    sample.reservation[i] = posterior.reservation[at] as number;
    sample.urgency[i] = posterior.urgency[at] as number;
    sample.stance[i] = posterior.stance[at] as number;
    sample.kind[i] = posterior.kind[at] as number;
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
  readonly foresight: number;
}

export interface Planned {
  readonly offers: readonly number[];
  readonly worth: number;
}

/** Steps by which a plan is bettered, one after the other. */
const STEPS = [6, 3, 1.5, 0.7, 0.3] as const;
/** Below this no type of the benchmark has its reservation. */
const WIDEST = 41;

export function planFor(sample: Sample, situation: Situation): Planned {
  const { own, offers, round, lastAnswered } = situation;
  const count = lastAnswered - round + 1;
  const worthAs = worthOf(sample, situation);
  if (count < 1) return { offers: [], worth: worthAs([]) };
  const floor = Math.max(offers.at(-1) ?? 0, own - WIDEST);
  const starts = [0.15, 0.4, 0.65].map((to) => firstPlan(sample, count, floor, own, to));
  let best = starts[0] as number[];
  let worth = Number.NEGATIVE_INFINITY;
  for (const start of starts) {
    const value = worthAs(start);
    if (value > worth) [best, worth] = [start, value];
  }
  for (const step of STEPS) {
    for (let sweep = 0; sweep < 2; sweep++) {
      const before = worth;
      for (let j = 0; j < count; j++) {
        for (const by of [step, -step]) {
          for (const whole of [false, true]) {
            const moved = shifted(best, j, by, whole, floor, own);
            if (!moved) continue;
            const value = worthAs(moved);
            if (value > worth) [best, worth] = [moved, value];
          }
        }
      }
      if (worth - before < 1e-5) break;
    }
  }
  return { offers: best, worth };
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
 * What plans are worth, with the counterpart's price at the end of it taken where that is rational. All that does not depend on the
 * plan is worked out once.
 */
function worthOf(sample: Sample, situation: Situation): (plan: readonly number[]) => number {
  const { own, offers, round, lastAnswered, price, foresight } = situation;
  const { size, reservation, urgency, stance, kind } = sample;
  const count = Math.max(0, lastAnswered - round + 1);
  const column = (value: (i: number) => number) => Float64Array.from({ length: size }, (_, i) => value(i));
  const conductOf = (i: number) => (kinds[kind[i] as number] as (typeof kinds)[number]).conduct;
  const pace = column((i) => conductOf(i).pace[stance[i] as number] as number);
  const rigid = column((i) => conductOf(i).rigid[stance[i] as number] as number);
  const answers = column((i) => conductOf(i).answers[stance[i] as number] as number);
  const deviation = column((i) => 100 * conductOf(i).noise);
  const concedes = column((i) => 0.12 + 0.28 * (urgency[i] as number) + 0.1 * (1 - (stance[i] as number)));
  let middle = 0;
  for (let i = 0; i < size; i++) middle += (reservation[i] as number) / size;
  const late = Array.from({ length: count }, (_, j) => -2 * (1 - Math.sqrt(Math.min(1, (round + j) / ROUNDS))));
  const learnt = Array.from({ length: count }, (_, j) => 1 - pow(1 - foresight, j));
  const start = offers.at(-1) ?? 0;
  const takesLast = round + count <= ROUNDS;
  return (plan) => {
    const all = [...offers, ...plan];
    const approaches = plan.map((_, j) => approachOf(all.slice(0, offers.length + j), 1, 100));
    let sum = 0;
    for (let i = 0; i < size; i++) {
      const limit = reservation[i] as number;
      const shift = limit - middle;
      let alive = 1;
      let gained = 0;
      let gap = price === undefined ? Number.NaN : price - limit;
      let lowest = start;
      for (let j = 0; j < count; j++) {
        const { speed, size: step, rigid: isRigid } = approaches[j] as Approach;
        const moved = (plan[j] as number) + (learnt[j] as number) * shift;
        const offer = moved > own ? own : moved < lowest ? lowest : moved;
        lowest = offer;
        const gain = (offer - limit) / 100;
        if (gain >= 0) {
          const odds = 6 * gain + (urgency[i] as number) + (late[j] as number);
          const takes = chance(odds + (pace[i] as number) * speed + (rigid[i] as number) * isRigid);
          gained += alive * takes * (own - offer);
          alive *= 1 - takes;
        } else if (2 * (round + j) >= ROUNDS) alive *= 1 - walkChance(gain, round + j, ROUNDS);
        // Before its first price there is none to fall.
        if (Number.isNaN(gap)) gap = OPENS_AT * (100 - limit);
        else if (gap > 0) {
          const share = (concedes[i] as number) - (answers[i] as number) * step;
          const aimed = gap * (1 - (share < 0 ? 0 : share));
          const noise = deviation[i] as number;
          gap = noise * (expectedAbove(aimed / noise) - expectedAbove((aimed - gap) / noise));
        }
      }
      const atLast = own - limit - gap;
      if (takesLast && atLast > 0) gained += alive * atLast;
      sum += gained / (own - limit);
    }
    return sum / size;
  };
}

/** The mean reach, at mean urgency. */
const OPENS_AT = 0.42;
