/**
 * Bargaining solutions over a finite list of outcomes: Nash (1950), Kalai-Smorodinsky (1975), egalitarian (Kalai 1977).
 *
 * Also utilitarian. Each returns the index of one Pareto optimal point among those that are
 * individually rational (u_i >= d_i for all), or undefined when there is none. Ties: Nash by the higher sum of gains;
 * all others by leximin (the worst-off seat first, then the next); what is still tied, by the lower index. Scores
 * within 1e-12 of the best, relatively, are tied: in a price haggle every sum is the same but for rounding.
 * Not the axiomatic solutions of a convex problem: no lotteries between outcomes.
 */
import { pow } from '../math.ts';
import { isDominated, type UtilityVector } from './pareto.ts';

const TIE = 1e-12;

/** Product of the gains (u_i - d_i)^w_i; a loss counts as a gain of 0, so that two losses do not make a profit. */
export function nashProduct(point: UtilityVector, disagreement: UtilityVector, weights?: readonly number[]): number {
  checkSeats('point', point, disagreement);
  if (weights !== undefined) checkWeights(weights, disagreement);
  let product = 1;
  for (let seat = 0; seat < point.length; seat++) {
    const gain = Math.max(0, (point[seat] as number) - (disagreement[seat] as number));
    product *= weights === undefined ? gain : pow(gain, weights[seat] as number);
  }
  return product;
}

/** Highest product of gains, each raised to the seat's bargaining power where `weights` are given. */
export function nashSolution(
  points: readonly UtilityVector[],
  disagreement: UtilityVector,
  weights?: readonly number[],
): number | undefined {
  if (weights !== undefined) checkWeights(weights, disagreement);
  const set = feasibleSet(points, disagreement);
  // The solution does not depend on the units of utility, and relative gains cannot overflow.
  const product = (row: number) => {
    let result = 1;
    for (let seat = 0; seat < set.seats; seat++) {
      const gain = set.relativeGain(row, seat);
      result *= weights === undefined ? gain : pow(gain, weights[seat] as number);
    }
    return result;
  };
  return select(points, set, [product, sumOf(set, set.gain)]);
}

/** Highest smallest share of the gain each seat could have at best, leximin. */
export function kalaiSmorodinskySolution(
  points: readonly UtilityVector[],
  disagreement: UtilityVector,
): number | undefined {
  const set = feasibleSet(points, disagreement);
  return select(points, set, leximinOf(set, set.relativeGain));
}

/** Highest smallest gain, leximin. Compares utilities between seats, so their units must mean the same. */
export function egalitarianSolution(points: readonly UtilityVector[], disagreement: UtilityVector): number | undefined {
  const set = feasibleSet(points, disagreement);
  return select(points, set, leximinOf(set, set.gain));
}

/** Highest sum of utilities. Compares utilities between seats, so their units must mean the same. */
export function utilitarianSolution(points: readonly UtilityVector[], disagreement: UtilityVector): number | undefined {
  const set = feasibleSet(points, disagreement);
  return select(points, set, [sumOf(set, set.gain), ...leximinOf(set, set.gain)]);
}

type Measure = (row: number, seat: number) => number;
type Score = (row: number) => number;

/** The individually rational points, one row each. */
interface FeasibleSet {
  readonly seats: number;
  /** Row to index in the caller's list, ascending. */
  readonly indices: readonly number[];
  /** u_i - d_i. */
  readonly gain: Measure;
  /** Gain over the seat's best feasible gain; 0 for a seat that cannot gain at all, which then decides nothing. */
  readonly relativeGain: Measure;
}

