/** Requested against achieved rho, a curve a seat with its intervals, and the diagonal that a perfect dial would follow. */
import { axisX, axisY, dot, gridY, line, ruleX, text } from '@observablehq/plot';
import type { Calibration } from '../calibration.ts';
import { draw, gridStyle } from './draw.ts';
import { axisText } from './labels.ts';
import { buyerColor, fontSize, ink, muted, sellerColor } from './palette.ts';

const SIDE = 380;
const MARGINS = { marginTop: 16, marginBottom: 42, marginLeft: 48, marginRight: 72 };

export function calibrationChart(
  { curves, spearman, meanAbsoluteError, games, impasses }: Calibration,
  name: string,
): string {
  const seats = Object.keys(curves).filter((seat) => seat !== 'all');
  const points = seats.flatMap((seat, i) =>
    (curves[seat] ?? []).flatMap(({ requested, achieved: { mean, low, high } }) =>
      mean === undefined
        ? []
        : // Side by side, so that two seats' intervals can both be read.
          [
            {
              seat,
              x: requested + (i - (seats.length - 1) / 2) * 0.012,
              mean,
              low: Math.max(low, -0.5),
              high: Math.min(high, 1.5),
            },
          ],
    ),
  );
  const color = (seat: string) => (seat === 'seller' ? sellerColor : seat === 'buyer' ? buyerColor : ink);
  const ends = points.flatMap(({ low, high, mean }) => [low, high, mean]);
  const figure = (value: number | undefined) => (value === undefined ? 'none' : value.toFixed(3));
  const last = seats.flatMap((seat) => points.filter((point) => point.seat === seat).slice(-1));
  return draw({
    title: `Requested and achieved rho: ${name}`,
    subtitle: `Spearman ${figure(spearman)}, mean absolute error ${figure(meanAbsoluteError)} on 0.1 to 0.9; ${games} games, ${impasses} without a deal`,
    rows: [
      {
        panels: [
          {
            options: {
              width: SIDE + MARGINS.marginLeft + MARGINS.marginRight,
              height: SIDE + MARGINS.marginTop + MARGINS.marginBottom,
              ...MARGINS,
              x: { domain: [0, 1] },
              y: { domain: [Math.min(0, ...ends), Math.max(1, ...ends)] },
              marks: [
                gridY(gridStyle),
                line([0, 1], { x: (v: number) => v, y: (v: number) => v, stroke: muted, strokeDasharray: '3,3' }),
                ruleX(points, { x: 'x', y1: 'low', y2: 'high', stroke: ({ seat }) => color(seat), strokeWidth: 1.5 }),
                ...seats.map((seat) =>
                  line(
                    points.filter((point) => point.seat === seat),
                    { x: 'x', y: 'mean', stroke: color(seat), strokeWidth: 2 },
                  ),
                ),
                dot(points, { x: 'x', y: 'mean', r: 3.5, fill: ({ seat }) => color(seat) }),
                text(last, {
                  x: 'x',
                  y: 'mean',
                  text: 'seat',
                  dx: 8,
                  textAnchor: 'start',
                  fontSize,
                  fill: ({ seat }) => color(seat),
                }),
                axisX({ ...axisText, label: 'requested rho', labelAnchor: 'center', labelArrow: 'none', tickSize: 3 }),
                axisY({ ...axisText, label: 'achieved rho', tickSize: 0 }),
              ],
            },
          },
        ],
      },
    ],
  });
}
