/**
 * So many requests a minute, an hour and a day for each key (an address, a game): three sliding windows that each hold.
 * The keys used least recently are forgotten when there are very many, so that a crowd of addresses cannot fill the memory.
 */
import { type SlidingWindow, slidingWindow } from '../models/wrappers/sliding-window.ts';

export interface Windows {
  readonly minute?: number;
  readonly hour?: number;
  readonly day?: number;
}

export interface Limiter {
  /** Books one request; or says why not, and in how many seconds to come back. */
  take(key: string): { readonly says: string; readonly seconds: number } | undefined;
}

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
  const keys = new Map<string, SlidingWindow[]>();

  const windowsOf = (key: string): SlidingWindow[] => {
    const known = keys.get(key);
    const own = known ?? spans.map(([span, length, text]) => slidingWindow(windows[span] as number, length, text));
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
        const wait = window.waitFor(1, time);
        if (wait > 0)
          return { says: `${window.limit} requests ${window.span} are all there are`, seconds: Math.ceil(wait / 1000) };
      }
      for (const window of own) window.book(1, time);
      return undefined;
    },
  };
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
