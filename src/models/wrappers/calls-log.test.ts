import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import { callsLog } from '../node/calls-file.ts';
import { withCallsLog } from './calls-log.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
  file = join(folder, 'calls.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = Date.parse('2026-03-01T12:00:00Z');
const at = '2026-03-01T12:00:00.000Z';
const lines = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a reply leaves its line, with the cost where prices are known', async () => {
  const usage = { inputTokens: 1000, outputTokens: 200 };
  const reply = { text: 'a private reply', milliseconds: 41, servedBy: 'ollama/tiny', usage };
  const clock = fakeClock(start);
  const log = callsLog(file);
  const prices = { inputPerMillion: 3, outputPerMillion: 15 };
  await withCallsLog(scriptedModel([reply]), { log, prices, clock }).generate(ask('a private prompt'));
  await withCallsLog(scriptedModel([reply]), { log, clock }).generate(ask('a private prompt'));
  const line = { at, model: 'scripted', milliseconds: 41, servedBy: 'ollama/tiny', usage, finish: 'stop' };
  // (1000 * 3 + 200 * 15) / 1e6
  expect(lines()).toEqual([{ ...line, cost: 0.006 }, line]);
  expect(readFileSync(file, 'utf8')).not.toContain('private');
});

test('what the model holds in memory is on its line, where it was measured', async () => {
  const model = scriptedModel([{ text: 'yes', memory: 620_000_000 }, 'yes']);
  const logged = withCallsLog(model, { log: callsLog(file), clock: fakeClock(start) });
  await logged.generate(ask('a'));
  await logged.generate(ask('b'));
  expect(lines().map(({ memory }) => memory)).toEqual([620_000_000, undefined]);
});

test('a call for no game says so', async () => {
  const logged = withCallsLog(scriptedModel(['yes', fault('timeout', 'late'), 'no']), { log: callsLog(file) });
  await logged.generate(ask('a'), { beside: true });
  await outcome(logged.generate(ask('b'), { beside: true }));
  await logged.generate(ask('c'));
  expect(lines().map(({ beside }) => beside)).toEqual([true, true, undefined]);
});

test.each([
  ['a fault', fault('rejected', 'bad key sk-secret'), 'rejected'],
  ['a mistake in the program', new TypeError('sk-secret'), 'program'],
])('%s leaves its kind, not its words, and goes on as it is', async (_what, error, kind) => {
  const model = withCallsLog(scriptedModel([error]), { log: callsLog(file), clock: fakeClock(start) });
  expect(await outcome(model.generate(ask('hello')))).toBe(error);
  expect(lines()).toEqual([{ at, model: 'scripted', milliseconds: 0, error: kind }]);
});

test('an abort is a line too, with the time it took', async () => {
  const clock = fakeClock(start);
  const { model, calls } = byHand();
  const stop = new AbortController();
  const got = outcome(
    withCallsLog(model, { log: callsLog(file), clock }).generate(ask('hello'), { signal: stop.signal }),
  );
  await clock.advance(250);
  stop.abort(new Error('enough'));
  calls[0]!.fail(stop.signal.reason);
  expect(await got).toEqual(new Error('enough'));
  expect(lines()).toEqual([{ at, model: 'inner', milliseconds: 250, error: 'aborted' }]);
});

test('the line is on disk before the reply is handed on, and many at once are whole lines', async () => {
  const model = withCallsLog(
    scriptedModel((_request, index) => ({ text: 'yes', milliseconds: index })),
    { log: callsLog(file), clock: fakeClock(start) },
  );
  await model.generate(ask('first'));
  expect(lines().length).toBe(1);
  await Promise.all(Array.from({ length: 500 }, () => model.generate(ask('more'))));
  expect(lines().map((line) => line.milliseconds)).toEqual(Array.from({ length: 501 }, (_, i) => i));
});

test('a log that cannot be written fails the call rather than losing the line', async () => {
  writeFileSync(join(folder, 'taken'), '');
  const log = callsLog(join(folder, 'taken', 'calls.jsonl'));
  const model = withCallsLog(scriptedModel(['yes', fault('timeout')]), { log });
  expect(await outcome(model.generate(ask('a')))).toHaveProperty('message', expect.stringContaining('cannot write'));
  const both = (await outcome(model.generate(ask('b')))) as AggregateError;
  expect(both.errors[0]).toHaveProperty('kind', 'timeout');
  expect(both.errors[1].message).toContain('cannot write');
});
