import { expect, test } from 'vitest';
import { draw } from '../report/draw.ts';
import { intervals as intervalsOf } from './intervals.ts';

const intervals = (...given: Parameters<typeof intervalsOf>) => draw(intervalsOf(...given));

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

test('a control far out does not press the agents into a corner: an arrow says where it is', () => {
  // The agents span 0 to 0.5, so the axis begins at -0.5: the first control is cut there, the second lies beyond.
  const far = [
    { name: 'agent', mean: 0.4, low: 0.3, high: 0.5 },
    { name: 'unguarded', mean: -0.445, low: -0.945, high: 0.054, hollow: true },
    { name: 'random', mean: -0.914, low: -1.632, high: -0.197, hollow: true },
  ];
  const svg = intervals({ title: 'T', rows: far });
  expect(svg).toContain('>← −0.91<');
  expect(svg).not.toContain('−0.45<');
  expect(svg).toContain('Arrow: a control');
  expect(svg).not.toContain('>−1.0<');
  const lines =
    svg
      .match(/aria-label="rule"[\s\S]*?<\/g>/g)
      ?.at(-1)
      ?.match(/x1="[\d.]+"/g) ?? [];
  // Both lines begin behind their arrows, the one with a number further in.
  const [, short = 0, long = 0] = lines.map((x) => Number(x.slice(4, -1)));
  expect([long - short > 20, long - short < 60]).toEqual([true, true]);
  expect(svg).toContain('>←<');
  // An agent is never cut, however badly it does.
  const loser = far.map((row) => ({ ...row, hollow: false }));
  expect(intervals({ title: 'T', rows: loser })).not.toContain('←');
  expect(intervals({ title: 'T', rows: loser })).toContain('>−1.5<');
});

test('a long name keeps its beginning and its end', () => {
  const svg = intervals({ title: 'T', rows });
  expect(svg).toMatch(/llm:x+…x+\?guards=off/);
  expect(() => intervals({ title: 'T', rows: [] })).toThrow('got no rows to draw');
});
