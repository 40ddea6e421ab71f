/**
 * A sliding window: never more than `limit` of something in any stretch of `milliseconds`.
 *
 * Each window keeps its own entries and forgets only what has left that window. A shared list that the shortest window
 * prunes is the known way to have an hour's and a day's limit that never hold.
 */
export interface SlidingWindow {
  readonly limit: number;
  /** What it is called in a sentence, such as "a minute". */
  readonly span: string;
  /** Milliseconds until `weight` more fits, 0 when it does; `weight` is at most the limit. */
  waitFor(weight: number, now: number): number;
  /** Books it and gives the function that corrects its weight once the true one is known. */
  book(weight: number, now: number): (weight: number) => void;
}

interface Entry {
  readonly at: number;
  weight: number;
  inside: boolean;
}

export function slidingWindow(limit: number, milliseconds: number, span: string): SlidingWindow {
  const entries: Entry[] = [];
  let total = 0;

  const forget = (now: number) => {
    for (let oldest = entries[0]; oldest && now - oldest.at >= milliseconds; oldest = entries[0]) {
      entries.shift();
      oldest.inside = false;
      total -= oldest.weight;
    }
  };

  return {
    limit,
    span,
    waitFor(weight, now) {
      forget(now);
      let over = total + weight - limit;
      if (over <= 0) return 0;
      for (const entry of entries) {
        over -= entry.weight;
        if (over <= 0) return entry.at + milliseconds - now;
      }
      throw new RangeError(`a weight of ${weight} never fits a window of ${limit}`);
    },
    book(weight, now) {
      const entry: Entry = { at: now, weight, inside: true };
      entries.push(entry);
      total += weight;
      return (corrected) => {
        if (entry.inside) total += corrected - entry.weight;
        entry.weight = corrected;
      };
    },
  };
}
