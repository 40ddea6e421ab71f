/** Sentences and figures of reports that a referee did not let pass, each on games made by hand. */
import { describe, expect, test } from 'vitest';
import type { Episode, Event } from '../../core/index.ts';
import type { CallLine } from '../../models/index.ts';
import { type Panel, rowsOf } from '../experiment/rows.ts';
import { STAND_IN } from '../experiment/stand-in.ts';
import { toMarkdown } from '../report/markdown.ts';
import { comparePaired, decide } from '../statistics/index.ts';
import { agentsSection, summariesOf } from './agents-section.ts';
import { betweenRuns, betweenSections, onlyInOne, type ReadRun } from './between-runs.ts';
import type { Cell } from './cell.ts';
import { cellsSection } from './cells-section.ts';
import { comparisonsSection } from './comparisons-section.ts';
import { costSection } from './cost-section.ts';
import { endsSection } from './ends-section.ts';
import { fieldsSections } from './fields-section.ts';
import { cellsOf, failedGame, game, panel } from './games.fixture.ts';
import { inShort } from './in-short.ts';
import { leaderOf } from './leader.ts';
import { sellerQualitySection } from './seller-quality-section.ts';
import { plural, show } from './show.ts';

const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('a failed game', () => {
  // Against x both earn .6, against the hard y .2; b throws against y in every second scenario.
  const episodes = seeds(12).flatMap((seed) => [
    ...[game('a', 'x', seed, 600), game('a', 'y', seed, 800)],
    ...[game('b', 'x', seed, 600), seed % 2 ? failedGame('b', 'y', seed) : game('b', 'y', seed, 800)],
  ]);
  const p = panel(['a', 'b'], ['x', 'y']);
  const rows = rowsOf(episodes, p);

  test('is left out on both sides of a difference, with a note', () => {
    const section = comparisonsSection(rows, summariesOf(rows, p), p, 0.05);
    const [one] = section?.compared ?? [];
    expect(one).toMatchObject({ difference: { mean: 0, clusters: 12 }, decision: { verdict: 'alike' }, leftOut: 6 });
    expect(one?.episodes).toHaveLength(36);
    expect(section?.notes).toEqual([
      '6 pairs of games are left out on both sides, since one of the two failed: b failed in 6 games.',
    ]);
    expect(leaderOf(rows, summariesOf(rows, p))?.unresolved).toMatchObject([{ agent: 'a' }]);
  });
});

test('tables of agents and of differences say that they weigh games and scenarios', () => {
  const rows = rowsOf([game('a', 'x', 1, 600), game('b', 'x', 1, 650)], panel(['a', 'b'], ['x']));
  const standings = summariesOf(rows, panel(['a', 'b'], ['x']));
  expect(agentsSection(standings).about).toContain('Each game weighs the same; paired differences weigh each scenario');
  const about = comparisonsSection(rows, standings, panel(['a', 'b'], ['x']), 0.05)?.about;
  expect(about).toContain('Each scenario weighs the same here; in tables of agents each game does');
});

describe('between runs', () => {
  const p = panel(['a', 'b'], ['a', 'b']);
  const run = (name: string, episodes: Episode[]): ReadRun => ({
    name,
    panel: p,
    rows: rowsOf(episodes, p),
    episodes,
    metrics: [],
  });

  test('a game of which two seats are under test is one game', () => {
    const { only } = betweenRuns([run('old', []), run('new', [game('a', 'b', 1, 600), game('a', 'a', 1, 600)])]);
    expect(only.map(({ agent, opponent, seat, games }) => [agent, opponent, seat, games])).toEqual([
      ['a', 'b', 'buyer', 1],
      ['b', 'a', 'seller', 1],
      ['a', 'a', 'buyer', 1],
      ['a', 'a', 'seller', 1],
    ]);
    expect(onlyInOne(only)).toBe('2 games stand in one run only');
    expect(onlyInOne(only.slice(0, 2))).toBe('1 game stands in one run only');
  });

  test('means before and after are of the very pairs behind the difference, and weigh scenarios as it does', () => {
    // Scenario 1 has three games (against a, b and c) and 2 one; the game that failed later counts on neither side.
    const own = panel(['a'], ['b', 'c', 'd']);
    const of = (name: string, prices: readonly number[], failed: boolean): ReadRun => {
      const [b, c, d, second] = prices as [number, number, number, number];
      const episodes = [
        ...[game('a', 'b', 1, b), game('a', 'c', 1, c), game('a', 'd', 1, d), game('a', 'b', 2, second)],
        failed ? failedGame('a', 'c', 2) : game('a', 'c', 2, 400),
      ];
      return { ...run(name, []), rows: rowsOf(episodes, own), episodes };
    };
    const { differences } = betweenRuns([
      of('old', [600, 600, 600, 800], false),
      of('new', [500, 500, 500, 900], true),
    ]);
    // Scenario by scenario .6 and .2 became .8 and 0: a mean of .4 both times, where games weighed alike would say .5 and .6.
    const [one] = differences;
    expect(one?.means.map((mean) => mean?.toFixed(3))).toEqual(['0.400', '0.400']);
    expect(one?.difference.mean).toBeCloseTo(0, 12);
    expect([one?.games, one?.leftOut]).toEqual([4, 1]);
    const [section] = betweenSections({ differences, only: [] });
    expect(section?.notes?.[0]).toContain('1 pair of games is left out');
    expect(section?.about).toContain('each scenario weighs the same; in tables of agents each game does');
  });
});

