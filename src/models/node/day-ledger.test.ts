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
  expect(ledger.read()).toBeUndefined();
  ledger.write({ period: '2026-01-02', spent: 300 });
  ledger.keepQueue('one', '2026-01-02', 500);
  ledger.keepQueue('other', '2026-01-02', 40);
  expect(ledger.read()).toEqual({ period: '2026-01-02', spent: 840 });
  ledger.write({ period: '2026-01-02', spent: 850 });
  expect(ledger.spentBeside('one', '2026-01-02')).toBe(350);
  ledger.keepQueue('one', '2026-01-02', 520);
  expect(ledger.read()).toEqual({ period: '2026-01-02', spent: 870 });
  ledger.keepQueue('one', '2026-01-03', 7);
  expect(ledger.read()).toEqual({ period: '2026-01-03', spent: 7 });
  expect(ledger.spentBeside('one', '2026-01-03')).toBe(0);
});

test('what cannot be read is no reason to begin at 0', () => {
  const folder = inFolder();
  writeFileSync(join(folder, 'budget-queues-usd.json'), '{');
  expect(() => dayLedger(folder, 'usd').read()).toThrow(/cannot read the budget .+ delete it to begin at 0/);
});
