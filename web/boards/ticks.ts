/** Three to five round values, so that one can tell what a height is worth. */
export function ticksIn(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * unit).find((one) => one >= rough) ?? unit;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  // Counted, not added up: 0.1 ten times is not 1.
  return Array.from({ length: last - first + 1 }, (_, i) => Math.round((first + i) * step * 100) / 100);
}