describe('how games ended', () => {
  const p = panel(['a', 'null'], ['x']);
  /** In an arena: who got the deal, and whose seat was forfeited on the way. */
  const auction = (agent: string, seed: number, buyer: string, out?: string): Episode => {
    const episode = game(agent, 'x', seed, 650);
    const left: Event[] = out ? [{ type: 'seat-forfeited', turn: 1, seat: out, reason: 'no act' }] : [];
    return {
      ...episode,
      domain: 'arena',
      seats: { ...episode.seats, rival: { spec: 'x', fingerprint: 'x' } },
      events: [...left, ...episode.events],
      result: { ...episode.result, deal: { price: 650, buyer } } as Episode['result'],
    };
  };
  const rows = rowsOf(
    [
      ...[auction('a', 1, 'buyer'), auction('a', 2, 'rival'), auction('a', 3, 'buyer', 'rival')],
      { ...auction('a', 4, 'buyer'), result: failedGame('a', 'x', 4).result },
      ...[auction('null', 1, 'rival', 'buyer'), auction('null', 2, 'rival', 'buyer')],
    ],
    p,
  );

  test('a deal of another is named so, and forfeits are counted by seat with their reasons', () => {
    const section = endsSection(rows, ['a', 'null'], ['null']);
    expect(section.table?.head).toEqual([
      ...['agent', 'games', 'agreement', 'another got it', 'no-deal', 'walked', 'forfeited', 'failed'],
    ]);
    expect(cellsOf(section)).toEqual([
      ['a', '3', '66.7 %', '33.3 %', '0.0 %', '0.0 %', '0.0 % (33.3 %)', '1'],
      ['null', '2', '0.0 %', '0.0 %', '0.0 %', '0.0 %', '100.0 % (0.0 %)', '0'],
    ]);
    expect(section.notes).toEqual([
      ...['2 × null forfeited: no act', '1 × a failed: it threw', '1 × x forfeited: no act'],
    ]);
  });

  test('every table counts measured games, and cells say whose deals they count', () => {
    const standings = summariesOf(rows, p);
    const agents = agentsSection(standings);
    expect(agents.table?.head.slice(0, 4)).toEqual(['agent', 'games', 'failed', 'deals']);
    expect(cellsOf(agents)?.[0]?.slice(0, 4)).toEqual(['a', '3', '1', '66.7 %']);
    const cells = cellsSection(rows, []);
    expect(cells.table?.head.slice(3, 5)).toEqual(['games', "anybody's deals"]);
    expect(cells.table?.rows.map((row) => show(row[3] as Cell)).join()).toBe('3,2');
    expect(cells.about).toContain('the table of agents counts the deals that an agent got itself');
  });
});

