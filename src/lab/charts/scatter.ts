/**
 * Two measures of each agent against each other: a dot and its name. Hollow dots are set apart, such as controls. The narrow form, for
 * phones, has a number at each dot and the names below.
 */
import { axisX, axisY, dot, gridX, gridY, link, text } from '@observablehq/plot';
import { spread } from './labels.ts';
import { buyerColor, fontSize, ink, muted, paper } from './palette.ts';
import { gridStyle, type Sheet } from './sheet.ts';

export interface ScatterPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly hollow?: boolean;
}

export interface Scatter {
  readonly title: string;
  readonly subtitle?: string;
  /** What the axes say. */
  readonly x: string;
  readonly y: string;
  readonly points: readonly ScatterPoint[];
}

interface Form {
  readonly narrow?: boolean;
  /** Of the whole drawing, without the edges of its sheet. */
  readonly width?: number;
}

const WIDTH = 760;
const HEIGHT = 480;
/** With the edges of the sheet, a phone's page. */
const NARROW = { width: 324, height: 300, marginRight: 26 };
/** Names this near to each other, as a share of the width, must not have the same height. */
const NEAR = 0.3;
/** The least distance of two names in one place, as a share of the height. */
const APART = { wide: 0.032, narrow: 0.05 };

export function scatter({ title, subtitle, x, y, points, narrow = false, width = WIDTH }: Scatter & Form): Sheet {
  if (points.length === 0) throw new RangeError('got no points to draw, expected at least one');
  const named = withRoom(points, narrow ? APART.narrow : APART.wide);
  const size = narrow ? NARROW : { width, height: HEIGHT, marginRight: 190 };
  return {
    title,
    ...(subtitle !== undefined && { subtitle }),
    ...(narrow && { minWidth: NARROW.width, notes: named.map(({ name }, i) => `${i + 1}  ${name}`) }),
    rows: [
      {
        panels: [
          {
            options: {
              ...size,
              marginLeft: 54,
              marginBottom: 44,
              x: { label: x, nice: true },
              y: { label: y, nice: true },
              marks: [
                gridX(gridStyle),
                gridY(gridStyle),
                axisX({ color: muted, fontSize, label: x, ...(narrow && { ticks: 5 }) }),
                axisY({ color: muted, fontSize, label: y, ...(narrow && { ticks: 5 }) }),
                dot(points, {
                  x: 'x',
                  y: 'y',
                  r: 4,
                  stroke: buyerColor,
                  fill: ({ hollow }: ScatterPoint) => (hollow ? paper : buyerColor),
                }),
                link(
                  named.filter(({ x: own, y: height, at }) => own !== at.x || height !== at.y),
                  {
                    x1: 'x',
                    y1: 'y',
                    x2: ({ at }: Named) => at.x,
                    y2: ({ at }: Named) => at.y,
                    stroke: muted,
                    strokeWidth: 0.75,
                    strokeOpacity: 0.6,
                    dx: 6,
                  },
                ),
                text(named, {
                  x: ({ at }: Named) => at.x,
                  y: ({ at }: Named) => at.y,
                  text: narrow ? (_: unknown, i: number) => String(i + 1) : 'name',
                  dx: 9,
                  textAnchor: 'start',
                  fill: ink,
                  fontSize: fontSize - 1,
                }),
              ],
            },
          },
        ],
      },
    ],
  };
}

type Named = ScatterPoint & { readonly at: { readonly x: number; readonly y: number } };

/** Each name beside its dot; names that would lie on each other stand in a column beside the last of their dots, tied to them. */
function withRoom(points: readonly ScatterPoint[], apart: number): Named[] {
  const span = (of: 'x' | 'y') => {
    const values = points.map((point) => point[of]);
    return Math.max(1e-9, Math.max(...values) - Math.min(...values));
  };
  const [near, gap] = [NEAR * span('x'), apart * span('y')];
  let columns = points.map((point) => columnOf([point], gap));
  for (let merged = true; merged; ) {
    merged = false;
    const apartNow: Column[] = [];
    for (const column of columns) {
      const other = apartNow.findIndex(
        (one) => Math.abs(one.x - column.x) < near && one.low - gap < column.high && column.low - gap < one.high,
      );
      if (other < 0) apartNow.push(column);
      else {
        apartNow[other] = columnOf([...(apartNow[other] as Column).points, ...column.points], gap);
        merged = true;
      }
    }
    columns = apartNow;
  }
  return columns
    .flatMap(({ points: within, x, places }) =>
      within.map((point, i) => ({ ...point, at: { x, y: places[i] as number } })),
    )
    .sort((a, b) => b.at.y - a.at.y || a.at.x - b.at.x);
}

interface Column {
  readonly points: readonly ScatterPoint[];
  readonly x: number;
  readonly places: readonly number[];
  readonly low: number;
  readonly high: number;
}

function columnOf(points: readonly ScatterPoint[], gap: number): Column {
  const wanted = points.map(({ y }) => y);
  const places = spread(wanted, gap, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const x = Math.max(...points.map((point) => point.x));
  return { points, x, places, low: Math.min(...places), high: Math.max(...places) };
}
