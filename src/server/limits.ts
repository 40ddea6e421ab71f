/**
 * So many requests a minute, an hour and a day for each key (an address, a game): three sliding windows that each hold.
 * The keys used least recently are forgotten when there are very many, and a window keeps a few hundred numbers however large its
 * limit, so that neither a crowd of addresses nor a busy one can fill the memory.
 */

export interface Windows {
  readonly minute?: number;
  readonly hour?: number;
  readonly day?: number;
}

export interface Limiter {
  /** Books one request; or says why not, and in how many seconds to come back. */
  take(key: string): { readonly says: string; readonly seconds: number } | undefined;
}

/** Requests that come within this part of a window are kept as one, at the time of the last: exact up to so many. */
const PARTS = 250;

const SPANS = [
  ['minute', 60_000, 'a minute'],
  ['hour', 3_600_000, 'an hour'],
  ['day', 86_400_000, 'a day'],
] as const;

export function createLimiter(
  windows: Windows,
  { now = Date.now, mostKeys = 10_000 }: { now?: () => number; mostKeys?: number } = {},
): Limiter {
  const spans = SPANS.filter(([span]) => windows[span] !== undefined);
  const keys = new Map<string, Window[]>();

  const windowsOf = (key: string): Window[] => {
    const known = keys.get(key);
    const own = known ?? spans.map(([span, length, text]) => new Window(windows[span] as number, length, text));
    keys.delete(key);
    keys.set(key, own);
    if (keys.size > mostKeys) keys.delete(keys.keys().next().value as string);
    return own;
  };

  return {
    take(key) {
      if (spans.length === 0) return undefined;
      const time = now();
      const own = windowsOf(key);
      for (const window of own) {
        const wait = window.wait(time);
        if (wait > 0)
          return { says: `${window.limit} requests ${window.span} are all there are`, seconds: Math.ceil(wait / 1000) };
      }
      for (const window of own) window.book(time);
      return undefined;
    },
  };
}

class Window {
  readonly limit: number;
  readonly span: string;
  private readonly length: number;
  private readonly grain: number;
  private readonly entries: { readonly from: number; last: number; count: number }[] = [];
  private total = 0;

  constructor(limit: number, length: number, span: string) {
    this.limit = limit;
    this.span = span;
    this.length = length;
    this.grain = limit > PARTS ? length / PARTS : 0;
  }

  /** Milliseconds until one more fits, 0 when it does. */
  wait(now: number): number {
    const { entries, length } = this;
    for (let oldest = entries[0]; oldest && now - oldest.last >= length; oldest = entries[0]) {
      entries.shift();
      this.total -= oldest.count;
    }
    return this.total < this.limit ? 0 : (entries[0] as { last: number }).last + length - now;
  }

  book(now: number): void {
    const last = this.entries.at(-1);
    this.total++;
    if (!last || now - last.from >= this.grain) this.entries.push({ from: now, last: now, count: 1 });
    else {
      last.last = now;
      last.count++;
    }
  }
}

/** "600/minute,10000/hour,100000/day", any of them; "off" for none. */
export function parseWindows(text: string): Windows {
  if (text === 'off') return {};
  const windows: Record<string, number> = {};
  for (const part of text.split(',')) {
    const found = /^\s*(\d+)\/(minute|hour|day)\s*$/.exec(part);
    if (!found || Number(found[1]) < 1)
      throw new RangeError(`a limit is NUMBER/minute, /hour or /day with commas between them, or off, got "${text}"`);
    windows[found[2] as string] = Number(found[1]);
  }
  return windows;
}
