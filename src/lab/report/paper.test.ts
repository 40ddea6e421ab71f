import { barY, plot, text } from '@observablehq/plot';
import { expect, test } from 'vitest';
import { paper } from './paper.ts';

const written = (element: unknown) => new paper.XMLSerializer().serializeToString(element as never);

test('what Plot draws is well-formed XML, with every sign of a name escaped', () => {
  const name = 'a "b" <c> & d\u00a0e';
  const marks = [barY([{ x: name, y: 1 }], { x: 'x', y: 'y' }), text([name], { frameAnchor: 'top' })];
  const svg = written(plot({ width: 100, height: 100, marks, document: paper.document as never }));
  expect(svg).toContain('>a &quot;b&quot; &lt;c&gt; &amp; d&#160;e</text>');
  const open: string[] = [];
  for (const [, close, tag, end] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?: [\w:-]+="[^"<>]*")*(\/?)>/g))
    if (close) expect(open.pop()).toBe(tag);
    else if (!end) open.push(tag as string);
  expect(open).toEqual([]);
  expect(svg.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
});

test('facets are drawn, each in its place', () => {
  const rows = ['left', 'right'].map((fx) => ({ fx, x: 'a', y: 1 }));
  const marks = [barY(rows, { fx: 'fx', x: 'x', y: 'y' })];
  const svg = written(plot({ width: 200, height: 100, marks, document: paper.document as never }));
  expect(
    svg.match(/<g aria-label="bar">(<g transform="translate\([\d.]+,0\)"><rect [^>]*\/><\/g>){2}<\/g>/),
  ).not.toBeNull();
});
