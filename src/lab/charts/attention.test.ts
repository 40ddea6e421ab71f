import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAttention } from '../analysis/attention.ts';
import { draw } from '../report/draw.ts';
import { attentionChart as attentionChartOf } from './attention.ts';
import type { AttentionProbe } from './attention-probe.ts';

const attentionChart = (...given: Parameters<typeof attentionChartOf>) => draw(attentionChartOf(...given));

const folder = mkdtempSync(join(tmpdir(), 'parley-attention-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Two layers of two heads; all but `number` of a head's attention is on the frame. */
const probe = (number: number[][], more: Partial<AttentionProbe> = {}): AttentionProbe => ({
  model: 'models/small.gguf',
  adapter: null,
  data: 'abc',
  dialogues: 3,
  kinds: ['other number', 'frame'],
  shares: number.map((layer) => layer.map((share) => [share, 1 - share])),
  ...more,
});
const base = probe([
  [0.1, 0.2],
  [0.3, 0.4],
]);
const trained = probe(
  [
    [0.1, 0.2],
    [0.3, 0.8],
  ],
  { adapter: 'runs/buyer/adapter' },
);
const cells = (svg: string) => [...svg.matchAll(/<rect[^>]* fill="(rgb[^"]*)"/g)].map(([, fill]) => fill);

test('one model: a map a kind with its mean and its scale, and heads of the same share in the same colour', () => {
  const svg = attentionChart(base);
  expect(svg).toContain('>small.gguf<');
  // By hand: the mean of .1, .2, .3 and .4, and the largest of them.
  expect(svg).toMatch(/\b0\.250</);
  expect(svg).toContain('(0\u00a0to\u00a00.400)');
  expect(svg).not.toContain('Difference');
  const even = cells(attentionChart(probe([[0.5, 0.5]])));
  expect(even).toHaveLength(4);
  expect(new Set(even).size).toBe(1);
});

test('two models share their scales, and the difference has a hue for less', () => {
  const svg = attentionChart(trained, base);
  expect(svg).toContain('Difference: small.gguf with buyer less small.gguf');
  expect(svg.match(/0\u00a0to\u00a00\.800/g)).toHaveLength(2);
  // Only the last head differs, by .4 of .8: up in one kind, down by as much in the other.
  const last = cells(svg).slice(-8);
  expect(new Set(last).size).toBe(3);
  expect(last[3]).not.toBe(last[7]);
  expect(svg).toContain('−0.100');
});

test('heads switched off are one more map, where both probes have it', () => {
  const ablation = { loss: 2, rise_without: [[0.1, 0], [0, -0.1]] }; // biome-ignore format: a table
  const words = 'loss without the head: how much';
  expect(attentionChart({ ...base, ablation })).toContain(words);
  expect(attentionChart({ ...base, ablation }, base)).not.toContain(words);
});

test.each([
  ['other transcripts', { data: 'def' }, /read other transcripts/],
  ['fewer dialogues', { dialogues: 2 }, /read other transcripts/],
  ['another shape', { shares: [[[0.5, 0.5]]] }, /models of other shapes \(2 x 2 heads.*1 x 1 heads/],
  ['other kinds', { kinds: ['a', 'b'] }, /models of other shapes/],
])('probes of %s are not compared', (_, more, sentence) => {
  expect(() => attentionChart({ ...base, ...more }, base)).toThrow(sentence);
});

test.each([
  ['no JSON', 'x', /is no attention probe; expected the file that parley train probe writes/],
  ['other JSON', '{"kinds":[]}', /is no attention probe/],
  [
    'a head without all its shares',
    JSON.stringify({ ...base, kinds: ['a', 'b', 'c'] }),
    /one share a kind \(a, b, c\)/,
  ],
])('a file of %s is refused', (_, content, sentence) => {
  const file = join(folder, 'probe.json');
  writeFileSync(file, content);
  expect(() => readAttention(file)).toThrow(sentence);
});
