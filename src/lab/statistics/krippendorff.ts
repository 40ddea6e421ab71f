/**
 * How far raters agree, beyond chance: Krippendorff's alpha (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").
 * 1 is perfect, 0 what chance gives, below 0 worse than chance. Any number of raters, each of whom may have left units out.
 *
 * Values on a scale are `ordinal`: 1 and 2 differ by how many ratings lie between them, not by their numbers.
 */
export type Scale = 'nominal' | 'ordinal' | 'interval';

/**
 * Units as all that alpha needs of them: how often each value was given, and beside which other. Of several lots they add up, so that
 * alpha without one of two thousand needs no second look at the others.
 */
export interface Coincidences {
  readonly values: readonly number[];
  /** One number a value, then one for every two values, in rows. */
  readonly counts: Float64Array;
}

/** The ratings of each unit; `undefined` where nothing can be compared, or where all ratings everywhere are the same. */
export function krippendorffAlpha(units: readonly (readonly number[])[], scale: Scale = 'ordinal'): number | undefined {
  const values = [...new Set(units.flat())].sort((a, b) => a - b);
  return alphaOf(coincidences(units, values), scale);
}

/** `values`: those that may be given, in order. */
export function coincidences(units: readonly (readonly number[])[], values: readonly number[]): Coincidences {
  const size = values.length;
  const counts = new Float64Array(size + size * size);
  for (const ratings of units) {
    if (ratings.length < 2) continue;
    const places = ratings.map((value) => values.indexOf(value));
    for (const [i, one] of places.entries()) {
      counts[one] = (counts[one] as number) + 1;
      for (const [j, other] of places.entries()) {
        if (i === j) continue;
        const at = size + one * size + other;
        counts[at] = (counts[at] as number) + 1 / (ratings.length - 1);
      }
    }
  }
  return { values, counts };
}

/** Several lots with the same values as one. */
export function together(lots: readonly Coincidences[], values: readonly number[]): Coincidences {
  const counts = new Float64Array(values.length + values.length * values.length);
  for (const lot of lots)
    for (let i = 0; i < counts.length; i++) counts[i] = (counts[i] as number) + (lot.counts[i] as number);
  return { values, counts };
}

export function without({ values, counts }: Coincidences, lot: Coincidences): Coincidences {
  return { values, counts: counts.map((count, i) => count - (lot.counts[i] as number)) };
}

export function alphaOf({ values, counts: sum }: Coincidences, scale: Scale = 'ordinal'): number | undefined {
  const size = values.length;
  const given = [...sum.subarray(0, size)];
  const all = given.reduce((total, n) => total + n, 0);
  let [observed, expected] = [0, 0];
  for (const [i, n] of given.entries())
    for (const [j, m] of given.entries()) {
      if (n === 0 || m === 0) continue;
      const apart = distance(values, given, i, j, scale);
      observed += (sum[size + i * size + j] as number) * apart;
      expected += n * m * apart;
    }
  return expected > 0 ? 1 - ((all - 1) * observed) / expected : undefined;
}

function distance(values: readonly number[], given: readonly number[], i: number, j: number, scale: Scale): number {
  if (i === j) return 0;
  if (scale === 'nominal') return 1;
  const between = given.slice(Math.min(i, j), Math.max(i, j) + 1).reduce((total, n) => total + n, 0);
  const apart =
    scale === 'interval'
      ? (values[i] as number) - (values[j] as number)
      : between - ((given[i] as number) + (given[j] as number)) / 2;
  return apart * apart;
}
