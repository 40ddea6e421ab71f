/** A clock that a test moves by hand. Everything that can happen at an instant happens before the next one. */
import type { Clock } from './clock.ts';

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

export interface FakeClock extends Clock {
  /** The length of every sleep that was asked for, in order. */
  readonly slept: readonly number[];
  /** How many are asleep. */
  sleeping(): number;
  advance(milliseconds: number): Promise<void>;
  /** Advances from timer to timer until nobody sleeps. */
  run(): Promise<void>;
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export function fakeClock(start = 0): FakeClock {
  let now = start;
  const timers = new Set<Timer>();
  const slept: number[] = [];
  // Of timers due at one instant the oldest fires first: a Set keeps the order of insertion.
  const earliest = () => [...timers].reduce<Timer | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  const step = async (end: number) => {
    const timer = earliest();
    if (!timer || timer.at > end) return false;
    now = Math.max(now, timer.at);
    timer.fire();
    await settled();
    return true;
  };
  return {
    slept,
    now: () => now,
    sleeping: () => timers.size,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        slept.push(milliseconds);
        const wake = (settle: () => void) => {
          timers.delete(timer);
          signal?.removeEventListener('abort', aborted);
          settle();
        };
        const aborted = () => wake(() => reject(signal?.reason));
        const timer = { at: now + milliseconds, fire: () => wake(resolve) };
        timers.add(timer);
        signal?.addEventListener('abort', aborted);
      }),
    async advance(milliseconds) {
      const end = now + milliseconds;
      await settled();
      while (await step(end));
      now = end;
      await settled();
    },
    async run() {
      await settled();
      while (await step(Number.POSITIVE_INFINITY));
    },
  };
}
