/**
 * Pareto dominance over a finite list of utility vectors: which outcomes leave nothing on the table.
 *
 * Exact: comparisons only, no tolerance. Two seats: sort and sweep, O(n log n). More seats: the divide and conquer of
 * Kung, Luccio and Preparata, "On finding the maxima of a set of vectors", JACM 22 (1975). Every copy of a
 * non-dominated point is kept, because different outcomes may be worth the same to everybody.
 * Not the frontier of lotteries: mixtures of outcomes are not considered.
 */

/** One utility per seat, in seat order. */
export type UtilityVector = readonly number[];

/** Whether `by` is at least as good as `point` for every seat and better for one. */
export function isDominated(point: UtilityVector, by: UtilityVector): boolean {
  if (point.length !== by.length) {
    throw new RangeError(`got points of ${point.length} and ${by.length} seats, expected the same number of seats`);
  }
  let better = false;
  for (let seat = 0; seat < point.length; seat++) {
    const own = point[seat] as number;
    const other = by[seat] as number;
    if (!(other >= own)) return false;
    if (other > own) better = true;
  }
  return better;
}

/** Indices of the points that no other point dominates, in ascending order. */
export function paretoFrontier(points: readonly UtilityVector[]): readonly number[] {
  const [first] = points;
  if (first === undefined) return [];
  const seats = first.length;
  const pivot = at(points, indexOfHighestSum(points, seats));
  // One good point alone removes nearly everything from a random set.
  const candidates: number[] = [];
  for (let index = 0; index < points.length; index++) {
    if (!isDominated(at(points, index), pivot)) candidates.push(index);
  }
  return seats === 2 ? sweep(points, candidates) : divideAndConquer(points, candidates, seats);
}

/** Euclidean distance from a point to the nearest of the given frontier points (not to the lines between them). */
export function paretoDistance(point: UtilityVector, frontierPoints: readonly UtilityVector[]): number {
  if (frontierPoints.length === 0) throw new RangeError('got an empty frontier, expected at least one point');
  let nearest = Number.POSITIVE_INFINITY;
  for (const other of frontierPoints) {
    if (other.length !== point.length) {
      throw new RangeError(`got a frontier point of ${other.length} seats, expected ${point.length} seats`);
    }
    let squared = 0;
    for (let seat = 0; seat < point.length; seat++) {
      const difference = (point[seat] as number) - (other[seat] as number);
      squared += difference * difference;
    }
    nearest = Math.min(nearest, squared);
  }
  return Math.sqrt(nearest);
}

function indexOfHighestSum(points: readonly UtilityVector[], seats: number): number {
  let best = Number.NEGATIVE_INFINITY;
  let bestIndex = 0;
  for (let index = 0; index < points.length; index++) {
    const point = points[index] as UtilityVector;
    if (point.length !== seats) {
      throw new RangeError(`got a point of ${point.length} seats at index ${index}, expected ${seats} seats`);
    }
    let sum = 0;
    for (let seat = 0; seat < seats; seat++) sum += point[seat] as number;
    // The sum of finite numbers may overflow, hence the second look.
    if (!Number.isFinite(sum) && !point.every(Number.isFinite)) {
      throw new RangeError(`got (${point.join(', ')}) at index ${index}, expected finite numbers`);
    }
    if (sum > best) {
      best = sum;
      bestIndex = index;
    }
  }
  return bestIndex;
}

/** Two seats: seat 0 only falls along the order, so a point survives by raising seat 1, or as a copy of the last. */
function sweep(points: readonly UtilityVector[], candidates: readonly number[]): number[] {
  const first = new Float64Array(candidates.length);
  const second = new Float64Array(candidates.length);
  candidates.forEach((index, row) => {
    first[row] = at(points, index)[0] as number;
    second[row] = at(points, index)[1] as number;
  });
  const survives = new Uint8Array(candidates.length);
  let lastFirst = Number.NaN;
  let lastSecond = Number.NEGATIVE_INFINITY;
  for (const row of rowsBestFirst(first, second)) {
    const u = first[row] as number;
    const v = second[row] as number;
    if (v > lastSecond || (v === lastSecond && u === lastFirst)) {
      survives[row] = 1;
      lastFirst = u;
      lastSecond = v;
    }
  }
  return candidates.filter((_, row) => survives[row] === 1);
}

