/** Colours for values: from near white to blue, and where there is less than nothing, from purple through near white to blue. */
import type { ScaleOptions } from '@observablehq/plot';
import { gapColor } from './palette.ts';

/** Not quite the paper, so that a cell of 0 is still a cell. */
const zero = '#f2f5f8';

export type ColorScale = ScaleOptions & { domain: [number, number] };

/** From 0 to `high`. */
export function sequential(high: number): ColorScale {
  return {
    type: 'linear',
    range: [zero, '#cfe3f2', '#5fa3d0', '#0072b2', '#00436b'],
    interpolate: 'rgb',
    domain: [0, high],
  } as never;
}

/** From -`high` to `high`, so that a loss never looks like a small gain. */
export function diverging(high: number): ColorScale {
  return {
    type: 'diverging',
    pivot: 0,
    symmetric: true,
    range: [gapColor, zero, '#00436b'],
    domain: [-high, high],
  } as never;
}
