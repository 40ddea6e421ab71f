/** Heights at which names can stand under each other, each as near to its own as the others and the lowest line let it. */
export function apart(heights: readonly number[], leading: number, lowest: number): number[] {
  const order = heights.map((height, i) => ({ height, i })).sort((a, b) => a.height - b.height);
  const placed: number[] = [];
  let above = Number.NEGATIVE_INFINITY;
  for (const { height, i } of order) {
    above = Math.max(height, above + leading);
    placed[i] = above;
  }
  let below = lowest + leading;
  for (const { i } of order.toReversed()) {
    below = Math.min(placed[i] as number, below - leading);
    placed[i] = below;
  }
  return placed;
}
