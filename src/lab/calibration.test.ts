import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CalibrationRow, calibrationOf, readCalibration } from './calibration.ts';
import { calibrationChart } from './plots/index.ts';

const row = (requested: number, achieved: number | null, seed: number, seat = 'buyer'): CalibrationRow => ({
  ...{ requested, achieved, seat, opponent: 'fair', seed },
});
// By hand: errors 0.1, 0.1, 0, 0.2 on the inner dials; the row at 1.0 counts for the order only, the impasse for nothing.
const rows = [
  ...[row(0.2, 0.3, 1), row(0.2, 0.1, 2), row(0.5, 0.5, 1), row(0.5, null, 2)],
  ...[row(0.8, 0.6, 1, 'seller'), row(1, 0.9, 2, 'seller')],
];

test('means by dial and seat, the error by hand, and impasses apart', () => {
  const found = calibrationOf(rows);
  expect(found).toMatchObject({ games: 6, impasses: 1 });
  expect(found.meanAbsoluteError).toBeCloseTo(0.1, 12);
  expect(found.curves.buyer?.map(({ requested, achieved, impasses }) => [requested, achieved.mean, impasses])).toEqual([
    ...[
      [0.2, 0.2, 0],
      [0.5, 0.5, 1],
    ],
  ]);
  expect(found.curves.all).toHaveLength(4);
  // Ranks 1.5 1.5 3 4 5 against 2 1 3 4 5: Pearson of the ranks is 9.5 / sqrt(9.5 * 10).
  expect(found.spearman).toBeCloseTo(9.5 / Math.sqrt(95), 12);
});

test('a perfect dial is a perfect score, and nothing but impasses has none', () => {
  const perfect = [0.1, 0.5, 0.9].flatMap((rho) => [row(rho, rho, 1), row(rho, rho, 2)]);
  expect(calibrationOf(perfect)).toMatchObject({ spearman: 1, meanAbsoluteError: 0 });
  expect(calibrationOf([row(0.5, null, 1)])).toMatchObject({ spearman: undefined, meanAbsoluteError: undefined });
});

test('it is drawn, and a line that is no row is named', () => {
  expect(calibrationChart(calibrationOf(rows), 'toy')).toMatch(/^<svg[\s\S]*requested/);
  const folder = mkdtempSync(join(tmpdir(), 'parley-calibration-'));
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, `${JSON.stringify(rows[0])}\n{"requested":2}\n`);
  expect(() => readCalibration(file)).toThrow(/line 2 is no row of a calibration: expected requested, achieved/);
  rmSync(folder, { recursive: true });
});