/** Rows by falling first, then falling second number: a merge sort, thrice as fast as `sort` with a comparator. */
function rowsBestFirst(first: Float64Array, second: Float64Array): Uint32Array {
  const count = first.length;
  let from = new Uint32Array(count);
  let to = new Uint32Array(count);
  for (let row = 0; row < count; row++) from[row] = row;
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count);
      const end = Math.min(start + 2 * width, count);
      let left = start;
      let right = middle;
      for (let out = start; out < end; out++) {
        let takeLeft = left < middle;
        if (takeLeft && right < end) {
          const a = from[left] as number;
          const b = from[right] as number;
          const ahead = (first[a] as number) - (first[b] as number);
          takeLeft = ahead > 0 || (ahead === 0 && (second[a] as number) >= (second[b] as number));
        }
        to[out] = from[takeLeft ? left : right] as number;
        if (takeLeft) left++;
        else right++;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Lexicographic, higher first: a dominator stands before what it dominates, and copies stand together. */
function compareBestFirst(a: UtilityVector, b: UtilityVector): number {
  for (let seat = 0; seat < a.length; seat++) {
    const left = a[seat] as number;
    const right = b[seat] as number;
    if (left !== right) return left > right ? -1 : 1;
  }
  return 0;
}

function divideAndConquer(points: readonly UtilityVector[], candidates: readonly number[], seats: number): number[] {
  // One representative per distinct point: between distinct points, "at least as good everywhere" is dominance.
  const copies: number[][] = [];
  for (const index of candidates.toSorted((a, b) => compareBestFirst(at(points, a), at(points, b)))) {
    const group = copies.at(-1);
    if (group !== undefined && compareBestFirst(at(points, group[0]), at(points, index)) === 0) group.push(index);
    else copies.push([index]);
  }
  const distinct = copies.map((group) => at(points, group[0]));

  /** Survivors among the positions [start, end) of `distinct`. */
  function survivors(start: number, end: number): number[] {
    if (end - start <= 1) return end > start ? [start] : [];
    const middle = (start + end) >> 1;
    const upper = survivors(start, middle);
    // Everything in the upper half is at least as good for seat 0, so only the other seats decide.
    return upper.concat(undominated(survivors(middle, end), upper, 1));
  }

  /** The `lower` positions for which no `upper` position is at least as good on every seat from `seat` on. */
  function undominated(lower: number[], upper: number[], seat: number): number[] {
    if (lower.length === 0 || upper.length === 0) return lower;
    if (seat >= seats) return [];
    const value = (position: number) => at(distinct, position)[seat] as number;
    if (seat === seats - 1) {
      let best = Number.NEGATIVE_INFINITY;
      for (const position of upper) best = Math.max(best, value(position));
      return lower.filter((position) => value(position) > best);
    }
    if (lower.length * upper.length <= 256) {
      return lower.filter(
        (position) => !upper.some((other) => covers(at(distinct, other), at(distinct, position), seat)),
      );
    }
    const both = lower.concat(upper);
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (const position of both) {
      lowest = Math.min(lowest, value(position));
      highest = Math.max(highest, value(position));
    }
    if (lowest === highest) return undominated(lower, upper, seat + 1);
    // Any cut above the lowest value is correct; the median of a sample keeps the halves even.
    const stride = Math.ceil(both.length / 32);
    const sample = both
      .filter((_, row) => row % stride === 0)
      .map(value)
      .sort((a, b) => a - b);
    const median = sample[sample.length >> 1] as number;
    const cut = median > lowest ? median : highest;
    const isHigh = (position: number) => value(position) >= cut;
    const isLow = (position: number) => value(position) < cut;
    const high = upper.filter(isHigh);
    const left = undominated(undominated(lower.filter(isLow), upper.filter(isLow), seat), high, seat + 1);
    return undominated(lower.filter(isHigh), high, seat).concat(left);
  }

  const kept = survivors(0, distinct.length).flatMap((position) => copies[position] as number[]);
  return kept.sort((a, b) => a - b);
}

function covers(by: UtilityVector, point: UtilityVector, fromSeat: number): boolean {
  for (let seat = fromSeat; seat < point.length; seat++) {
    if ((by[seat] as number) < (point[seat] as number)) return false;
  }
  return true;
}

function at(points: readonly UtilityVector[], index: number | undefined): UtilityVector {
  return points[index as number] as UtilityVector;
}
