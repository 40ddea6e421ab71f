/**
 * How far raters agree, beyond chance: Krippendorff's alpha (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").
 * 1 is perfect, 0 what chance gives, below 0 worse than chance. Any number of raters, each of whom may have left units out.
 *
 * Values on a scale are `ordinal`: 1 and 2 differ by how many ratings lie between them, not by their numbers.
 */
export type Scale = 'nominal' | 'ordinal' | 'interval';

/** The ratings of each unit; `undefined` where nothing can be compared, or where all ratings everywhere are the same. */
export function krippendorffAlpha(units: readonly (readonly number[])[], scale: Scale = 'ordinal'): number | undefined {
  const pairable = units.filter((values) => values.length > 1);
  const all = pairable.flat();
  const values = [...new Set(all)].sort((a, b) => a - b);
  const counts = new Map(values.map((value) => [value, all.filter((one) => one === value).length]));
  const distance = distances(values, counts, scale);
  let observed = 0;
  for (const ratings of pairable) {
    let within = 0;
    for (const [i, one] of ratings.entries())
      for (const other of ratings.slice(i + 1)) within += 2 * distance(one, other);
    observed += within / (ratings.length - 1);
  }
  let expected = 0;
  for (const [one, n] of counts) for (const [other, m] of counts) expected += n * m * distance(one, other);
  return expected > 0 ? 1 - ((all.length - 1) * observed) / expected : undefined;
}

function distances(values: readonly number[], counts: ReadonlyMap<number, number>, scale: Scale) {
  return (one: number, other: number): number => {
    if (one === other) return 0;
    if (scale === 'nominal') return 1;
    if (scale === 'interval') return (one - other) * (one - other);
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const count = (value: number) => counts.get(value) as number;
    const between = values
      .filter((value) => value >= low && value <= high)
      .reduce((sum, value) => sum + count(value), 0);
    const apart = between - (count(low) + count(high)) / 2;
    return apart * apart;
  };
}
