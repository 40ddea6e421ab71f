import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calibrationChart } from '../charts/index.ts';
import { calibrationSections, GOAL, meetsGoal } from '../report/calibration.ts';
import { draw } from '../report/draw.ts';
import { toMarkdown } from '../report/markdown.ts';
import { type CalibrationRow, calibrationOf, readCalibration } from './calibration.ts';

const row = (
  requested: number,
  achieved: number | null,
  seed: number,
  seat = 'buyer',
  arm: CalibrationRow['arm'] = 'raw',
): CalibrationRow => ({ arm, requested, achieved, seat, opponent: seat === 'both' ? 'itself' : 'fair', seed });

// Two tables. The buyer's means: (0.3 + 0.1) / 2 at 0.2, 0.6 at 0.5. Self-play: 0.6 at 0.8, and 0.9 at 1, which no error counts.
const rows = [
  ...[row(0.2, 0.3, 1), row(0.2, 0.1, 2), row(0.5, 0.6, 1), row(0.5, null, 2)],
  ...[row(0.8, 0.6, 1, 'both'), row(1, 0.9, 2, 'both')],
];

test('errors of means and of episodes by hand, over all and by table, with impasses apart', () => {
  const { arms, all, tables } = calibrationOf(rows);
  expect(arms).toEqual(['raw']);
  const raw = all.raw as NonNullable<typeof all.raw>;
  // Cells 0, 0.1 and 0.2 off; episodes 0.1, 0.1, 0.1 and 0.2.
  expect(raw.error.mean).toBeCloseTo(0.3 / 3, 12);
  expect(raw.episodeError.mean).toBeCloseTo(0.5 / 4, 12);
  expect(raw.impasse.mean).toBeCloseTo(1 / 6, 12);
  expect(raw).toMatchObject({ games: 6, cellsWithoutDeal: 0 });
  // Episodes: ranks 1.5 1.5 3 4 5 against 2 1 3.5 3.5 5. Deviations -1.5 -1.5 0 1 2 and -1 -2 .5 .5 2: 9 / sqrt(9.5 * 9.5).
  expect(raw.episodeSpearman.mean).toBeCloseTo(9 / 9.5, 12);
  // Cells: ranks 1 2 3 4 against 1 2.5 2.5 4: 4.5 / sqrt(5 * 4.5).
  expect(raw.spearman.mean).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
  expect(tables.map(({ seat, arms: of }) => [seat, of.raw?.error.mean?.toFixed(3)])).toEqual([
    ['buyer', '0.050'],
    ['both', '0.200'],
  ]);
  expect(
    tables[0]?.arms.raw?.points.map(({ requested, achieved, impasses }) => [requested, achieved.mean, impasses]),
  ).toEqual([
    [0.2, 0.2, 0],
    [0.5, 0.6, 1],
  ]);
});

