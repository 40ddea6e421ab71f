import { expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import type { Model } from '../model.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { type CallLine, type WrapperSettings, withWrappers } from './index.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';

function setting(settings: Omit<WrapperSettings, 'log' | 'clock'>) {
  const clock = fakeClock(Date.parse('2026-03-01T12:00:00Z'));
  const lines: CallLine[] = [];
  const log = async (line: CallLine) => void lines.push(line);
  const kinds = () => lines.map((line) => line.error ?? (line.cached ? 'cached' : 'reply'));
  return { clock, kinds, settings: { ...settings, log, clock } };
}

async function run(model: Model, clock: { run(): Promise<void> }, text = 'hello', more = {}) {
  const got = outcome(model.generate(ask(text, more)));
  await clock.run();
  return got;
}

test('bare, it only keeps the log', async () => {
  const { clock, kinds, settings } = setting({});
  expect(await run(withWrappers(scriptedModel([fault('transport')]), settings), clock)).toHaveProperty(
    'kind',
    'transport',
  );
  expect(kinds()).toEqual(['transport']);
});

test('retry is above the log: every try leaves its line', async () => {
  const { clock, kinds, settings } = setting({ retry: { tries: 3 } });
  const inner = scriptedModel([fault('transport'), fault('timeout'), 'yes']);
  expect(await run(withWrappers(inner, settings), clock)).toBe('yes');
  expect(kinds()).toEqual(['transport', 'timeout', 'reply']);
});

test('the cache is above all: a kept reply is no call and waits for no window', async () => {
  const { clock, kinds, settings } = setting({ cache: {}, rateLimit: { requests: { day: 1 } } });
  const model = withWrappers(scriptedModel(['yes']), settings);
  for (let i = 0; i < 3; i++) expect(await run(model, clock, 'hello', { seed: 1 })).toBe('yes');
  expect(kinds()).toEqual(['reply', 'cached', 'cached']);
  expect(clock.slept).toEqual([]);
});

test('the timeout is below the line: waiting for a place or a window is not the time of the model', async () => {
  const { clock, settings } = setting({
    timeout: { milliseconds: 1000 },
    concurrency: { limit: 1 },
    rateLimit: { requests: { minute: 1 } },
  });
  const { model: inner, calls } = byHand();
  const model = withWrappers(inner, settings);
  const got = ['a', 'b'].map((text) => outcome(model.generate(ask(text))));
  await clock.advance(900);
  calls[0]!.answer({ text: 'first' });
  await clock.advance(60_000);
  calls[1]!.answer({ text: 'second' });
  expect(await Promise.all(got)).toEqual(['first', 'second']);
});

test('a dead line opens the circuit, which takes no tokens, no window, no further try; the log has it all', async () => {
  const { clock, kinds, settings } = setting({
    retry: { tries: 5 },
    circuitBreaker: { faults: 2, pause: 300_000 },
    budget: { limit: 1000 },
    rateLimit: { requests: { day: 3 }, whenFull: 'throw' },
  });
  let dead = true;
  const inner = scriptedModel(() => (dead ? fault('transport', 'refused') : 'yes'));
  const model = withWrappers(inner, settings);
  expect(((await run(model, clock)) as Error).message).toBe(
    'scripted: gave up after 3 tries: transport: refused; transport: not asked, the circuit is open: refused',
  );
  expect(inner.calls.length).toBe(2);
  for (let i = 0; i < 5; i++) expect(await run(model, clock)).toHaveProperty('kind', 'transport');
  expect(inner.calls.length).toBe(2);
  dead = false;
  await clock.advance(300_000);
  expect(await run(model, clock)).toBe('yes'); // the third and last of the day's window
  expect(await run(model, clock)).toHaveProperty('kind', 'limit');
  expect(kinds()).toEqual([...Array(8).fill('transport'), 'reply', 'limit']);
});

test('a prompt that is too long is refused while the only place is taken', async () => {
  const { clock, kinds, settings } = setting({ promptLimit: { tokens: 2 }, concurrency: { limit: 1 } });
  const { model: inner, calls } = byHand();
  const model = withWrappers(inner, settings);
  const first = outcome(model.generate(ask('short')));
  expect(await outcome(model.generate(ask('much too long')))).toHaveProperty('kind', 'rejected');
  calls[0]!.answer();
  await first;
  await clock.advance(0);
  expect(kinds()).toEqual(['rejected', 'reply']);
});

test('an abort reaches through the whole stack from every place where it can wait', async () => {
  const { clock, kinds, settings } = setting({
    cache: {},
    retry: {},
    promptLimit: { tokens: 25 },
    concurrency: { limit: 2 },
    circuitBreaker: {},
    budget: { limit: 1000 },
    rateLimit: { requests: { minute: 1 } },
    timeout: { milliseconds: 1e9 },
  });
  const model = withWrappers(byHand().model, settings);
  const stop = new AbortController();
  const places = ['in the model, which hangs', 'in the window', 'in the line'];
  const got = places.map((text) => outcome(model.generate(ask(text), { signal: stop.signal })));
  await clock.advance(5);
  const reason = new Error('the person left');
  stop.abort(reason);
  expect(await Promise.all(got)).toEqual([reason, reason, reason]);
  expect(clock.sleeping()).toBe(0);
  expect(kinds()).toEqual(['aborted', 'aborted', 'aborted']);
});

test('name, digest and close reach the backend, and a digest that is known late is seen', async () => {
  const closed: string[] = [];
  const backend = { ...scriptedModel([]), name: 'embedded/x', digest: '', close: async () => void closed.push('x') };
  const { settings } = setting({ cache: {}, retry: {}, timeout: { milliseconds: 1 } });
  const model = withWrappers(backend, settings);
  backend.digest = 'sha256:known-now';
  expect([model.name, model.digest]).toEqual(['embedded/x', 'sha256:known-now']);
  await model.close?.();
  expect(closed).toEqual(['x']);
});
