/**
 * Means with their intervals, one under the other: a dot and a line for each agent. Controls are hollow. Where an interval has
 * no ends, these games cannot bound it and the dot stands alone. The narrow form, for phones, has each name above its line.
 */
import { axisX, dot, gridX, ruleX, ruleY, text } from '@observablehq/plot';
import { draw, gridStyle } from './draw.ts';
import { axisText, textWidth } from './labels.ts';
import { buyerColor, fontSize, ink, muted, paper } from './palette.ts';

export interface Interval {
  readonly name: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly hollow?: boolean;
}

const PLOT_WIDTH = 420;
const MOST_LABEL = 320;
const ROW = 22;
/** With the edges of the sheet, the width of a phone's page. */
const NARROW_WIDTH = 324;
const NARROW_ROW = 36;

export function intervals({
  title,
  subtitle,
  rows,
  narrow = false,
}: {
  title: string;
  subtitle?: string;
  rows: readonly Interval[];
  narrow?: boolean;
}): string {
  if (rows.length === 0) throw new RangeError('got no rows to draw, expected at least one');
  const bounded = rows.filter(({ low, high }) => Number.isFinite(low) && Number.isFinite(high));
  const ends = [...rows.map(({ mean }) => mean), ...bounded.flatMap(({ low, high }) => [low, high]), 0];
  const labels = rows.map(({ name }) => shortened(name));
  const marginLeft = narrow ? 6 : Math.max(...labels.map((label) => textWidth(label))) + 16;
  const order = rows.map((_, i) => i);
  return draw({
    title,
    ...(subtitle !== undefined && { subtitle }),
    ...(narrow && { minWidth: NARROW_WIDTH }),
    rows: [
      {
        panels: [
          {
            options: {
              width: narrow ? NARROW_WIDTH : marginLeft + PLOT_WIDTH,
              height: (narrow ? NARROW_ROW : ROW) * rows.length + 44,
              marginLeft,
              marginRight: 16,
              marginTop: 4,
              marginBottom: 40,
              x: { domain: [Math.min(...ends), Math.max(...ends)], nice: true },
              y: { domain: order, axis: null, type: 'band' },
              marks: [
                gridX(gridStyle),
                ruleX([0], { stroke: muted }),
                ruleY(
                  order.filter((i) => bounded.includes(rows[i] as Interval)),
                  {
                    y: (i: number) => i,
                    x1: (i: number) => rows[i]?.low,
                    x2: (i: number) => rows[i]?.high,
                    stroke: buyerColor,
                    strokeWidth: 2,
                  },
                ),
                dot(order, {
                  y: (i: number) => i,
                  x: (i: number) => rows[i]?.mean,
                  r: 4,
                  fill: (i: number) => (rows[i]?.hollow ? paper : buyerColor),
                  stroke: buyerColor,
                  strokeWidth: 1.5,
                }),
                axisX({
                  ...axisText,
                  ticks: narrow ? 4 : 6,
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
    notes: ['Dot: mean; line: 95 % interval over scenarios. Hollow: a control.'],
  });
}

/** A name that is too long keeps its beginning and its end: options stand at the end. */
function shortened(name: string): string {
  if (textWidth(name) <= MOST_LABEL) return name;
  let [head, tail] = [Math.floor(name.length / 2), Math.floor(name.length / 2)];
  while (textWidth(`${name.slice(0, head)}…${name.slice(-tail)}`) > MOST_LABEL) {
    if (head > tail) head--;
    else tail--;
  }
  return `${name.slice(0, head)}…${name.slice(-tail)}`;
}
