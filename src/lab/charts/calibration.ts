/**
 * Requested against achieved rho: a panel for each table and one for the curve over all, a line for each arm with its intervals, and the diagonal
 * that a perfect dial would follow. A hollow dot: more than half of the games there ended without a deal.
 */
import { axisX, axisY, dot, gridY, line, link, ruleX, text } from '@observablehq/plot';
import type { Calibration, CalibrationFigures } from './calibration-figures.ts';
import { axisText } from './labels.ts';
import { buyerColor, fontSize, gapColor, ink, muted, paper, sellerColor, zoneColor } from './palette.ts';
import { gridStyle, type Panel, type Sheet } from './sheet.ts';

const SIDE = 230;
const MARGINS = { marginTop: 12, marginBottom: 40, marginLeft: 44, marginRight: 8 };
const SIZE = {
  width: SIDE + MARGINS.marginLeft + MARGINS.marginRight,
  height: SIDE + MARGINS.marginTop + MARGINS.marginBottom,
};
const COLORS: Readonly<Record<string, string>> = {
  raw: buyerColor,
  fitted: zoneColor,
  control: sellerColor,
  'control fitted': gapColor,
};
const BESIDE = 0.008;
const KEY_LINE = 68;

export function calibrationChart({ arms, all, tables }: Calibration, name: string): Sheet {
  const domain = rangeOf([all, ...tables.map((table) => table.arms)]);
  const panel = (title: string, figures: Readonly<Record<string, CalibrationFigures>>): Panel => ({
    title,
    options: panelOf(arms, figures, domain),
  });
  const seats = [...new Set(tables.map(({ seat }) => seat))];
  const scripted = seats.filter((seat) => seat !== 'both');
  const of = (seat: string) => tables.filter((table) => table.seat === seat);
  return {
    title: `Requested and achieved rho: ${name}`,
    subtitle: 'Share of the zone that goes to the seller; mean of the deals with 95 % intervals over scenarios',
    rows: [
      {
        panels: [
          panel('all tables, curve', all),
          ...of('both').map(({ arms: figures }) => panel('self-play', figures)),
          { title: '', options: key(arms, all) },
        ],
      },
      ...scripted.map((seat) => ({
        heading: `as the ${seat}, against`,
        panels: of(seat).map(({ opponent, arms: figures }) => panel(opponent, figures)),
      })),
    ],
    notes: [
      'Dashed: what a perfect dial gives. Hollow: more than half of the games there ended without a deal.',
      'All tables, curve: the mean of the table means, every table counting the same. Means: of each table at each request.',
      'Error: mean of |achieved − requested| on requests from 0.1 to 0.9.',
    ],
  };
}

function panelOf(
  arms: readonly string[],
  figures: Readonly<Record<string, CalibrationFigures>>,
  domain: readonly [number, number],
): Panel['options'] {
  const points = arms.flatMap((arm, i) =>
    (figures[arm]?.points ?? []).flatMap(({ requested, achieved: { mean, low, high }, games, impasses }) =>
      mean === undefined
        ? []
        : // Side by side, so that the intervals of all arms can be read.
          [
            {
              arm,
              x: requested + (i - (arms.length - 1) / 2) * BESIDE,
              mean,
              low: Math.max(low, domain[0]),
              high: Math.min(high, domain[1]),
              hollow: impasses > games / 2,
            },
          ],
    ),
  );
  const color = ({ arm }: { arm: string }) => COLORS[arm] ?? ink;
  return {
    ...SIZE,
    ...MARGINS,
    x: { domain: [0, 1] },
    y: { domain: [...domain] },
    marks: [
      gridY(gridStyle),
      line([0, 1], { x: (v: number) => v, y: (v: number) => v, stroke: muted, strokeDasharray: '3,3' }),
      ruleX(points, { x: 'x', y1: 'low', y2: 'high', stroke: color, strokeOpacity: 0.55 }),
      ...arms.map((arm) =>
        line(
          points.filter((point) => point.arm === arm),
          { x: 'x', y: 'mean', stroke: COLORS[arm] ?? ink, strokeWidth: 1.75 },
        ),
      ),
      dot(points, {
        ...{ x: 'x', y: 'mean', r: 3, stroke: color, strokeWidth: 1.25 },
        fill: (point) => (point.hollow ? paper : color(point)),
      }),
      axisX({ ...axisText, ticks: 5, tickSize: 3, label: 'requested', labelAnchor: 'center', labelArrow: 'none' }),
      axisY({ ...axisText, ticks: 5, tickSize: 0, label: null }),
    ],
  };
}

/** The arms by name, each with its figures over all tables. */
function key(arms: readonly string[], all: Readonly<Record<string, CalibrationFigures>>): Panel['options'] {
  const figure = (value: number | undefined) => value?.toFixed(3) ?? 'none';
  const lines = arms.flatMap((arm, i) => {
    const found = all[arm];
    if (!found) return [];
    const { curve, impasse, games } = found;
    const both = ({ error, spearman }: Pick<CalibrationFigures, 'error' | 'spearman'>) =>
      `error ${figure(error.mean)}, Spearman ${figure(spearman.mean)}`;
    const without = `${games} games, ${(100 * (impasse.mean ?? 0)).toFixed(0)} % without a deal`;
    return [{ arm, y: i * KEY_LINE, curve: `curve: ${both(curve)}`, means: `means: ${both(found)}`, without }];
  });
  const at = (field: 'arm' | 'curve' | 'means' | 'without', dy: number) =>
    text(lines, {
      ...{ x: 28, y: 'y', dy, text: field, textAnchor: 'start', fontSize },
      ...(field === 'arm' ? { fontWeight: 600, fill: ({ arm }) => COLORS[arm] ?? ink } : { fill: muted }),
    });
  return {
    ...SIZE,
    ...MARGINS,
    x: { domain: [0, SIDE], axis: null },
    y: { domain: [SIDE, 0], axis: null },
    marks: [
      link(lines, { x1: 0, x2: 20, y1: 'y', y2: 'y', stroke: ({ arm }) => COLORS[arm] ?? ink, strokeWidth: 2.5 }),
      at('arm', 0),
      at('curve', 16),
      at('means', 31),
      at('without', 46),
    ],
  };
}

/** From 0 to 1, wider where a mean or an interval lies outside; an interval without ends does not count. */
function rangeOf(groups: readonly Readonly<Record<string, CalibrationFigures>>[]): readonly [number, number] {
  const ends = groups
    .flatMap((group) => Object.values(group))
    .flatMap(({ points }) => points.flatMap(({ achieved: { mean, low, high } }) => [mean ?? 0, low, high]))
    .filter((value) => value >= -0.5 && value <= 1.5);
  return [Math.min(0, ...ends), Math.max(1, ...ends)];
}
