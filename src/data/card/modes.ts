/**
 * The modes of a histogram: its peaks, less those that a wave of chance explains.
 *
 * Two neighbouring peaks are two modes when the valley between them lies below three quarters of the lower one and more
 * than three standard errors of a difference of counts (the root of their sum) under it; otherwise the lower peak is dropped.
 */
const DEPTH = 0.75;
const ERRORS = 3;

/** The bins of the modes, from left to right. */
export function modesOf(counts: readonly number[]): number[] {
  const at = (i: number) => counts[i] ?? 0;
  const peaks = counts.map((_, i) => i).filter((i) => at(i) > 0 && at(i) >= at(i - 1) && at(i) > at(i + 1));
  for (;;) {
    let shallowest = Number.POSITIVE_INFINITY;
    let dropped = -1;
    for (let k = 1; k < peaks.length; k++) {
      const [left, right] = [peaks[k - 1] as number, peaks[k] as number];
      const valley = Math.min(...counts.slice(left, right + 1));
      const lower = Math.min(at(left), at(right));
      const depth = lower - valley;
      const isMode = valley < DEPTH * lower && depth > ERRORS * Math.sqrt(lower + valley);
      if (isMode || depth >= shallowest) continue;
      shallowest = depth;
      dropped = at(left) < at(right) ? k - 1 : k;
    }
    if (dropped < 0) return peaks;
    peaks.splice(dropped, 1);
  }
}
