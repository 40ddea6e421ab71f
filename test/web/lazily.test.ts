/** What loads late: once, with patience, and again after a failure. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazily } from '../../web/shell/lazily.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('it is asked for once, by however many', async () => {
  const load = vi.fn(async () => 'here');
  const part = lazily(load);
  expect(part()).toBe(part());
  expect(await part()).toBe('here');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a line that is lost for a moment is waited for', async () => {
  const load = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('lost'));
  const part = lazily(load);
  const asked = part();
  await vi.runAllTimersAsync();
  expect(await asked).toBe('here');
});

test('a failure is told to who asked, and not kept', async () => {
  let up = false;
  const part = lazily(async () => {
    if (!up) throw new Error('lost');
    return 'here';
  });
  const asked = part();
  const told = expect(asked).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(1600);
  // Who draws the page asks again at once, and must be told the same: a new promise would be waited for without end.
  expect(part()).toBe(asked);
  await told;
  up = true;
  await vi.runAllTimersAsync();
  expect(await part()).toBe('here');
});
