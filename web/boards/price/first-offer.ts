/** What one hopes for, in a round number; nobody begins above the list price. */
export function firstOffer(
  mine: number | undefined,
  target: number | undefined,
  listPrice: number,
  step: number,
): number {
  const round = Math.round((target ?? listPrice) / step) * step;
  return mine ?? Math.round(100 * Math.min(listPrice, round)) / 100;
}
