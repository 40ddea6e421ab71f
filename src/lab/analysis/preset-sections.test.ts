/** The sections that single presets ask for, on games with known scores. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import {
  type Episode,
  type Player,
  playEpisode,
  playTask,
  price,
  type Script,
  samplePairedTerms,
  sampleTerms,
  scoreTask,
  termsCell,
} from '../../core/index.ts';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import { rowsOf } from '../experiment/rows.ts';
import { agreemateSections } from './agreemate-sections.ts';
import { bazaarSection } from './bazaar-section.ts';
import { show } from './show.ts';
import { publishedRows } from './terms-published.ts';
import { termsSections } from './terms-section.ts';

test('the score of a task is that of its grader over all deals of a career', () => {
  const players = { buyer: resolvePlayer('bazaar:smart', price), seller: resolvePlayer('bazaar:seller', price) };
  const { episodes } = playTask({ task: 'career_10', players, seed: 3 });
  const rows = rowsOf([...episodes].reverse(), {
    agents: ['bazaar:smart'],
    controls: [],
    opponents: ['bazaar:seller'],
    reference: undefined,
  });
  const section = bazaarSection(rows, ['bazaar:smart'], []);
  const score = scoreTask('career_10', episodes)?.score as number;
  expect(show(section?.table?.rows[0]?.[1] ?? '')).toMatch(new RegExp(`^${score.toFixed(3)}`));
  expect(section?.table?.head[2]).toBe('success (≥ 0.5)');
});

test("a row computed with AgreeMate's formulas: list 10, targets 7 and 10, prices 8 to 7, accepted at 7 in turn 9", () => {
  // 8 9 7 7.75 6.75 8 7 7 and an accept of 7: one offer fewer than theirs, since an accept adds no price here.
  const acts = [8, 9, 7, 7.75, 6.75, 8, 7, 7, 'accept'] as const;
  const game = (id: string, spec: string): Episode => ({
    ...priceEpisode({ acts, zone: [5, 9], targets: [7, 10], listPrice: 10, range: [1, 20] }),
    id,
    source: { listing: 'x', seed: Number(id) },
    seats: { buyer: { spec, fingerprint: spec }, seller: { spec: 'x', fingerprint: 'x' } },
  });
  const agents = ['llm:m?reason=none', 'llm:m?reason=after'];
  const rows = rowsOf([game('1', agents[0]!), game('2', agents[1]!)], {
    agents,
    controls: [],
    opponents: ['x'],
    reference: undefined,
  });
  const [measures, formulas] = agreemateSections(rows, agents, []);
  const head = measures?.table?.head ?? [];
  const value = (name: string) => show(measures?.table?.rows[0]?.[head.indexOf(name)] ?? '').replace(' (too few)', '');
  expect([
    value('agreement'),
    value('turns'),
    value('fairness'),
    value('bias'),
    value('aggressiveness'),
    value('bias-per-turn'),
  ]).toEqual(['1.000', '9.000', '0.000', '1.000', '0.300', '0.111']);
  // Sum of steps 7, by 9 turns and a list price of 10.
  expect(value('concession-rate-normalised')).toBe('0.078');
  expect(value('out of range')).toBe('0.0 %');
  expect(formulas?.table?.head.slice(1, 3)).toEqual(['reason=none', 'reason=after']);
  expect(formulas?.table?.rows.length).toBe(18);
});

function termsGames(sampler: 'terms' | 'terms-paired', seeds: readonly number[], spec: string): Episode[] {
  return seeds.map((seed) => {
    const scenario = sampler === 'terms' ? sampleTerms(seed) : samplePairedTerms(seed);
    const { agent } = termsCell(seed);
    const other = agent === 'buyer' ? 'seller' : 'buyer';
    const players = {
      [agent]: resolvePlayer(spec, price),
      [other]: resolvePlayer('terms:counterpart', price),
    } as Record<string, Player<Script>>;
    return playEpisode({ domain: price, scenario, source: { sampler, seed }, players, seed });
  });
}

/** Ten episodes of the first cell of every family, in the same places of the design. */
const everyFamily = [0, 1, 2, 3, 4, 5].flatMap((family) => Array.from({ length: 10 }, (_, i) => 100 * family + i));

function termsTables(sampler: 'terms' | 'terms-paired', seeds = everyFamily, spec = 'fixed_10') {
  const panel = { agents: [spec], controls: [], opponents: ['terms:counterpart'], reference: undefined };
  return termsSections(rowsOf(termsGames(sampler, seeds, spec), panel), [spec], []);
}

test('on paired families an agent that reads no cues has a cue effect of exactly 0, and no published row beside it', () => {
  const cues = termsTables('terms-paired').at(-1)?.table;
  expect(cues?.rows).toHaveLength(1);
  expect(cues?.rows[0]?.[1]).toMatchObject({ mean: 0 });
  expect(cues?.rows[0]?.[2]).not.toMatchObject({ mean: 0 });
});

test('on the published suite the same agent has one, and the published rows stand below, marked', () => {
  const [measures, , cues] = termsTables('terms').map(({ table }) => table);
  expect(cues?.rows[0]?.[1]).not.toMatchObject({ mean: 0 });
  expect(measures?.rows).toHaveLength(1 + publishedRows.length);
  expect(measures?.rows[1]?.[0]).toBe('Claude Opus 4.6 (published)');
});

test('episodes that share draws are one unit, and no share is put above 1', () => {
  // The same places in overlap and in urgency shift, where the baseline deals in all.
  const both = [0, 600].flatMap((from) => everyFamily.map((seed) => from + seed));
  const of = (sampler: 'terms' | 'terms-paired') => termsTables(sampler, both, 'fixed_30')[0]?.table?.rows[0];
  expect(of('terms')?.[1]).toMatchObject({ games: 120, clusters: 60 });
  expect(of('terms-paired')?.[1]).toMatchObject({ games: 120, clusters: 10 });
  expect(of('terms')?.[2]).toMatchObject({ mean: 1, low: expect.closeTo(0.94, 1), high: 1 });
});
