/**
 * The payoff matrix of a tournament as a heat map: mean utility of the row's script against the column's.
 *
 * Colours run from near white (0) to blue; where anyone lost, from purple through near white at 0 to blue, so that a loss never looks
 * like a small gain. Up to 16 names each cell also says its number. Rows and columns keep the order they are given in; an
 * undefined cell, with nothing measured, stays hatched.
 */
import { axisX, cell, rect, scale, text } from '@observablehq/plot';
import { axisText, sharedPrefix, textWidth } from './labels.ts';
import { fontSize, ink, paper } from './palette.ts';
import { type ColorScale, diverging, isDark, sequential } from './ramps.ts';
import { hatched, MIN_WIDTH, type Panel, type Sheet } from './sheet.ts';

export interface PayoffMatrix {
  readonly title: string;
  readonly subtitle?: string;
  readonly names: readonly string[];
  /** payoffs[i][j]: mean utility of names[i] against names[j]; undefined or NaN where nothing was measured. */
  readonly payoffs: readonly (readonly (number | undefined)[])[];
}

interface Form {
  /** For a page whose paper is dark: ink is light there. */
  readonly dark?: boolean;
  /** Of the whole drawing, without the edges of its sheet; as wide as it likes unless told. */
  readonly width?: number;
}

const WITH_NUMBERS = 16;
const MOST_SIDE = 64;

export function heatmap({ title, subtitle, names, payoffs, dark = false, width = 0 }: PayoffMatrix & Form): Sheet {
  const count = names.length;
  if (count === 0 || payoffs.length !== count || payoffs.some((row) => row.length !== count)) {
    throw new RangeError(`got ${payoffs.length} rows of payoffs, expected a square of the ${count} names, one or more`);
  }
  const cells = payoffs.flatMap((row, i) => row.map((value, j) => ({ row: i, column: j, value })));
  const measured = cells.filter((c): c is { row: number; column: number; value: number } => Number.isFinite(c.value));
  const color = colorScale(
    measured.map((c) => c.value),
    dark,
  );
  const fill = scale({ color }) as unknown as { apply(value: number): string };
  const { prefix, short } = sharedPrefix(names);
  const longest = Math.max(...names.map((name) => textWidth(short(name))));
  const order = names.map((_, i) => i);
  const margins = {
    marginLeft: longest + 16,
    marginTop: 0.72 * longest + 26,
    marginRight: 0.72 * longest + 8,
    marginBottom: 8,
  };
  const room = (width - margins.marginLeft - margins.marginRight) / count;
  const side = Math.max(count <= WITH_NUMBERS ? 46 : 26, Math.min(MOST_SIDE, Math.floor(room)));
  return {
    title,
    minWidth: Math.max(MIN_WIDTH, width),
    ...(subtitle !== undefined && { subtitle: subtitle + (prefix && `; all names begin with ${prefix}`) }),
    rows: [
      {
        panels: [
          {
            options: {
              width: margins.marginLeft + side * count + margins.marginRight,
              height: margins.marginTop + side * count + margins.marginBottom,
              ...margins,
              x: { domain: order, axis: null, padding: 0.04 },
              y: { domain: order, axis: null, padding: 0.04 },
              color,
              marks: [
                cell(
                  cells.filter((c) => !Number.isFinite(c.value)),
                  { x: 'column', y: 'row', fill: hatched },
                ),
                cell(measured, { x: 'column', y: 'row', fill: 'value' }),
                text(count <= WITH_NUMBERS ? measured : [], {
                  x: 'column',
                  y: 'row',
                  text: (c) => shown(c.value),
                  fontSize,
                  fill: (c) => (isDark(fill.apply(c.value)) === dark ? ink : paper),
                }),
                text(order, {
                  y: (i) => i,
                  frameAnchor: 'left',
                  textAnchor: 'end',
                  dx: -8,
                  text: (i) => short(names[i] as string),
                  fontSize,
                  fill: ink,
                }),
                text(order, {
                  x: (i) => i,
                  frameAnchor: 'top',
                  textAnchor: 'start',
                  rotate: -45,
                  dy: -8,
                  text: (i) => short(names[i] as string),
                  fontSize,
                  fill: ink,
                }),
              ],
            },
          },
        ],
      },
      { panels: [{ options: legend(color, margins.marginLeft) }] },
    ],
    notes: [
      'Row: whose utility is shown; column: the opponent. 1 is the whole zone of agreement, no deal counts as 0.',
      ...(measured.length < cells.length ? ['Hatched: nothing was measured.'] : []),
    ],
  };
}

function colorScale(values: readonly number[], dark: boolean): ColorScale {
  const low = Math.min(0, ...values);
  const high = Math.max(...(low < 0 ? [-low] : [1]), ...values);
  return (low < 0 ? diverging : sequential)(high, dark);
}

/** A ramp with its ends and middle named. */
function legend(color: ColorScale, marginLeft: number): Panel['options'] {
  const [low, high] = color.domain;
  const steps = 60;
  const step = (high - low) / steps;
  const slices = Array.from({ length: steps }, (_, i) => low + i * step);
  return {
    width: marginLeft + 260,
    height: 58,
    marginLeft,
    marginRight: 20,
    marginTop: 4,
    marginBottom: 40,
    x: { domain: [low, high] },
    color,
    marks: [
      rect(slices, {
        x1: (v: number) => v,
        x2: (v: number) => v + step,
        fill: (v: number) => v + step / 2,
        shapeRendering: 'crispEdges',
      }),
      axisX({ ...axisText, ticks: 5, tickSize: 3, label: 'mean utility', labelAnchor: 'center', labelArrow: 'none' }),
    ],
  };
}

/** Two decimals, and no minus before a zero. */
function shown(value: number): string {
  const digits = value.toFixed(2);
  return Number(digits) === 0 ? '0.00' : digits.replace('-', '−');
}
