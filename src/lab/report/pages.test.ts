/** Pages follow the theme, say where everything is, and tell the game's measures from those of its sides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Episode, playEpisode, price } from '../../core/index.ts';
import type { ReportPage, ResultTable } from '../analysis/section.ts';
import { chooseScenario } from '../experiment/index.ts';
import { gamePage } from './game-page.ts';
import { toPage } from './html.ts';
import { negotiationPage } from './negotiation-page.ts';
import { withSpecColumns } from './spec-columns.ts';

const episode = playEpisode({
  domain: price,
  ...chooseScenario({ scenario: 'oak-dining-table', seed: 1 }),
  players: { buyer: resolvePlayer('boulware_firm', price), seller: resolvePlayer('boulware_conceding', price) },
  seed: 1,
}) as Episode;

test('a game: its drawings have the colours of the page, and one fits a phone', () => {
  const page = gamePage(episode);
  const svgs = page.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  expect(svgs).toHaveLength(2);
  for (const svg of svgs) {
    expect(svg).not.toMatch(/="#[0-9a-f]{6}"/);
    expect(svg).toContain('="var(--buyer)"');
  }
  expect(Number(/width="(\d+)"/.exec(svgs[1] ?? '')?.[1])).toBeLessThanOrEqual(364);
  expect(svgs[1]).toContain('maximum');
});

test('a game: what is measured once stands in a table of its own', () => {
  const page = negotiationPage(episode);
  const [, sides = '', game = ''] = page.split(/<h2>Measured, of [^<]*<\/h2>/);
  expect(sides).toContain('<td>utility</td>');
  expect(sides).not.toContain('<td>rho</td>');
  expect(game).toContain('<td>rho</td>');
  expect(game).not.toContain('seller</th>');
});

test('a game of any domain is a page, and one with more than two seats or no price has no drawing', () => {
  const golden = join(import.meta.dirname, '../../../test/golden');
  for (const name of ['arena', 'items', 'career', 'bazaar']) {
    const [line = ''] = readFileSync(join(golden, `${name}.jsonl`), 'utf8').split('\n');
    const game = JSON.parse(line) as Episode;
    const page = gamePage(game, { back: '../report.html' });
    expect(page).toContain('<a href="../report.html">');
    expect(page).toContain(`Episode ${game.id}`);
    for (const seat of Object.keys(game.seats)) expect(page).toMatch(new RegExp(`<td class="seat \\w+">${seat}</td>`));
    expect(page.includes('<svg'), name).toBe(game.domain === 'price');
  }
});

test('a game of a domain without words is told as data, refusals with their reason', () => {
  const [first] = episode.events.filter(({ type }) => type === 'action-taken');
  const refused = { type: 'action-refused', turn: 1, seat: 'buyer', reason: 'a price <0' };
  const page = gamePage({ ...episode, domain: 'nobody-knows', events: [refused, first] } as unknown as Episode);
  expect(page).toContain('refused</td><td>a price &#60;0</td>');
  expect(page).toContain('offer {&#34;price&#34;:');
});

const table: ResultTable = {
  head: ['agent', 'games'],
  words: [0],
  rows: [
    ['faratin?beta=0.2&kappa=0.1', '4'],
    ['faratin?beta=1&margin=3', '5'],
    ['tit_for_tat', '6'],
  ],
};

test('options that several agents have are columns', () => {
  expect(withSpecColumns(table)).toMatchObject({
    head: ['agent', 'beta', 'games'],
    words: [0, 1],
    rows: [
      ['faratin?kappa=0.1', '0.2', '4'],
      ['faratin?margin=3', '1', '5'],
      ['tit_for_tat', '', '6'],
    ],
  });
  const plain = { ...table, rows: table.rows.slice(1) };
  expect(withSpecColumns(plain)).toBe(plain);
  const others = { ...table, head: ['first', 'games'] };
  expect(withSpecColumns(others)).toBe(others);
});

test('a report lists its sections, as wide a drawing as its text, and one of another form for phones', () => {
  const rows = [{ name: 'a', mean: 0.4, low: 0.3, high: 0.5 }];
  const sections = ['One', 'Two', 'Three'].map((title) => ({ title }));
  const page: ReportPage = {
    title: 'T',
    about: '',
    facts: [],
    warnings: [],
    sections: [...sections, { title: 'Four', chart: { kind: 'intervals', title: 'C', rows } }],
  };
  const html = toPage(page);
  for (const [i, title] of ['One', 'Two', 'Three', 'Four'].entries()) {
    expect(html).toContain(`<a href="#s${i + 1}">${title}</a>`);
    expect(html).toContain(`<h2 id="s${i + 1}">${title}</h2>`);
  }
  expect(/<figure class="wide"><svg[^>]* width="(\d+)"/.exec(html)?.[1]).toBe('1024');
  expect(toPage({ ...page, sections })).not.toContain('#007a5a"');
});

test('a heat map is drawn for light and for dark paper: what is nothing is near the paper, and its number in ink', () => {
  const chart = { kind: 'heatmap', title: 'H', names: ['a', 'b'], payoffs: [[0, 1], [undefined, 0.4]] } as const; // biome-ignore format: a matrix
  const html = toPage({ title: 'T', about: '', facts: [], warnings: [], sections: [{ title: 'One', chart }] });
  const [light = '', dark = ''] = html.match(/<figure class="(?:light|dark)"[\s\S]*?<\/figure>/g) ?? [];
  const lightness = (svg: string) => {
    const cells = [...svg.matchAll(/<rect[^>]* fill="rgb\((\d+), \d+, \d+\)"/g)].map(([, red]) => Number(red));
    return (cells[0] as number) - (cells[1] as number);
  };
  expect(lightness(light)).toBeGreaterThan(100);
  expect(lightness(dark)).toBeLessThan(-100);
  for (const svg of [light, dark]) expect(svg).toMatch(/fill="var\(--ink\)"[^>]*>0\.00</);
  // A pattern of a drawing that is not shown would draw nothing.
  expect(light).toContain('url(#parley-gap-light)');
  expect(dark).toContain('id="parley-gap-dark"');
  expect(html).not.toContain('invert(');
});

test('names of dots that lie together stand apart, beside them; on a phone they are numbers with a list', () => {
  const points = Array.from({ length: 6 }, (_, i) => ({ name: `agent_${i}`, x: 0.2 + i / 1000, y: 0.5 + i / 1000 }));
  const chart = {
    kind: 'scatter',
    title: 'S',
    x: 'x',
    y: 'y',
    points: [...points, { name: 'far', x: 0.5, y: 0 }],
  } as const;
  const html = toPage({ title: 'T', about: '', facts: [], warnings: [], sections: [{ title: 'One', chart }] });
  const [, wide = '', narrow = ''] = html.split('<figure');
  const heights = [...wide.matchAll(/translate\([\d.]+,([\d.]+)\)">agent_\d/g)]
    .map(([, y]) => Number(y))
    .sort((a, b) => a - b);
  expect(heights).toHaveLength(6);
  for (const [i, y] of heights.slice(1).entries()) expect(y - (heights[i] as number)).toBeGreaterThan(10);
  expect(narrow).not.toContain('>agent_0<');
  expect(narrow).toMatch(/>\d {2}agent_0</);
});
