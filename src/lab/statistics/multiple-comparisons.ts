/**
 * p-values of many comparisons, adjusted so that each may be held against the same level.
 *
 * Holm 1979 bounds the chance of even one false claim; Benjamini and Hochberg 1995 bound the expected share of false ones
 * among the claims. Both give the values back in the order they came in.
 */

export function holm(pValues: readonly number[]): number[] {
  let floor = 0;
  return adjust(pValues, 'up', (p, rank, total) => {
    floor = Math.max(floor, Math.min(1, p * (total - rank + 1)));
    return floor;
  });
}

export function benjaminiHochberg(pValues: readonly number[]): number[] {
  let ceiling = 1;
  return adjust(pValues, 'down', (p, rank, total) => {
    ceiling = Math.min(ceiling, (p * total) / rank);
    return ceiling;
  });
}

/** Goes through the p-values from the smallest up or from the largest down; ranks count from 1 at the smallest. */
function adjust(
  pValues: readonly number[],
  direction: 'up' | 'down',
  step: (p: number, rank: number, total: number) => number,
): number[] {
  for (const p of pValues) {
    if (!(p >= 0 && p <= 1)) throw new RangeError(`a p-value lies between 0 and 1, got ${p}`);
  }
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const ranked = order.map((entry, i) => ({ ...entry, rank: i + 1 }));
  if (direction === 'down') ranked.reverse();
  const adjusted = new Array<number>(pValues.length);
  for (const { p, index, rank } of ranked) adjusted[index] = step(p, rank, pValues.length);
  return adjusted;
}
