/** Pearson's correlation, for numbers of the order of 1 such as utilities and shares of a list price. */

/** The least number of pairs from which a correlation is read: two always lie on a line. */
const FEWEST = 3;
/** A spread below this is rounding. */
const NO_SPREAD = 1e-12;

/** Undefined with fewer than three pairs, or when either side does not vary. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | undefined {
  const n = pairs.length;
  if (n < FEWEST) return undefined;
  const meanX = pairs.reduce((sum, [x]) => sum + x, 0) / n;
  const meanY = pairs.reduce((sum, [, y]) => sum + y, 0) / n;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [x, y] of pairs) {
    xx += (x - meanX) * (x - meanX);
    yy += (y - meanY) * (y - meanY);
    xy += (x - meanX) * (y - meanY);
  }
  if (Math.sqrt(xx / n) < NO_SPREAD || Math.sqrt(yy / n) < NO_SPREAD) return undefined;
  return xy / Math.sqrt(xx * yy);
}
