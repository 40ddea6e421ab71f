import { axisX, line } from '@observablehq/plot';
import { expect, test } from 'vitest';
import type { Sheet } from '../charts/sheet.ts';
import { draw, toPng } from './draw.ts';

const sheet = (title = 'One & <two>'): Sheet => ({
  title,
  subtitle: 'a "subtitle"',
  rows: [
    {
      heading: 'row',
      panels: [
        {
          title: 'panel',
          options: {
            width: 200,
            height: 100,
            marks: [
              line([
                [0, 1],
                [1, 1 / 3],
                [2, 2],
              ]),
              axisX({ label: 'a\u00a0b' }),
            ],
          },
        },
      ],
    },
  ],
});

test('the same input gives the same bytes, whatever was drawn in between', () => {
  const first = draw(sheet());
  draw(sheet('Another'));
  expect(draw(sheet())).toBe(first);
});

test('a drawing stands alone: no style sheet, script, link or class', () => {
  const svg = draw(sheet());
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="/);
  expect(svg).not.toMatch(/<style|<script|href|class=|&nbsp;/);
  expect(svg).toContain('One &amp; &lt;two&gt;');
});

test('coordinates carry two decimals at most', () => {
  expect(draw(sheet())).not.toMatch(/="[^"]*\d\.\d{3}/);
});

// Plot numbers clips by a counter that runs on between drawings: bytes would depend on what was drawn before.
test('a mark that needs a running number is refused', () => {
  const clipped: Sheet = {
    title: 't',
    rows: [
      {
        panels: [
          {
            options: {
              width: 99,
              height: 99,
              marks: [
                line(
                  [
                    [0, 1],
                    [1, 2],
                  ],
                  { clip: true },
                ),
              ],
            },
          },
        ],
      },
    ],
  };
  expect(() => draw(clipped)).toThrow(/plot-clip/);
});

test('a PNG has the size that was asked for', () => {
  const svg = draw(sheet());
  const [, width, height] = (/width="(\d+)" height="(\d+)"/.exec(svg) as RegExpExecArray).map(Number);
  const png = Buffer.from(toPng(svg, { scale: 3 }));
  // Width and height follow the eight bytes of the signature, a length and the name of the first chunk (PNG 1.2, 11.2.2).
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([3 * (width as number), 3 * (height as number)]);
  expect(() => toPng(svg, { scale: 0 })).toThrow(RangeError);
});

test('words are visible in a PNG', () => {
  const blank = toPng(draw({ title: ' ', rows: [] }));
  expect(Buffer.compare(toPng(draw({ title: 'M', rows: [] })), blank)).not.toBe(0);
  expect(Buffer.compare(toPng(draw({ title: '₹', rows: [] })), blank)).not.toBe(0);
});
