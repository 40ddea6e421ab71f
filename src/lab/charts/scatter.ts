/** Two measures of each agent against each other: a dot and its name. Hollow dots are set apart, such as controls. */
import { axisX, axisY, dot, gridX, gridY, text } from '@observablehq/plot';
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

const WIDTH = 760;
const HEIGHT = 480;
/** The least distance of two names in one place, as a share of the height. */
const APART = 0.032;

export function scatter({ title, subtitle, x, y, points }: Scatter): Sheet {
  if (points.length === 0) throw new RangeError('got no points to draw, expected at least one');
  const named = withRoom(points);
  return {
    title,
    ...(subtitle !== undefined && { subtitle }),
    rows: [
      {
        panels: [
          {
            options: {
              width: WIDTH,
              height: HEIGHT,
              marginLeft: 54,
              marginRight: 190,
              marginBottom: 44,
              x: { label: x, nice: true },
              y: { label: y, nice: true },
              marks: [
                gridX(gridStyle),
                gridY(gridStyle),
                axisX({ color: muted, fontSize, label: x }),
                axisY({ color: muted, fontSize, label: y }),
                dot(points, {
                  x: 'x',
                  y: 'y',
                  r: 4,
                  stroke: buyerColor,
                  fill: ({ hollow }: ScatterPoint) => (hollow ? paper : buyerColor),
                }),
                text(named, {
                  x: 'x',
                  y: 'at',
                  text: 'name',
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

/** Names from the top down, each moved below the last where they would lie on each other. */
function withRoom(points: readonly ScatterPoint[]): (ScatterPoint & { readonly at: number })[] {
  const span = (of: 'x' | 'y') => {
    const values = points.map((point) => point[of]);
    return Math.max(1e-9, Math.max(...values) - Math.min(...values));
  };
  const placed: (ScatterPoint & { readonly at: number })[] = [];
  for (const point of points.toSorted((a, b) => b.y - a.y)) {
    let at = point.y;
    for (const other of placed)
      if (Math.abs(other.x - point.x) < 0.3 * span('x') && other.at - at < APART * span('y'))
        at = Math.min(at, other.at - APART * span('y'));
    placed.push({ ...point, at });
  }
  return placed;
}
