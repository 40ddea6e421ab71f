import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('a sleep ends, and one that is aborted rejects with the very reason', async () => {
  await systemClock.sleep(1);
  await systemClock.sleep(0);
  const reason = new Error('enough');
  const stop = new AbortController();
  const slept = systemClock.sleep(60_000, stop.signal);
  stop.abort(reason);
  await expect(slept).rejects.toBe(reason);
  await expect(systemClock.sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('a sleep of a month does not end at once, as a single Node timer would', async () => {
  const stop = new AbortController();
  const month = systemClock.sleep(31 * 86_400_000, stop.signal).then(
    () => 'slept',
    () => 'still asleep',
  );
  await systemClock.sleep(20);
  stop.abort();
  expect(await month).toBe('still asleep');
});
