import { expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import { ModelError } from '../model.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';
import { withRetry } from './retry.ts';

test.each([
  ['transport, then an answer', [fault('transport'), 'yes'], 'yes', 2],
  ['timeouts, then an answer', [fault('timeout'), fault('timeout'), 'yes'], 'yes', 3],
  ['a limit is not tried again', [fault('limit'), 'yes'], 'inner: no luck', 1],
  ['nor a rejection', [fault('rejected'), 'yes'], 'inner: no luck', 1],
  ['nor an unusable answer', [fault('unusable'), 'yes'], 'inner: no luck', 1],
  ['nor a missing model', [fault('missing'), 'yes'], 'inner: no luck', 1],
  ['nor a mistake in the program', [new TypeError('oops'), 'yes'], 'oops', 1],
  [
    'it gives up and says why',
    [fault('transport', 'refused'), fault('timeout', 'late'), fault('transport', 'refused')],
    'scripted: gave up after 3 tries: transport: refused; timeout: late',
    3,
  ],
  [
    'a refusal after a fault keeps both',
    [fault('transport', 'reset'), fault('rejected', 'bad key')],
    'scripted: gave up after 2 tries: transport: reset; rejected: bad key',
    2,
  ],
])('%s', async (_what, replies, expected, calls) => {
  const clock = fakeClock();
  const inner = scriptedModel(replies);
  const got = outcome(withRetry(inner, { tries: 3, clock }).generate(ask('hello')));
  await clock.run();
  const result = await got;
  expect(result instanceof Error ? result.message : result).toBe(expected);
  expect(inner.calls.length).toBe(calls);
});

test('a fault after several tries has the last kind and carries all of them', async () => {
  const clock = fakeClock();
  const faults = [fault('timeout'), fault('transport', 'a'), fault('transport', 'b', 2)];
  const got = outcome(withRetry(scriptedModel(faults), { tries: 3, clock }).generate(ask('hello')));
  await clock.run();
  const error = (await got) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect([error.kind, error.retryAfter]).toEqual(['transport', 2]);
  expect((error.cause as AggregateError).errors).toEqual(faults);
});

const waits = async (seed: number, text: string) => {
  const clock = fakeClock();
  const inner = scriptedModel(() => fault('transport'));
  const options = { tries: 8, firstWait: 100, longestWait: 1000, seed, clock };
  const got = outcome(withRetry(inner, options).generate(ask(text)));
  await clock.run();
  await got;
  return clock.slept;
};

test('waits double to the longest, jittered between a half and the whole', async () => {
  const slept = await waits(1, 'hello');
  const steps = [100, 200, 400, 800, 1000, 1000, 1000];
  expect(slept.length).toBe(steps.length);
  for (const [i, step] of steps.entries()) {
    expect(slept[i]).toBeGreaterThanOrEqual(step / 2);
    expect(slept[i]).toBeLessThan(step);
  }
});

test('jitter follows from the seed and the request', async () => {
  const slept = await waits(1, 'hello');
  expect(await waits(1, 'hello')).toEqual(slept);
  expect(await waits(2, 'hello')).not.toEqual(slept);
  expect(await waits(1, 'good day')).not.toEqual(slept);
});

test.each([
  ['a time that is longer than the step is waited for', 7, 7000],
  ['a time that is shorter does not shorten the wait', 0.001, undefined],
  ['a time beyond the longest wait ends it at once', 31, 'gave up'],
])('retryAfter: %s', async (_what, retryAfter, expected) => {
  const clock = fakeClock();
  const inner = scriptedModel([fault('transport', 'busy', retryAfter), 'yes']);
  const got = outcome(withRetry(inner, { clock, firstWait: 500, longestWait: 30_000 }).generate(ask('hello')));
  await clock.run();
  if (expected === 'gave up') {
    expect(await got).toBeInstanceOf(ModelError);
    expect([inner.calls.length, clock.slept]).toEqual([1, []]);
  } else {
    expect(await got).toBe('yes');
    expect(clock.slept[0]).toBe(expected ?? clock.slept[0]);
    expect(clock.slept[0]).toBeGreaterThanOrEqual(250);
  }
});

test('an abort ends the wait at once, with its own reason and no timer left', async () => {
  const clock = fakeClock();
  const inner = scriptedModel([fault('transport'), 'yes']);
  const stop = new AbortController();
  const got = outcome(withRetry(inner, { clock }).generate(ask('hello'), { signal: stop.signal }));
  await clock.advance(1);
  expect(clock.sleeping()).toBe(1);
  const reason = new Error('the person left');
  stop.abort(reason);
  expect(await got).toBe(reason);
  expect([clock.now(), clock.sleeping(), inner.calls.length]).toEqual([1, 0, 1]);
});

test('a backend that calls an abort a transport fault is not asked again', async () => {
  const { model, calls } = byHand();
  const stop = new AbortController();
  const got = outcome(withRetry(model, { clock: fakeClock() }).generate(ask('hello'), { signal: stop.signal }));
  stop.abort(new Error('enough'));
  calls[0]!.fail(fault('transport', 'socket closed'));
  expect(await got).toEqual(new Error('enough'));
  expect(calls.length).toBe(1);
});

test('bad numbers are refused', () => {
  const inner = scriptedModel([]);
  expect(() => withRetry(inner, { tries: 0 })).toThrow('tries is a whole number of at least 1, got 0');
  expect(() => withRetry(inner, { firstWait: 0 })).toThrow('firstWait is a number above 0, got 0');
});
