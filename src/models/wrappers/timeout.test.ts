import { expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import { ModelError } from '../model.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';
import { withTimeout } from './timeout.ts';

test('an answer in time goes through and leaves no timer', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const got = outcome(withTimeout(model, { milliseconds: 1000, clock }).generate(ask('hello')));
  await clock.advance(999);
  calls[0]!.answer({ text: 'in time' });
  expect(await got).toBe('in time');
  expect(clock.sleeping()).toBe(0);
});

test('a model that hangs is left behind with a timeout, and told to stop', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const got = outcome(withTimeout(model, { milliseconds: 1000, clock }).generate(ask('hello')));
  await clock.advance(1000);
  const error = (await got) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect([error.kind, error.message]).toEqual(['timeout', 'inner: no answer in 1000 ms']);
  expect(calls[0]!.signal?.aborted).toBe(true);
});

test("the caller's abort rejects at once with its reason and reaches the model, which ignores it", async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const stop = new AbortController();
  const got = outcome(
    withTimeout(model, { milliseconds: 1000, clock }).generate(ask('hello'), { signal: stop.signal }),
  );
  await clock.advance(10);
  const reason = new Error('the person left');
  stop.abort(reason);
  expect(await got).toBe(reason);
  expect(calls[0]!.signal?.reason).toBe(reason);
  expect(clock.sleeping()).toBe(0);
});

test('a request that is aborted already is never asked', async () => {
  const inner = scriptedModel(['yes']);
  const got = outcome(
    withTimeout(inner, { milliseconds: 5, clock: fakeClock() }).generate(ask('hello'), { signal: AbortSignal.abort() }),
  );
  expect((await got) as Error).toHaveProperty('name', 'AbortError');
  expect(inner.calls.length).toBe(0);
});

test('a fault of the model goes through as it is', async () => {
  const clock = fakeClock();
  const broken = fault('unusable');
  expect(await outcome(withTimeout(scriptedModel([broken]), { milliseconds: 5, clock }).generate(ask('a')))).toBe(
    broken,
  );
  expect(clock.sleeping()).toBe(0);
});

test('bad numbers are refused', () => {
  expect(() => withTimeout(scriptedModel([]), { milliseconds: Number.NaN })).toThrow('a number above 0, got NaN');
});
