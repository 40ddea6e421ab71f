/**
 * The time, as wrappers see it: injected, so that a test of a daily limit does not take a day.
 *
 * A sleep that is aborted rejects at once with the signal's reason and leaves no timer behind.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A timer set for longer than this fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    for (let left = milliseconds; left > 0; left -= LONGEST_TIMER) await timer(Math.min(left, LONGEST_TIMER), signal);
  },
};

function timer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const aborted = () => {
      clearTimeout(waiting);
      reject(signal?.reason);
    };
    const waiting = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
