/** The sections that single presets ask for, on games with known scores. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Episode, playTask, price, scoreTask } from '../../core/index.ts';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import { rowsOf } from '../experiment/rows.ts';
import { agreemateSections } from './agreemate-sections.ts';
import { bazaarSection } from './bazaar-section.ts';
import { show } from './show.ts';

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