function feasibleSet(points: readonly UtilityVector[], disagreement: UtilityVector): FeasibleSet {
  const seats = disagreement.length;
  if (!disagreement.every(Number.isFinite)) {
    throw new RangeError(`got the disagreement point (${disagreement.join(', ')}), expected finite numbers`);
  }
  const indices: number[] = [];
  const gains = new Float64Array(points.length * seats);
  const ideals = new Float64Array(seats);
  for (let index = 0; index < points.length; index++) {
    const point = points[index] as UtilityVector;
    checkSeats('point', point, disagreement);
    const offset = indices.length * seats;
    let rational = true;
    for (let seat = 0; seat < seats; seat++) {
      const gain = (point[seat] as number) - (disagreement[seat] as number);
      if (!Number.isFinite(gain)) {
        throw new RangeError(`got the utility ${point[seat]} at index ${index}, expected a finite number`);
      }
      if (gain < 0) rational = false;
      gains[offset + seat] = gain;
    }
    if (!rational) continue; // the next point overwrites this row
    indices.push(index);
    for (let seat = 0; seat < seats; seat++) {
      ideals[seat] = Math.max(ideals[seat] as number, gains[offset + seat] as number);
    }
  }
  const gain = (row: number, seat: number) => gains[row * seats + seat] as number;
  const relativeGain = (row: number, seat: number) => {
    const ideal = ideals[seat] as number;
    return ideal > 0 ? (gains[row * seats + seat] as number) / ideal : 0;
  };
  return { seats, indices, gain, relativeGain };
}

/** Keeps the best rows by the first score, of those the best by the second, and so on. */
function select(points: readonly UtilityVector[], set: FeasibleSet, scores: readonly Score[]): number | undefined {
  let rows = Array.from(set.indices.keys());
  for (const score of scores) {
    if (rows.length <= 1) break;
    rows = keepBest(rows, score);
  }
  const [row] = rows;
  if (row === undefined) return undefined;
  // A rounded tie may have kept a point that another one beats by less than rounding. One pass climbs to an undominated
  // point: whatever dominates the new pick dominates the old one too, so nothing already passed can be missed.
  let picked = set.indices[row] as number;
  for (const index of set.indices) {
    if (isDominated(points[picked] as UtilityVector, points[index] as UtilityVector)) picked = index;
  }
  return picked;
}

function keepBest(rows: readonly number[], score: Score): number[] {
  const scores = new Float64Array(rows.length);
  let best = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < rows.length; position++) {
    const value = score(rows[position] as number);
    scores[position] = value;
    if (value > best) best = value;
  }
  const tied = best - TIE * Math.abs(best);
  return rows.filter((_, position) => scores[position] === best || (scores[position] as number) >= tied);
}

function sumOf(set: FeasibleSet, measure: Measure): Score {
  return (row) => {
    let sum = 0;
    for (let seat = 0; seat < set.seats; seat++) sum += measure(row, seat);
    return sum;
  };
}

/** Scores of a leximin comparison: the smallest value of a row, then the second smallest, and so on. */
function leximinOf(set: FeasibleSet, measure: Measure): readonly Score[] {
  const sorted = new Float64Array(set.seats);
  const nthSmallest = (rank: number) => (row: number) => {
    for (let seat = 0; seat < set.seats; seat++) {
      const value = measure(row, seat);
      let slot = seat;
      for (; slot > 0 && (sorted[slot - 1] as number) > value; slot--) sorted[slot] = sorted[slot - 1] as number;
      sorted[slot] = value;
    }
    return sorted[rank] as number;
  };
  return Array.from({ length: set.seats }, (_, rank) => nthSmallest(rank));
}

function checkSeats(what: string, vector: readonly number[], disagreement: UtilityVector): void {
  if (vector.length !== disagreement.length) {
    throw new RangeError(
      `got a ${what} of ${vector.length} seats, expected ${disagreement.length} as in the disagreement point`,
    );
  }
}

function checkWeights(weights: readonly number[], disagreement: UtilityVector): void {
  checkSeats('weight list', weights, disagreement);
  if (!weights.every((weight) => weight > 0 && Number.isFinite(weight))) {
    throw new RangeError(`got the weights (${weights.join(', ')}), expected positive finite numbers`);
  }
}
