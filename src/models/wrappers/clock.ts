/**
 * The time, as wrappers see it: injected, so that a test of a daily limit does not take a day.
 *
 * A sleep that is aborted rejects at once with the signal's reason and leaves no timer behind.
 */
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A Node timer set for longer than this fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(milliseconds, signal) {
    try {
      for (let left = milliseconds; left > 0; left -= LONGEST_TIMER)
        await setTimeout(Math.min(left, LONGEST_TIMER), undefined, { signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};
