/** The item in the middle, of an odd number of them. */
export function medianBy<T>(items: readonly T[], of: (item: T) => number): T {
  return [...items].sort((a, b) => of(a) - of(b))[items.length >> 1] as T;
}
