import { expect, test } from 'vitest';
import { draw } from '../report/draw.ts';
import { heatmap as heatmapOf } from './heatmap.ts';

const heatmap = (...given: Parameters<typeof heatmapOf>) => draw(heatmapOf(...given));

const square = (count: number, value: number | undefined) => ({
  title: 'Payoffs',
  names: Array.from({ length: count }, (_, i) => `name_${i}`),
  payoffs: Array.from({ length: count }, () => Array.from({ length: count }, () => value)),
});

test('cells say their number up to 16 names, and no more', () => {
  expect(heatmap(square(16, 0.25)).match(/>0\.25</g)).toHaveLength(256);
  expect(heatmap(square(17, 0.25))).not.toContain('>0.25<');
});

test('a loss has another hue than a gain of the same size', () => {
  const svg = heatmap({
    title: 't',
    names: ['a', 'b'],
    payoffs: [
      [0, 0.5],
      [-0.5, 0],
    ],
  });
  const fills = [...svg.matchAll(/<rect[^>]* fill="(rgb[^"]*)"/g)].slice(0, 4).map((match) => match[1]);
  expect(new Set(fills).size).toBe(3); // two zeros alike, a gain, a loss
  expect(svg).toContain('>−0.50<');
});

test('a cell with nothing measured is hatched and has no number', () => {
  const svg = heatmap({ title: 't', names: ['a'], payoffs: [[Number.NaN]] });
  expect(svg).toContain('Hatched: nothing was measured.');
  expect(svg).not.toContain('NaN');
});

test('a matrix that is not square is refused', () => {
  expect(() => heatmap({ title: 't', names: ['a', 'b'], payoffs: [[1, 2]] })).toThrow(RangeError);
});
