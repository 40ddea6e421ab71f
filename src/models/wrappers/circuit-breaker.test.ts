import { expect, test } from 'vitest';
import { type ScriptedReply, scriptedModel } from '../backends/scripted.ts';
import { ModelError } from '../model.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';

const T = fault('transport', 'refused');
const L = fault('timeout', 'late');
const R = fault('rejected', 'bad key');

/** One letter a request: y answered, f fault from the model, - not asked. A number waits that many seconds. */
async function story(replies: ScriptedReply[], steps: (number | '?')[]): Promise<string> {
  const clock = fakeClock();
  const inner = scriptedModel(replies);
  const model = withCircuitBreaker(inner, { faults: 3, pause: 300_000, clock });
  let told = '';
  for (const step of steps) {
    if (typeof step === 'number') {
      await clock.advance(step * 1000);
      continue;
    }
    const before = inner.calls.length;
    const got = await outcome(model.generate(ask('hello')));
    told += inner.calls.length === before ? '-' : got === 'yes' ? 'y' : 'f';
  }
  return told;
}

test.each<[string, ScriptedReply[], (number | '?')[], string]>([
  ['opens after three in a row', [T, T, T], ['?', '?', '?', '?', '?'], 'fff--'],
  ['timeouts count', [T, L, L], ['?', '?', '?', '?'], 'fff-'],
  ['an answer begins the count anew', [T, T, 'yes', T, T, 'yes'], ['?', '?', '?', '?', '?', '?'], 'ffyffy'],
  ['a rejection neither counts nor resets', [T, R, T, R, T], ['?', '?', '?', '?', '?', '?'], 'fffff-'],
  ['rejections alone never open it', [R, R, R, R, 'yes'], ['?', '?', '?', '?', '?'], 'ffffy'],
  ['not before the pause is over', [T, T, T, 'yes'], ['?', '?', '?', 299.999, '?', 0.001, '?'], 'fff-y'],
  [
    'an answer to the probe closes it',
    [T, T, T, 'yes', T, T, 'yes'],
    ['?', '?', '?', 300, '?', '?', '?', '?'],
    'fffyffy',
  ],
  [
    'a fault of the probe opens it again',
    [T, T, T, T, 'yes'],
    ['?', '?', '?', 300, '?', '?', 299, '?', 1, '?'],
    'ffff--y',
  ],
  ['a refused probe says nothing; the next one probes', [T, T, T, R, 'yes'], ['?', '?', '?', 300, '?', '?'], 'ffffy'],
])('%s', async (_what, replies, steps, expected) => {
  expect(await story(replies, steps)).toBe(expected);
});

test('the refusal is a transport fault that says why and when, without a clock in its words', async () => {
  const clock = fakeClock();
  const model = withCircuitBreaker(scriptedModel([T]), { faults: 1, pause: 5000, clock });
  await outcome(model.generate(ask('hello')));
  await clock.advance(2000);
  const error = (await outcome(model.generate(ask('hello')))) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect([error.kind, error.message]).toEqual(['transport', 'scripted: not asked, the circuit is open: refused']);
  expect([error.retryAfter, error.cause]).toEqual([3, T]);
});

test('one probe at a time; an aborted probe leaves its place to the next', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const guarded = withCircuitBreaker(model, { faults: 1, pause: 1000, clock });
  const first = outcome(guarded.generate(ask('a')));
  calls[0]!.fail(T);
  await first;
  await clock.advance(1000);
  const stop = new AbortController();
  const probe = outcome(guarded.generate(ask('b'), { signal: stop.signal }));
  expect(await outcome(guarded.generate(ask('c')))).toHaveProperty('kind', 'transport');
  expect(calls.length).toBe(2);
  stop.abort(new Error('enough'));
  calls[1]!.fail(fault('transport', 'socket closed')); // what a backend may make of an abort
  expect(await probe).toEqual(new Error('enough'));
  const next = outcome(guarded.generate(ask('d')));
  expect(calls.length).toBe(3);
  calls[2]!.answer();
  expect(await next).toBe('yes');
  const after = [outcome(guarded.generate(ask('e'))), outcome(guarded.generate(ask('f')))];
  expect(calls.length).toBe(5);
  calls[3]!.answer();
  calls[4]!.answer();
  expect(await Promise.all(after)).toEqual(['yes', 'yes']);
});

test('late outcomes of requests from before the opening neither close it nor lengthen the pause', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const guarded = withCircuitBreaker(model, { faults: 1, pause: 1000, clock });
  const got = ['a', 'b', 'c'].map((text) => outcome(guarded.generate(ask(text))));
  calls[0]!.fail(T);
  await got[0];
  await clock.advance(500);
  calls[1]!.answer();
  calls[2]!.fail(T);
  await Promise.all(got);
  expect(await outcome(guarded.generate(ask('d')))).toHaveProperty('retryAfter', 0.5);
  expect(calls.length).toBe(3);
});

test('faults of requests that were under way count after an answer to another', async () => {
  const { model, calls } = byHand();
  const guarded = withCircuitBreaker(model, { faults: 2, pause: 1000, clock: fakeClock() });
  const got = ['a', 'b', 'c'].map((text) => outcome(guarded.generate(ask(text))));
  calls[0]!.answer();
  await got[0];
  calls[1]!.fail(T);
  calls[2]!.fail(T);
  await Promise.all(got);
  await outcome(guarded.generate(ask('d')));
  expect(calls.length).toBe(3);
});
