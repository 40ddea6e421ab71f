/**
 * Means with their intervals, one under the other: a dot and a line for each agent. Controls are hollow. Where an interval has
 * no ends, these games cannot bound it and the dot stands alone. The narrow form, for phones, has each name above its line.
 *
 * A control that loses far more than any agent would press all agents into a corner: the axis ends one width of the agents'
 * span beyond them, and an arrow with the mean stands for a control that lies further out.
 */
import { axisX, dot, gridX, ruleX, ruleY, text } from '@observablehq/plot';
import { axisText, shortened, textWidth } from './labels.ts';
import { buyerColor, fontSize, ink, muted, paper } from './palette.ts';
import { gridStyle, type Sheet } from './sheet.ts';

export interface Interval {
  readonly name: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly hollow?: boolean;
}

const PLOT_WIDTH = 600;
const MOST_LABEL = 400;
const ROW = 22;
/** With the edges of the sheet, the width of a phone's page. */
const NARROW_WIDTH = 324;
const NARROW_ROW = 36;
const NARROW_LABEL = 312;

export interface Intervals {
  readonly title: string;
  readonly subtitle?: string;
  readonly rows: readonly Interval[];
}

interface Form {
  readonly narrow?: boolean;
  /** Of the whole drawing, without the edges of its sheet; as wide as it likes unless told. */
  readonly width?: number;
}

export function intervals({ title, subtitle, rows, narrow = false, width }: Intervals & Form): Sheet {
  if (rows.length === 0) throw new RangeError('got no rows to draw, expected at least one');
  const bounded = rows.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
  const [from, to] = rangeOf(rows);
  const within = (value: number | undefined) => Math.max(from, Math.min(to, value as number));
  const labels = rows.map(({ name }) => shortened(name, narrow ? NARROW_LABEL : MOST_LABEL));
  const marginLeft = narrow ? 6 : Math.max(...labels.map((label) => textWidth(label))) + 16;
  const plotWidth = width === undefined ? PLOT_WIDTH : Math.max(PLOT_WIDTH, width - marginLeft);
  const order = rows.map((_, i) => i);
  const ticks = narrow ? 4 : 6;
  // Where a line or a dot would leave the axis, on each side.
  const cut = [
    { arrows: rows.flatMap(({ mean, low }, y) => arrow('←', mean, low, from, y)), x: from, textAnchor: 'start' },
    { arrows: rows.flatMap(({ mean, high }, y) => arrow('→', -mean, -high, -to, y)), x: to, textAnchor: 'end' },
  ] as const;
  const [left, right] = cut.map(({ arrows }) => new Map(arrows.map(({ y, words }) => [y, textWidth(words) + 6])));
  const unit = (to - from) / (narrow ? NARROW_WIDTH - 32 : plotWidth - 26);
  const isCut = cut.some(({ arrows }) => arrows.length > 0);
  return {
    title,
    ...(subtitle !== undefined && { subtitle }),
    ...(narrow && { minWidth: NARROW_WIDTH }),
    rows: [
      {
        panels: [
          {
            options: {
              width: narrow ? NARROW_WIDTH : marginLeft + plotWidth,
              height: (narrow ? NARROW_ROW : ROW) * rows.length + 44,
              marginLeft,
              marginRight: 16,
              marginTop: 4,
              marginBottom: 40,
              x: { domain: [from, to], nice: !isCut, inset: isCut ? 5 : 0 },
              y: { domain: order, axis: null, type: 'band' },
              marks: [
                gridX({ ...gridStyle, ticks }),
                ruleX([0], { stroke: muted }),
                ruleY(
                  order.filter((i) => bounded.includes(rows[i] as Interval)),
                  {
                    y: (i: number) => i,
                    x1: (i: number) =>
                      Math.min(within(rows[i]?.high), within(rows[i]?.low) + unit * (left?.get(i) ?? 0)),
                    x2: (i: number) =>
                      Math.max(within(rows[i]?.low), within(rows[i]?.high) - unit * (right?.get(i) ?? 0)),
                    stroke: buyerColor,
                    strokeWidth: 2,
                  },
                ),
                dot(
                  order.filter((i) => rows[i]?.mean === within(rows[i]?.mean)),
                  {
                    y: (i: number) => i,
                    x: (i: number) => rows[i]?.mean,
                    r: 4,
                    fill: (i: number) => (rows[i]?.hollow ? paper : buyerColor),
                    stroke: buyerColor,
                    strokeWidth: 1.5,
                  },
                ),
                ...cut.map(({ arrows, ...place }) =>
                  text(arrows, {
                    y: 'y',
                    text: 'words',
                    ...place,
                    fontSize,
                    fill: buyerColor,
                    stroke: paper,
                    strokeWidth: 5,
                  }),
                ),
                axisX({
                  ...axisText,
                  ticks,
                  tickSize: 3,
                  label: 'utility, no deal = 0',
                  labelAnchor: 'center',
                  labelArrow: 'none',
                }),
                text(order, {
                  y: (i: number) => i,
                  frameAnchor: 'left',
                  ...(narrow
                    ? { textAnchor: 'start', dy: -12, stroke: paper, strokeWidth: 4 }
                    : { textAnchor: 'end', dx: -8 }),
                  text: (i: number) => labels[i],
                  fontSize,
                  fill: (i: number) => (rows[i]?.hollow ? muted : ink),
                }),
              ],
            },
          },
        ],
      },
    ],
    notes: [
      'Dot: mean; line: 95 % interval over scenarios. Hollow: a control.',
      ...(isCut ? ['Arrow: a control that reaches further out; its mean where that does too.'] : []),
    ],
  };
}

/** All that is measured, but controls only as far out as the agents' own span. */
function rangeOf(rows: readonly Interval[]): [number, number] {
  const ends = (of: readonly Interval[]) =>
    of.flatMap(({ mean, low, high }) => [mean, low, high]).filter((value) => Number.isFinite(value));
  const spanOf = (values: readonly number[]) => [Math.min(0, ...values), Math.max(0, ...values)] as const;
  const [low, high] = spanOf(ends(rows));
  const [agentsLow, agentsHigh] = spanOf(ends(rows.filter(({ hollow = false }) => !hollow)));
  const reach = agentsHigh - agentsLow;
  return reach === 0 ? [low, high] : [Math.max(low, agentsLow - reach), Math.min(high, agentsHigh + reach)];
}

/** Nothing where the interval ends on the axis; to the right all signs are turned. */
function arrow(head: '←' | '→', mean: number, end: number, from: number, y: number) {
  if (mean >= from && (end >= from || !Number.isFinite(end))) return [];
  const value = (head === '←' ? mean : -mean).toFixed(2).replace('-', '−');
  const words = mean >= from ? head : head === '←' ? `← ${value}` : `${value} →`;
  return [{ y, words }];
}
