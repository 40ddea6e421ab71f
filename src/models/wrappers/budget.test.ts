import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScriptedReply, scriptedModel } from '../backends/scripted.ts';
import { ModelError } from '../model.ts';
import { ledgerFile } from '../node/ledger-file.ts';
import { ledgerInMemory, withBudget } from './budget.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
  file = join(folder, 'spent', 'budget.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const NOON = Date.parse('2026-03-01T12:00:00Z');
// 3 for a million tokens in, 15 out. ask('x' * 400, 20 tokens) may cost (100 * 3 + 20 * 15) / 1e6 = 0.0006.
const prices = { inputPerMillion: 3, outputPerMillion: 15 };
const request = ask('x'.repeat(400), { maxTokens: 20 });
const MOST = 0.0006;
// (90 * 3 + 10 * 15) / 1e6
const usage = { inputTokens: 90, outputTokens: 10 };
const ACTUAL = 0.00042;

const stored = () => JSON.parse(readFileSync(file, 'utf8'));

test.each<[string, ScriptedReply, number]>([
  ['a reply is charged by its usage', { text: 'yes', usage }, ACTUAL],
  ['a reply longer than foreseen too', { usage: { inputTokens: 200, outputTokens: 40 } }, 0.0012],
  ['a reply that reports no usage stays charged at the most', { usage: { inputTokens: 0, outputTokens: 0 } }, MOST],
  ['a request that did not arrive is free', fault('transport'), 0],
  ['a rejected one is free', fault('rejected'), 0],
  ['a limited one is free', fault('limit'), 0],
  ['a missing model is free', fault('missing'), 0],
  ['a timeout may have been billed', fault('timeout'), MOST],
  ['an unusable answer was billed', fault('unusable'), MOST],
])('%s', async (_what, reply, spent) => {
  const model = withBudget(scriptedModel([reply]), {
    limit: 1,
    perDay: true,
    prices,
    ledger: ledgerFile(file),
    clock: fakeClock(NOON),
  });
  await outcome(model.generate(request));
  expect(stored()).toEqual({ period: '2026-03-01', spent });
});

test('refuses what would go over, says until when, and opens again at midnight UTC', async () => {
  const clock = fakeClock(NOON);
  const inner = scriptedModel(() => ({ text: 'yes', usage }));
  const model = withBudget(inner, { limit: 0.0015, perDay: true, prices, ledger: ledgerFile(file), clock });
  expect(await outcome(model.generate(request))).toBe('yes'); // 0.00042
  expect(await outcome(model.generate(request))).toBe('yes'); // 0.00084, and 0.0006 more is under 0.0015
  expect(await outcome(model.generate(request))).toBe('yes'); // 0.00126
  const error = (await outcome(model.generate(request))) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect([error.kind, error.retryAfter]).toEqual(['spent', 12 * 3600]);
  expect(error.message).toBe("scripted: 0.00126 of today's budget of 0.0015 is spent, and the request may cost 0.0006");
  expect(inner.calls.length).toBe(3);
  await clock.advance(12 * 3_600_000 - 1);
  expect(await outcome(model.generate(request))).toBeInstanceOf(ModelError);
  await clock.advance(1);
  expect(await outcome(model.generate(request))).toBe('yes');
  expect(stored()).toEqual({ period: '2026-03-02', spent: ACTUAL });
});

test('what is spent survives a restart', async () => {
  const clock = fakeClock(NOON);
  const fresh = () =>
    withBudget(
      scriptedModel(() => ({ text: 'yes', usage })),
      { limit: 0.001, perDay: true, prices, ledger: ledgerFile(file), clock },
    );
  expect(await outcome(fresh().generate(request))).toBe('yes');
  expect(await outcome(fresh().generate(request))).toHaveProperty('kind', 'spent');
});

test('requests under way, of all models that share the file, do not spend the same money twice', async () => {
  const clock = fakeClock(NOON);
  const inners = [byHand(), byHand()];
  const models = inners.map(({ model }) =>
    withBudget(model, { limit: 0.0013, perDay: true, prices, ledger: ledgerFile(file), clock }),
  );
  const got = [0, 1, 0, 1].map((i) => outcome(models[i]!.generate(request)));
  await clock.advance(0);
  expect(inners.map(({ calls }) => calls.length)).toEqual([1, 1]);
  inners[0]!.calls[0]!.answer({ usage });
  inners[1]!.calls[0]!.answer({ usage });
  expect((await Promise.all(got)).map((one) => (one as ModelError).kind ?? one)).toEqual([
    'yes',
    'yes',
    'spent',
    'spent',
  ]);
  expect(stored().spent).toBe(2 * ACTUAL);
});

test('without prices it counts tokens, in all, over the models that share a ledger', async () => {
  const clock = fakeClock(NOON);
  const ledger = ledgerInMemory();
  const inner = scriptedModel(() => ({ text: 'yes', usage })); // 100 tokens, foreseen as 120
  const models = [1, 2].map(() => withBudget(inner, { limit: 310, ledger, clock }));
  for (const model of models) expect(await outcome(model.generate(request))).toBe('yes');
  const error = (await outcome(models[0]!.generate(request))) as ModelError;
  expect([error.kind, error.retryAfter]).toEqual(['spent', undefined]);
  expect(error.message).toBe('scripted: 200 of the budget of 310 tokens is spent, and the request may use 120');
  await clock.advance(48 * 3_600_000);
  expect(await outcome(models[1]!.generate(request))).toHaveProperty('kind', 'spent');
  expect(ledger.read()).toEqual({ period: 'all', spent: 200 });
});

test('an aborted request stays charged', async () => {
  const { model, calls } = byHand();
  const stop = new AbortController();
  const budgeted = withBudget(model, {
    limit: 1,
    perDay: true,
    prices,
    ledger: ledgerFile(file),
    clock: fakeClock(NOON),
  });
  const got = outcome(budgeted.generate(request, { signal: stop.signal }));
  stop.abort(new Error('enough'));
  calls[0]!.fail(fault('transport', 'socket closed'));
  expect(await got).toEqual(new Error('enough'));
  expect(stored().spent).toBe(MOST);
});

test('a reply after midnight is charged to the day it was asked on, not taken from the next', async () => {
  const clock = fakeClock(Date.parse('2026-03-01T23:59:59Z'));
  const { model, calls } = byHand();
  const budgeted = withBudget(model, { limit: 1, perDay: true, prices, ledger: ledgerFile(file), clock });
  const late = outcome(budgeted.generate(request));
  await clock.advance(2000);
  const next = outcome(budgeted.generate(request));
  await clock.advance(0);
  calls[0]!.answer({ usage });
  calls[1]!.answer({ usage });
  await Promise.all([late, next]);
  expect(stored()).toEqual({ period: '2026-03-02', spent: ACTUAL });
});

test('the file is replaced whole, never written in place', async () => {
  const model = withBudget(
    scriptedModel(() => ({ usage })),
    { limit: 1, perDay: true, prices, ledger: ledgerFile(file), clock: fakeClock(NOON) },
  );
  await model.generate(request);
  const before = readFileSync(file, 'utf8');
  const link = join(folder, 'link.json');
  linkSync(file, link); // a second name of the same file: writing in place would show through it
  await model.generate(request);
  expect(readFileSync(link, 'utf8')).toBe(before);
  expect(stored().spent).toBe(2 * ACTUAL);
  expect(readdirSync(join(folder, 'spent'))).toEqual(['budget.json']);
});

test.each([
  ['cut', '{"period":"2026-03', 'cannot read the budget'],
  ['foreign', '{"period":"yesterday","spent":1}', 'is not as it was written: period:'],
  ['negative', '{"period":"2026-03-01","spent":-1}', 'is not as it was written: spent:'],
])('a %s file is refused, not taken for an empty one', (_what, text, message) => {
  const damaged = join(folder, 'budget.json');
  writeFileSync(damaged, text);
  expect(() => withBudget(scriptedModel([]), { limit: 1, ledger: ledgerFile(damaged) })).toThrow(message);
});

test('bad numbers are refused', () => {
  expect(() => withBudget(scriptedModel([]), { limit: 0 })).toThrow('limit is a number above 0, got 0');
  const bad = { inputPerMillion: -1, outputPerMillion: 1 };
  expect(() => withBudget(scriptedModel([]), { limit: 1, prices: bad })).toThrow('inputPerMillion');
});
