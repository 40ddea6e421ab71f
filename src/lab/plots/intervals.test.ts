import { expect, test } from 'vitest';
import { intervals } from './intervals.ts';

const rows = [
  { name: 'clean:boulware_hard', mean: 0.6, low: 0.5, high: 0.7 },
  { name: `llm:${'x'.repeat(90)}?guards=off`, mean: 0.3, low: 0.1, high: 0.5 },
  { name: 'null', mean: 0, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, hollow: true },
];

test('a dot for every row, a line for every interval that has ends, the same bytes each time', () => {
  const svg = intervals({ title: 'What each earned', rows });
  const marks = (label: string, element: string) =>
    (svg.match(new RegExp(`aria-label="${label}"[\\s\\S]*?</g>`))?.[0].match(new RegExp(`<${element}`, 'g')) ?? [])
      .length;
  expect(marks('dot', 'circle')).toBe(3);
  expect(
    svg
      .match(/aria-label="rule"[\s\S]*?<\/g>/g)
      ?.at(-1)
      ?.match(/<line/g),
  ).toHaveLength(2);
  expect(intervals({ title: 'What each earned', rows })).toBe(svg);
});

test('a long name keeps its beginning and its end', () => {
  const svg = intervals({ title: 'T', rows });
  expect(svg).toMatch(/llm:x+…x+\?guards=off/);
  expect(() => intervals({ title: 'T', rows: [] })).toThrow('got no rows to draw');
});
