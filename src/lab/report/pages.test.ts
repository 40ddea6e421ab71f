/** Pages follow the theme, say where everything is, and tell the game's measures from those of its sides. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Episode, playEpisode, price } from '../../core/index.ts';
import type { ReportPage, ResultTable } from '../analysis/section.ts';
import { concessionChart } from '../charts/concession-chart.ts';
import { chooseScenario } from '../experiment/index.ts';
import { draw } from './draw.ts';
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
  const charts = { wide: draw(concessionChart(episode)), narrow: draw(concessionChart(episode, { narrow: true })) };
  const page = negotiationPage(episode, charts);
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
  const page = negotiationPage(episode, { wide: '', narrow: '' });
  const [, sides = '', game = ''] = page.split(/<h2>Measured, of [^<]*<\/h2>/);
  expect(sides).toContain('<td>utility</td>');
  expect(sides).not.toContain('<td>rho</td>');
  expect(game).toContain('<td>rho</td>');
  expect(game).not.toContain('seller</th>');
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