test('arms stand side by side, and their errors are compared on the scenarios that both played', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
  const rhos = [0.1, 0.5, 0.9];
  const raw = seeds.flatMap((seed) => rhos.map((rho) => row(rho, (rho + 0.5) / 2, seed)));
  const fitted = seeds.flatMap((seed) => rhos.map((rho) => row(rho, rho + 0.01, seed, 'buyer', 'fitted')));
  // A control that hears nothing: 0.4, 0 and 0.4 off. Its last scenario was not played by the others.
  const control = [...seeds, 9].flatMap((seed) => rhos.map((rho) => row(rho, 0.5, seed)));
  const found = calibrationOf([...raw, ...fitted], control);
  expect(found.arms).toEqual(['raw', 'fitted', 'control']);
  const error = (arm: string) => found.all[arm]?.error.mean;
  // Raw: 0.2, 0 and 0.2 off.
  expect([error('raw'), error('fitted'), error('control')].map((one) => one?.toFixed(4))).toEqual([
    '0.1333',
    '0.0100',
    '0.2667',
  ]);
  // Every scenario is alike, so that every resample is too. With one table the curve is that of the means.
  for (const reading of ['curve', 'means'] as const) {
    expect(found.differences.fitted?.[reading].mean).toBeCloseTo(0.01 - 0.4 / 3, 12);
    expect(found.differences.fitted?.[reading].low).toBeCloseTo(0.01 - 0.4 / 3, 12);
    expect(found.differences.control?.[reading].mean).toBeCloseTo(0.4 / 3, 12);
  }
  expect(found.all.control?.spearman.mean).toBeUndefined();
  expect(GOAL).toEqual({ spearman: 0.95, error: 0.08 });
  expect(found.arms.map((arm) => meetsGoal(found.all[arm] as never))).toEqual([false, true, false]);
  const text = toMarkdown({ title: 'x', about: '', facts: [], warnings: [], sections: calibrationSections(found) });
  const sure = '1.000 [1.000, 1.000]';
  // No impasse in eight scenarios: its chance may be up to 1 - 0.025^(1/8) = 0.369.
  expect(text).toContain(
    `\n| fitted | 24 | 0.00 [0.00, 0.37] | ${sure} | ${sure} | ${sure} | 0.010 [0.010, 0.010] | 0.010 [0.010, 0.010] |`,
  );
  expect(text).toContain('\n| 0.1 | 0.300 | 0.110 | 0.500 |');
  expect(text).toContain(
    `\n| buyer against fair | fitted | 24 | 0.00 [0.00, 0.37] | ${sure} | ${sure} | 0.010 [0.010, 0.010] |`,
  );
  expect(text).toContain(
    'raw: the goal (Spearman at least 0.95 and an error of at most 0.08) is not met by the curve: 1.000 [1.000, 1.000] and 0.133 [0.133, 0.133];',
  );
  expect(text).toContain(
    'Error of fitted minus that of raw, on the same scenarios: of the curve −0.123 [−0.123, −0.123], of means −0.123 [−0.123, −0.123].',
  );
});

