import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayLedger } from './day-ledger.ts';

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("a day's budget is one for the commands of a machine and for queues, and each counts once", () => {
  const ledger = dayLedger(inFolder());
  const day = '2026-01-02';
  expect(ledger.read()).toBeUndefined();
  ledger.write({ period: day, spent: 300 });
  ledger.keepQueue('one', day, { spent: 500, said: 3 });
  ledger.keepQueue('other', day, { spent: 40, said: 1 });
  expect(ledger.read()).toEqual({ period: day, spent: 840 });
  ledger.write({ period: day, spent: 850 });
  expect(ledger.ownOn(day)).toBe(310);
  ledger.keepQueue('one', day, { spent: 520, said: 4 });
  expect(ledger.read()).toEqual({ period: day, spent: 870 });
  // What is told elsewhere of a queue is what was seen of it, and may be of before.
  ledger.keepQueue('other', day, { spent: 30, said: 2 }, { one: { spent: 500, said: 3 }, home: { spent: 5, said: 5 } });
  expect(ledger.read()).toEqual({ period: day, spent: 865 });
  expect(ledger.othersOn(day)).toMatchObject({ one: { spent: 520 }, other: { spent: 30 }, home: { spent: 5 } });
  ledger.keepQueue('one', '2026-01-03', { spent: 7, said: 1 });
  expect(ledger.read()).toEqual({ period: '2026-01-03', spent: 7 });
  expect(ledger.ownOn('2026-01-03')).toBe(0);
});

test('what cannot be read is no reason to begin at 0', () => {
  const folder = inFolder();
  writeFileSync(join(folder, 'budget-queues-usd.json'), '{');
  expect(() => dayLedger(folder, 'usd').read()).toThrow(/cannot read the budget .+ delete it to begin at 0/);
});