describe('who earned most', () => {
  const inReport = (episodes: Episode[], p: Panel) => {
    const rows = rowsOf(episodes, p);
    const standings = summariesOf(rows, p);
    const paired = comparisonsSection(rows, standings, p, 0.05)?.compared ?? [];
    const leader = leaderOf(rows, standings, paired);
    const found = { leader, agents: p.agents, reference: p.reference, paired, seats: [], factors: [] };
    return { leader, paired, sentences: inShort(found) };
  };

  test('is said only where the table of paired differences says it of every pair', () => {
    // Six scenarios and always ahead: p .031 for a against each, which a table of six rows corrects to .19.
    const p = panel(['a', 'b', 'c', 'd'], ['x']);
    const episodes = seeds(6).flatMap((seed) => [
      game('a', 'x', seed, 500 + seed),
      ...['b', 'c', 'd'].map((agent, i) => game(agent, 'x', seed, 600 + 7 * i * (seed % 3))),
    ]);
    const { paired, sentences } = inReport(episodes, p);
    const ofA = paired.filter(({ a }) => a === 'a');
    expect(ofA.map(({ decision }) => decision.verdict)).toEqual(['undecided', 'undecided', 'undecided']);
    expect(sentences.join(' ')).not.toContain('earned most');
    expect(sentences[0]).toMatch(
      /^Of the 4 agents tested, a had the highest mean, .*, but could not have been told apart from any other agent with so few scenarios\.$/,
    );
    // And what no test of this size could find is not told as a finding.
    expect(sentences.at(-1)).toBe(
      'No difference could be found in paired comparisons, however large: in a table of 6 rows that takes 8 scenarios, and there are 6.',
    );
    expect(sentences.join(' ')).not.toContain('undecided');
  });

  test('is told apart from what is the same within the margin, and differences say who minus whom', () => {
    // b stays within .01 of a; c, far behind, is told apart.
    const p = panel(['a', 'b', 'c'], ['x']);
    const episodes = seeds(12).flatMap((seed) => [
      game('a', 'x', seed, 500 + seed),
      game('b', 'x', seed, 500 + seed + (seed % 2 ? 6 : -5)),
      game('c', 'x', seed, 700 + 3 * seed),
    ]);
    const { sentences } = inReport(episodes, p);
    expect(sentences[0]).toMatch(/^Of the 3 agents tested, a had the highest mean, .*, but is within ±0\.05 of b\.$/);
    const two = episodes.filter(({ seats }) => seats.buyer?.spec !== 'c');
    expect(inReport(two, panel(['b', 'a'], ['x'])).sentences[1]).toMatch(
      /^a and b earned the same within ±0\.05: a minus b is 0\.001 \[/,
    );
  });

  test('is asked of what all agents met, and the count of agents is one', () => {
    // a met the easy x alone, b also the hard y, and c failed in every game.
    const p = panel(['a', 'b', 'c'], ['x', 'y']);
    const episodes = seeds(8).flatMap((seed) => [
      ...[game('a', 'x', seed, 600 + seed), game('b', 'x', seed, 500 + seed), game('b', 'y', seed, 890)],
      failedGame('c', 'x', seed),
    ]);
    const { leader, sentences } = inReport(episodes, p);
    // By all of its games b has .42 to a's .59; on what both met .79.
    expect(leader).toMatchObject({ agent: 'b', of: 3, shared: 8, unmeasured: ['c'] });
    expect(sentences[0]).toContain('Of the 3 agents tested, on what all of them met (8 scenarios), b earned most');
    expect(sentences[0]).toContain('No game of c could be measured.');
    const apart = episodes.filter(({ seats }) => seats.buyer?.spec !== 'b' || seats.seller?.spec === 'y');
    expect(inReport(apart, p).leader).toBeUndefined();
  });

  test('with too few scenarios one sentence says so, and not every pair again', () => {
    const p = panel(['a', 'b'], ['x'], ['r'], 'r');
    const episodes = seeds(2).flatMap((seed) => ['a', 'b', 'r'].map((agent, i) => game(agent, 'x', seed, 600 + 9 * i)));
    expect(inReport(episodes, p).sentences).toEqual([
      'Too few scenarios (2) to say what the agents earn beyond these games.',
    ]);
  });
});

describe('small print', () => {
  const p = panel(['a', 'b'], ['x']);

  test('one is one: rows, pairs and games in the singular', () => {
    const rows = rowsOf([game('a', 'x', 1, 600), game('b', 'x', 1, 650)], p);
    expect(comparisonsSection(rows, summariesOf(rows, p), p, 0.05)?.about).toContain('Holm over the one row.');
    expect([plural(1, 'game'), plural(1000, 'game'), plural(1, 'reply', 'replies')]).toEqual([
      ...['1 game', '1,000 games', '1 reply'],
    ]);
  });

  test('what a message brings along stays on its line, and is no HTML', () => {
    const text = toMarkdown({
      title: 'T',
      about: '',
      facts: ['a\n\n# b'],
      warnings: ['<script>alert(1)</script>'],
      sections: [{ title: 'S', notes: ['1 × a failed: <!-- x\r\n- y', 'p < .001'] }],
    });
    expect(text).toBe(
      '# T\n\n- a # b\n\n**\\<script>alert(1)\\</script>**\n\n## S\n\n- 1 × a failed: \\<!-- x - y\n- p < .001\n',
    );
  });

  test('guards are named in words', () => {
    const base = game('a', 'x', 1, 650);
    const note: Event = { type: 'agent-note', turn: 1, seat: 'buyer', note: { guard: 'keepAgreement' } };
    const rows = rowsOf([{ ...base, events: [note, ...base.events] }], p);
    expect(agentsSection(summariesOf(rows, p)).notes).toEqual(['Guards stepped in for a: keep agreement 1.']);
  });

  test('a control that would be chosen on a field is called one', () => {
    const at = (agent: string, task: string, price: number) =>
      game(agent, 'x', 1, price, { source: { task, seed: 1 } });
    const chosen = panel(['a', 'b'], ['x'], ['r']);
    const episodes = ['one', 'two'].flatMap((task) => [
      ...[at('a', task, 700), at('b', task, 800), at('r', task, task === 'one' ? 500 : 850)],
    ]);
    const [, transfer] = fieldsSections(rowsOf(episodes, chosen), ['a', 'b', 'r'], chosen);
    expect(transfer?.table?.rows.map((row) => row[1])).toEqual(['r (control)', 'a']);
  });

  test('the scripted stand-in is no model on the frontier', () => {
    const call = (model: string) => ({ model, milliseconds: 10 }) as unknown as CallLine;
    const spoke = (agent: string, model: string): Episode => {
      const base = game(agent, 'x', 1, 600);
      return { ...base, events: [{ type: 'agent-note', turn: 1, seat: 'buyer', note: { model } }, ...base.events] };
    };
    const rows = rowsOf([spoke('a', STAND_IN), spoke('b', 'm')], p);
    const section = costSection(rows, [call(STAND_IN), call('m')]);
    expect(cellsOf(section)?.map((row) => [row[0], row.at(-1)])).toEqual([
      [`${STAND_IN} (no model)`, ''],
      ['m', 'yes'],
    ]);
  });

  test('seller quality says what its rounds are', () => {
    expect(sellerQualitySection([], [], [], new Map()).about).toContain(
      'Rounds: the lines of the seller after its first one.',
    );
  });
});

describe('a second referee', () => {
  test('"the same" is not said beside an interval that runs past the margin', () => {
    // Seven scenarios alike and one apart: Student's test alone lets it pass.
    const rows = (values: readonly number[]) => values.map((value, i) => ({ cluster: `s${i}`, value }));
    const apart = comparePaired(rows([0.126, 0, 0, 0, 0, 0, 0, 0]), rows(Array(8).fill(0)), { margin: 0.05 });
    expect(apart.difference.high).toBeGreaterThan(0.05);
    expect(decide([apart])[0]?.verdict).toBe('undecided');
    const close = comparePaired(rows([0.01, -0.01, 0.02, 0, -0.02, 0.01, 0, -0.01]), rows(Array(8).fill(0)), {
      margin: 0.05,
    });
    expect(decide([close])[0]?.verdict).toBe('same');
  });

  test('who failed leads with nothing that the others did not meet, and silences nobody', () => {
    const p = panel(['a', 'b'], ['x']);
    // b is a, but fails where a earns little.
    const half = rowsOf(
      seeds(12).flatMap((seed) => [
        game('a', 'x', seed, seed % 2 ? 900 : 600),
        seed % 2 ? failedGame('b', 'x', seed) : game('b', 'x', seed, 600),
      ]),
      p,
    );
    const leader = leaderOf(half, summariesOf(half, p));
    expect(leader).toMatchObject({ shared: 6, gain: { clusters: 6 } });
    // Measured in two scenarios only, it has no mean to lead with.
    const few = rowsOf(
      seeds(12).flatMap((seed) => [
        game('a', 'x', seed, 600),
        seed > 2 ? failedGame('b', 'x', seed) : game('b', 'x', seed, 600),
      ]),
      p,
    );
    expect(leaderOf(few, summariesOf(few, p))).toMatchObject({ agent: 'a', tooFew: ['b'], gain: { clusters: 12 } });
  });
});
