/**
 * Colours for values: from near white to blue, and where there is less than nothing, from purple through near white to blue. On dark
 * paper nothing is near black, and much is bright.
 */
import type { ScaleOptions } from '@observablehq/plot';
import { gapColor } from './palette.ts';

/** Zero is not quite the paper, so that a cell of 0 is still a cell. */
const LIGHT = { steps: ['#f2f5f8', '#cfe3f2', '#5fa3d0', '#0072b2', '#00436b'], loss: gapColor };
const DARK = { steps: ['#24292f', '#1d3f57', '#26709e', '#58b8e8', '#c9e9fa'], loss: '#e2a5d5' };

export type ColorScale = ScaleOptions & { domain: [number, number] };

/** From 0 to `high`. */
export function sequential(high: number, dark = false): ColorScale {
  return {
    type: 'linear',
    range: (dark ? DARK : LIGHT).steps,
    interpolate: 'rgb',
    domain: [0, high],
  } as never;
}

/** From -`high` to `high`, so that a loss never looks like a small gain. */
export function diverging(high: number, dark = false): ColorScale {
  const { steps, loss } = dark ? DARK : LIGHT;
  return {
    type: 'diverging',
    pivot: 0,
    symmetric: true,
    range: [loss, steps[0], steps.at(-1)],
    domain: [-high, high],
  } as never;
}

/** Whether white is easier to read on a colour than ink, by its relative luminance. */
export function isDark(css: string): boolean {
  const [red = 0, green = 0, blue = 0] = (css.match(/[\d.]+/g) ?? []).map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 140;
}