test('the curve counts every table the same, and tables that err to both sides cancel in it', () => {
  // The buyer gets 0, 0.2 and 0.6, self-play 0.2 and 1; self-play has no deal at 0.5, and at 0.9 twice as many games.
  const found = calibrationOf([
    ...[row(0.1, 0, 1), row(0.5, 0.2, 1), row(0.9, 0.6, 1), row(0.1, 0, 2)],
    ...[row(0.1, 0.2, 1, 'both'), row(0.5, null, 1, 'both')],
    ...[row(0.9, 1, 1, 'both'), row(0.9, 1, 2, 'both')],
  ]);
  const raw = found.all.raw as NonNullable<typeof found.all.raw>;
  // At 0.1 (0 + 0.2) / 2, at 0.5 the buyer alone, at 0.9 (0.6 + 1) / 2. Over single games it were 0.2 / 3, 0.2 and 2.6 / 3.
  expect(raw.points.map(({ achieved }) => achieved.mean?.toFixed(12))).toEqual(
    [0.1, 0.2, 0.8].map((one) => one.toFixed(12)),
  );
  // 0, 0.3 and 0.1 off; of means 0.1, 0.3, 0.3, 0.1 and 0.1.
  expect(raw.curve.error.mean).toBeCloseTo(0.4 / 3, 12);
  expect(raw.error.mean).toBeCloseTo(0.9 / 5, 12);
  expect(raw.curve.spearman.mean).toBe(1);
  // Means: ranks 1.5 1.5 3 4.5 4.5 against 1 2.5 2.5 4 5. Deviations -1.5 -1.5 0 1.5 1.5 and -2 -.5 -.5 1 2: 8.25 / sqrt(9 * 9.5).
  expect(raw.spearman.mean).toBeCloseTo(8.25 / Math.sqrt(85.5), 12);
  expect(raw.cellsWithoutDeal).toBe(1);
  for (const { arms } of found.tables)
    expect(arms.raw?.curve).toEqual({ spearman: arms.raw?.spearman, error: arms.raw?.error });
  // Two scenarios are too few for an interval.
  expect(raw.curve.error).toMatchObject({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
});

test('the goal is said of the curve, of single tables, and of each of them', () => {
  const rhos = [0.1, 0.5, 0.9];
  const at = (seat: string, off: number, seeds = [1, 2, 3, 4, 5, 6, 7, 8]) =>
    seeds.flatMap((seed) => rhos.map((rho) => row(rho, rho + off, seed, seat, 'fitted')));
  // 0.1 above and 0.1 below: the curve is exact. Self-play is 0.03 above, so the curve 0.01, and means (0.1 + 0.1 + 0.03) / 3.
  const [told] =
    calibrationSections(calibrationOf([...at('buyer', 0.1), ...at('seller', -0.1), ...at('both', 0.03)]))[0]?.notes ??
    [];
  // Ranks of means by request 2 2 2 5 5 5 8 8 8 against 1 to 9: 54 / sqrt(54 * 60) = 0.949.
  expect(told).toBe(
    'fitted: the goal (Spearman at least 0.95 and an error of at most 0.08) is met by the curve: 1.000 [1.000, 1.000] and 0.010 [0.010, 0.010]; ' +
      'at single tables it is not met: 0.949 [0.949, 0.949] and 0.077 [0.077, 0.077]. Tables that meet it by themselves: self-play.',
  );
  const [none] = calibrationSections(calibrationOf(at('buyer', 0.1)))[0]?.notes ?? [];
  expect(none).toContain('is not met by the curve: 1.000 [1.000, 1.000] and 0.100 [0.100, 0.100];');
  expect(none).toContain('No table meets it by itself.');
  // Two scenarios have no interval, and nothing is claimed of them.
  const [few] = calibrationSections(calibrationOf(at('buyer', 0.01, [1, 2])))[0]?.notes ?? [];
  expect(few).toContain('is undecided by the curve: 1.000 and 0.010;');
});

test('a perfect dial is a perfect score, and nothing but impasses has none', () => {
  const perfect = [0.1, 0.5, 0.9].flatMap((rho) => [row(rho, rho, 1), row(rho, rho, 2)]);
  expect(calibrationOf(perfect).all.raw).toMatchObject({ spearman: { mean: 1 }, error: { mean: 0 } });
  const never = calibrationOf([row(0.5, null, 1), row(0.5, null, 2)]);
  expect(never.all.raw).toMatchObject({ cellsWithoutDeal: 1, impasse: { mean: 1 }, episodeError: { mean: undefined } });
  expect(never.all.raw?.error.mean).toBeUndefined();
  expect(calibrationSections(never)[0]?.notes).toContain(
    'raw: 1 requests at a table ended in no deal at all and have no error.',
  );
  expect(() => calibrationOf([])).toThrow(/at least one row, got none/);
});

test('intervals are over scenarios: six that differ by as much as they can', () => {
  const found = (count: number) =>
    calibrationOf(Array.from({ length: count }, (_, i) => row(0.5, i % 2 === 0 ? 0.5 : 0.9, i))).all.raw;
  // A resample is of the one kind alone in 1 of 64 cases, and the ends are the .24 % and 99.76 % quantiles.
  expect(found(6)?.error).toMatchObject({ low: 0 });
  expect(found(6)?.error.mean).toBeCloseTo(0.2, 12);
  expect(found(6)?.error.high).toBeCloseTo(0.4, 12);
  expect(found(5)?.error.high).toBe(Number.POSITIVE_INFINITY);
});

test('it is drawn, and a line that is no row is named', () => {
  const svg = draw(calibrationChart(calibrationOf(rows, rows), 'toy'));
  for (const words of [
    'requested',
    'self-play',
    'as the buyer, against',
    'control',
    'means: error 0.100, Spearman',
    'curve: error 0.100',
  ])
    expect(svg).toContain(words);
  const folder = mkdtempSync(join(tmpdir(), 'parley-calibration-'));
  const file = join(folder, 'rows.jsonl');
  const { arm: _, ...old } = rows[0] as CalibrationRow;
  writeFileSync(file, `${JSON.stringify(old)}\n`);
  expect(readCalibration(file)).toEqual([rows[0]]);
  writeFileSync(file, `${JSON.stringify(rows[0])}\n{"requested":2}\n`);
  expect(() => readCalibration(file)).toThrow(/line 2 is no row of a calibration: expected requested, achieved/);
  rmSync(folder, { recursive: true });
});
