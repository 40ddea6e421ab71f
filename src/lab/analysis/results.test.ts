/** The parts of a report on games worked by hand: zone 400 to 900, so a deal at p gives the buyer (900 - p) / 500. */
import { describe, expect, test } from 'vitest';
import type { Episode, Event } from '../../core/index.ts';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import type { CallLine } from '../../models/index.ts';
import { fieldOf, type Row, rowsOf, rowsWith } from '../experiment/rows.ts';
import { toPage } from '../report/html.ts';
import { toMarkdown } from '../report/markdown.ts';
import type { Estimate, PairVerdict } from '../statistics/index.ts';
import { agentsSection, summariesOf } from './agents-section.ts';
import { cellsSection } from './cells-section.ts';
import {
  compareRows,
  comparisonsSection,
  type DecidedComparison,
  type DifferencesSection,
} from './comparisons-section.ts';
import { conductOf, parseRate } from './conduct.ts';
import { costSection } from './cost-section.ts';
import { endsSection } from './ends-section.ts';
import { contrastsOf, deadSwitches, factorsSection, switchesOf } from './factors-section.ts';
import { fieldsSections } from './fields-section.ts';
import { cellsOf, game, panel } from './games.fixture.ts';
import { type Found, inShort, testedAgainst } from './in-short.ts';
import { leaderOf } from './leader.ts';
import { byPayoff, gridOf, ratingsSection } from './ratings-section.ts';
import { seatsSections } from './seats-section.ts';
import type { Section } from './section.ts';
import { sellerQuality, sellerQualitySection } from './seller-quality-section.ts';
import { estimate, grouped, number, pValue } from './show.ts';

describe('rows', () => {
  test('a seat is under test when its agent is, and all others sit across', () => {
    const episodes = [
      game('a', 'x', 1, 650),
      game('a', 'null', 1, 650),
      game('x', 'a', 1, 650),
      game('x', 'y', 1, 650),
    ];
    const rows = rowsOf(episodes, panel(['a'], ['x']));
    expect(rows.map(({ agent, seat, opponent, utility }) => [agent, seat, opponent, utility])).toEqual([
      ['a', 'buyer', 'x', 0.5],
      ['a', 'seller', 'x', 0.5],
    ]);
  });

  test('in an arena the deal of another buyer is no deal', () => {
    const episode = game('a', 'x', 1, 650);
    const won = {
      ...episode,
      domain: 'arena',
      result: { ...episode.result, deal: { price: 650, buyer: 'somebody' } } as Episode['result'],
    };
    expect(rowsOf([won], panel(['a'], ['x']))[0]?.kind).toBe('no-deal');
  });

  test('fields: of a listing, of a task, or the category', () => {
    expect(fieldOf({ ...game('a', 'x', 1), source: { listing: 'city-hatchback-2016', seed: 1 } })).toBe('cars');
    expect(fieldOf({ ...game('a', 'x', 1), source: { task: 'single_deal', seed: 1 } })).toBe('single_deal');
    expect(fieldOf(game('a', 'x', 1))).toBe('item');
  });
});

test('agents: no deal as zero beside deals only, and controls apart', () => {
  // a: deals at 650 and 400 and one impasse: (.5 + 1 + 0) / 3 and .75. null: nothing.
  const episodes = [game('a', 'x', 1, 650), game('a', 'x', 2, 400), game('a', 'x', 3), game('null', 'x', 1)];
  const p = panel(['a'], ['x'], ['null']);
  const standings = summariesOf(rowsOf(episodes, p), p);
  expect(
    standings.map(({ agent, control, gains }) => [agent, control, gains.noDealAsZero.mean, gains.agreementOnly.mean]),
  ).toEqual([
    ['a', false, 0.5, 0.75],
    ['null', true, 0, undefined],
  ]);
  const section = agentsSection(standings);
  expect(section.table?.quiet).toEqual([1]);
  expect(cellsOf(section)?.[0]?.slice(0, 3)).toEqual(['a', '3', '66.7 %']);
});

test('standings stand beside those without the games that others forfeited', () => {
  // a earns .8 and .2; b .6 twice, and 1 in two games where its rival dropped out and left it alone with the seller.
  const alone = (seed: number): Episode => {
    const won = game('b', 'x', seed, 400);
    return { ...won, events: [{ type: 'seat-forfeited', turn: 1, seat: 'rival', reason: 'no JSON' }, ...won.events] };
  };
  const lost = {
    kind: 'forfeited',
    by: 'seller',
    reason: 'no JSON',
    turn: 1,
    utility: { buyer: 0, seller: 0 },
  } as const;
  const episodes = [
    ...[game('a', 'x', 1, 500), game('a', 'x', 2, 500), game('a', 'x', 3, 500, { result: lost })],
    ...[game('b', 'x', 1, 600), game('b', 'x', 2, 600), alone(3), alone(4)],
  ];
  const p = panel(['a', 'b'], ['x']);
  const standings = summariesOf(rowsOf(episodes, p), p);
  expect(
    standings.map(({ agent, spoilt, gains, unspoilt }) => [agent, spoilt, gains.noDealAsZero.mean, unspoilt.mean]),
  ).toEqual([
    ['b', 2, 0.8, 0.6],
    ['a', 1, expect.closeTo(1.6 / 3, 12), 0.8],
  ]);
  const section = agentsSection(standings);
  expect(section.table?.head[5]).toBe("without others' forfeits");
  expect(cellsOf(section)?.map((row) => row[5]?.slice(0, 5))).toEqual(['0.600', '0.800']);
  expect(section.notes?.[0]).toBe(
    'In 3 games another side forfeited (illegal acts or unreadable replies): surviving that is not skill. By their means without those games the agents come in another order: a, b.',
  );
});

test('conduct: the parse rate is over tries, guards and servers are counted', () => {
  const note = (seat: string, value: object): Event => ({ type: 'agent-note', turn: 1, seat, note: value });
  const base = game('a', 'x', 1, 650);
  const events: Event[] = [
    note('buyer', { model: 'm', text: '' }),
    { type: 'action-refused', turn: 1, seat: 'buyer', got: '', reason: 'no JSON' },
    note('buyer', { model: 'm', fallback: 'gone' }),
    note('buyer', { guard: 'monotone' }),
    note('buyer', { steering: 'head' }),
    note('seller', { model: 'other' }),
    ...base.events,
  ];
  const conduct = conductOf(rowsOf([{ ...base, events }], panel(['a'], ['x'])));
  // Two acts taken (300 and the accept) and one refused.
  expect(parseRate(conduct)).toBeCloseTo(2 / 3, 12);
  expect(conduct).toMatchObject({
    steered: 1,
    fallbacks: 1,
    servedBy: new Map([['m', 2]]),
    guards: new Map([['monotone', 1]]),
  });
});

test('seats apart: a specialist is better in its role and worse in the other', () => {
  // As buyer a closes at 500 and b at 600: .8 and .6. As seller a closes at 500 and b at 700: .2 and .6.
  const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
  const episodes = seeds.flatMap((seed) => [
    ...[game('a', 'x', seed, 500), game('b', 'x', seed, 600)],
    ...[game('x', 'a', seed, 500), game('x', 'b', seed, 700)],
  ]);
  const p = panel(['a', 'b'], ['x']);
  const [perSeat, differences] = seatsSections(rowsOf(episodes, p), ['a', 'b'], p, 0.05);
  expect(perSeat?.table?.head).toEqual(['agent', 'buyer (12)', 'seller (12)']);
  expect(cellsOf(perSeat)?.map((row) => row.map((cell) => cell.split(' ')[0]))).toEqual([
    ['a', '0.800', '0.200'],
    ['b', '0.600', '0.600'],
  ]);
  expect(differences?.table?.head.slice(0, 4)).toEqual(['first', 'second', 'seat', 'difference']);
  const verdicts = cellsOf(differences)?.map((row) => [...row.slice(0, 3), row[3]?.split(' ')[0], row[7]]);
  expect(verdicts).toEqual([
    ['a', 'b', 'buyer', '0.200', 'the first earns more'],
    ['a', 'b', 'seller', '−0.400', 'the second earns more'],
  ]);
  // As buyer a earns .2 more, as seller .4 less: told apart in each seat, and on the mean as well.
  const rows = rowsOf(episodes, p);
  const paired = comparisonsSection(rows, summariesOf(rows, p), p, 0.05)!.compared;
  const seats = (differences as DifferencesSection).compared;
  const found = { leader: undefined, agents: ['a', 'b'], reference: undefined, paired, seats, factors: [] };
  expect(inShort(found)).toEqual([
    expect.stringMatching(/^b earned 0\.100.* more per game than a\.$/),
    expect.stringMatching(/^As buyer, a earned 0\.200.* more per game than b\.$/),
    expect.stringMatching(/^As seller, b earned 0\.400.* more per game than a\.$/),
  ]);
  const buyers = episodes.filter(({ seats }) => seats.buyer?.spec !== 'x');
  expect(seatsSections(rowsOf(buyers, p), ['a', 'b'], p, 0.05)).toEqual([]);
  const rivals = rowsOf(buyers, p).map((row, i) => ({ ...row, seat: `buyer-${(i % 3) + 1}` }));
  expect(seatsSections(rivals, ['a', 'b'], p, 0.05)).toEqual([]);
});

describe('comparisons', () => {
  const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

  test('only games that both played are paired, by seat, opponent, scenario and seed', () => {
    // a earns .2 more than b on each of 12 scenarios; the game of b against y has no counterpart and is left out.
    const episodes = seeds.flatMap((seed) => [
      game('a', 'x', seed, 500 + 10 * seed),
      game('b', 'x', seed, 600 + 10 * seed),
    ]);
    const p = panel(['a', 'b'], ['x', 'y']);
    const rows = rowsOf([...episodes, game('b', 'y', 1, 400)], p);
    const [row] = cellsOf(comparisonsSection(rows, summariesOf(rows, p), p, 0.05)) ?? [];
    expect(row?.[2]).toMatch(/^0\.200/);
    expect(row?.[3]).toBe('12');
    // All twelve differences have one sign: 2 of 4096 sign patterns.
    expect(row?.[4]).toBe('< .001');
    expect(row?.[6]).toBe('the first earns more');
  });

  test('what is undecided says how many more games would decide it, what is decided says nothing', () => {
    // a stays 0.1 below b or 0.06 above it by turns, a mean of -0.02; c earns .2 more than both.
    const episodes = seeds.flatMap((seed) => [
      game('a', 'x', seed, 600),
      game('b', 'x', seed, seed % 2 === 0 ? 550 : 630),
      game('c', 'x', seed, 500 + seed),
    ]);
    const p = panel(['a', 'b', 'c'], ['x']);
    const rows = rowsOf(episodes, p);
    const section = comparisonsSection(rows, summariesOf(rows, p), p, 0.05);
    expect(section?.about).toContain('a difference of 0.05 is found with 80 % power');
    const last = new Map(cellsOf(section)?.map((row) => [[row[0], row[1]].sort().join(' '), row.slice(6)]));
    // 0.0836 is the deviation of twelve differences, at most 0.1299 (chi-square of 11 at 5 %: 4.55 by Wilson and Hilferty), and
    // .05 / 3 the level of the first of three rows: (0.1299 · (2.394 + 0.842) / 0.05)² + 2.87 = 73.6, so 74 scenarios, 62 more,
    // with a game of each side.
    expect(last.get('a b')).toEqual(['undecided', '124 more games']);
    expect(last.get('a c')).toEqual(['the first earns more', '']);
  });

  test('every agent and control against the reference, corrected together', () => {
    const episodes = seeds
      .slice(0, 6)
      .flatMap((seed) =>
        ['a', 'b', 'r', 'null'].map((agent) => game(agent, 'x', seed, agent === 'null' ? undefined : 600)),
      );
    const p = panel(['a', 'b'], ['x'], ['r', 'null'], 'r');
    const rows = rowsOf(episodes, p);
    const section = comparisonsSection(rows, summariesOf(rows, p), p, 0.05);
    expect(
      cellsOf(section)
        ?.map(([first, second]) => `${first} ${second}`)
        .sort(),
    ).toEqual(['a b', 'a r', 'b r', 'null r']);
    expect(section?.about).toContain('Holm over the 4 rows');
    expect(cellsOf(section)?.find(([first]) => first === 'a')?.[6]).toBe('alike in every scenario');
  });
});

describe('factors', () => {
  const twins = (price: (level: string, seed: number, head: string) => number) =>
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) =>
      ['p', 'q'].flatMap((head) =>
        ['on', 'off'].map((level) => game(`${head}?tells=${level}&k=1`, 'x', seed, price(level, seed, head))),
      ),
    );
  const agents = ['p?tells=on&k=1', 'p?tells=off&k=1', 'q?tells=on&k=1', 'q?tells=off&k=1'];
  const p = panel(agents, ['x']);

  test('levels of one option with everything else the same', () => {
    const rows = rowsOf(
      twins((level, seed) => (level === 'on' ? 550 : 650) + seed),
      p,
    );
    const contrasts = contrastsOf(rows, p);
    expect(contrasts.map(({ option, levels }) => [option, ...levels])).toEqual([['tells', 'on', 'off']]);
    const [row] = cellsOf(factorsSection(contrasts, 0.05)) ?? [];
    expect(row?.slice(0, 2)).toEqual(['tells=on', 'tells=off']);
    expect(row?.slice(2, 4)).toEqual(['average of 2', expect.stringMatching(/^0\.200/)]);
    expect(switchesOf(contrasts)).toMatchObject([{ option: 'tells', levels: ['on', 'off'], games: 16, different: 16 }]);
  });

  test('an option that helps one and harms the other has no effect of its own', () => {
    // With p, tells saves 100 of 500; with q it costs 60: .1 more on average, which is true of neither.
    const rows = rowsOf(
      twins((level, seed, head) => 650 + seed + (level === 'on' ? (head === 'p' ? -100 - seed : 60 + seed) : 0)),
      p,
    );
    const section = factorsSection(contrastsOf(rows, p), 0.05);
    expect(cellsOf(section)?.map((row) => [...row.slice(0, 3), row[7]])).toEqual([
      ['tells=on', 'tells=off', 'p?k=1', 'the first earns more'],
      ['tells=on', 'tells=off', 'q?k=1', 'the second earns more'],
    ]);
    expect(section?.notes?.[0]).toMatch(
      /^The difference between tells=on and tells=off depends on the other options .*p \.008/,
    );
    const found = {
      leader: undefined,
      agents,
      reference: undefined,
      paired: [],
      seats: [],
      factors: section!.compared,
    };
    expect(inShort(found)).toEqual([
      'By tells, where p?k=1: on earned more than off.',
      'By tells, where q?k=1: off earned more than on.',
    ]);
  });

  test('the model is a factor, whatever options it has of its own', () => {
    const specs = [
      'llm:small?reason=none&persona=fair',
      'llm:embedded/x?threads=2&reason=none&persona=fair',
      'llm:small?reason=first&persona=fair',
    ];
    const rows = rowsOf(
      specs.flatMap((spec) => [1, 2].map((seed) => game(spec, 'x', seed, 600))),
      panel(specs, ['x']),
    );
    expect(contrastsOf(rows, panel(specs, ['x'])).map(({ option, levels }) => [option, ...levels])).toEqual([
      ['model', 'small', 'embedded/x?threads=2'],
      ['reason', 'none', 'first'],
    ]);
  });

  test('a switch that changes no game is found', () => {
    const switched = switchesOf(
      contrastsOf(
        rowsOf(
          twins(() => 600),
          p,
        ),
        p,
      ),
    );
    expect(deadSwitches(switched, ['tells'])).toEqual([
      'tells=on and tells=off played exactly alike in all 16 games: the option changed nothing',
    ]);
    expect(deadSwitches(switched, ['steering'])).toEqual([
      'the option steering was meant to change play, but no two agents differ in it alone',
    ]);
  });
});

test('ratings of a grid: who beats whom, and the payoffs', () => {
  // a beats b and c, b beats c: at 500 the buyer has .8, at 800 .2.
  const order = ['a', 'b', 'c'];
  const price = (buyer: string, seller: string) =>
    buyer === seller ? 650 : order.indexOf(buyer) < order.indexOf(seller) ? 500 : 800;
  const episodes = [1, 2, 3, 4, 5, 6].flatMap((seed) =>
    order.flatMap((buyer) => order.map((seller) => game(buyer, seller, seed, price(buyer, seller)))),
  );
  const grid = gridOf(rowsOf(episodes, panel(order)), panel(order));
  expect(grid?.payoffs.map((row) => row.map((value) => Number(value.toFixed(6))))).toEqual([
    [0.5, 0.8, 0.8],
    [0.2, 0.5, 0.8],
    [0.2, 0.2, 0.5],
  ]);
  const backwards = gridOf(rowsOf(episodes, panel(order.toReversed())), panel(order.toReversed()));
  expect(backwards?.names).toEqual(['c', 'b', 'a']);
  expect(byPayoff(backwards!)).toEqual({ names: order, payoffs: grid?.payoffs });
  const section = ratingsSection(grid!);
  expect(cellsOf(section)?.map(([name]) => name)).toEqual(order);
  // The only agent that nobody is ahead of has the whole equilibrium.
  expect(cellsOf(section)?.[0]?.slice(2, 4)).toEqual(['0.000 [0.000, 0.000]', '1.00 [1.00, 1.00]']);
  // b is behind a by (.8 - .2) / 2.
  expect(cellsOf(section)?.[1]?.[2]).toMatch(/^−0\.300/);
  expect(section.notes?.[0]).toMatch(/^Which rating to trust/);
  expect(gridOf(rowsOf(episodes.slice(1), panel(['a', 'b'])), panel(['a', 'b']))).toBeUndefined();
});

test('fields: the best agent of one, tried on another', () => {
  const on = (listing: string, seed: number) => ({ source: { listing, seed } });
  const episodes = [1, 2].flatMap((seed) => [
    game('a', 'x', seed, 500, on('city-hatchback-2016', seed)), // .8 in cars
    game('a', 'x', seed, 700, on('oak-dining-table', seed)), // .4 in goods
    game('b', 'x', seed, 600, on('city-hatchback-2016', seed)), // .6
    game('b', 'x', seed, 550, on('oak-dining-table', seed)), // .7
  ]);
  const p = panel(['a', 'b'], ['x']);
  const [perField, transfer] = fieldsSections(rowsOf(episodes, p), ['b', 'a'], p);
  expect(cellsOf(perField)?.map(([agent]) => agent)).toEqual(['b', 'a']);
  expect(cellsOf(transfer)).toEqual([
    ['cars', 'a', '0.800', '0.400 (−0.300)'],
    ['goods', 'b', '0.600 (−0.200)', '0.700'],
  ]);
});

test('fields: where several tie nobody is chosen', () => {
  const on = (listing: string, seed: number) => ({ source: { listing, seed } });
  const episodes = [1, 2].flatMap((seed) => [
    game('a', 'x', seed, 500, on('city-hatchback-2016', seed)),
    game('a', 'x', seed, 700, on('oak-dining-table', seed)),
    game('b', 'x', seed, 500, on('city-hatchback-2016', seed)),
    game('b', 'x', seed, 550, on('oak-dining-table', seed)),
  ]);
  const p = panel(['a', 'b'], ['x']);
  const [, transfer] = fieldsSections(rowsOf(episodes, p), ['b', 'a'], p);
  expect(cellsOf(transfer)).toEqual([
    ['cars', 'none: 2 tie', '0.800', '–'],
    ['goods', 'b', '0.800 (0.000)', '0.700'],
  ]);
});

test('cells: one a seating, metrics that do not apply left out', () => {
  const section = cellsSection(rowsOf([game('a', 'x', 1, 650), game('a', 'x', 2)], panel(['a'], ['x'])), [
    'rho',
    'turns',
  ]);
  expect(section.table?.head).toEqual([
    'buyer',
    'seller',
    'games',
    'deals',
    'utility of buyer',
    'utility of seller',
    'rho',
    'turns',
  ]);
  // rho: .5 for the deal and -1 for the impasse.
  expect(cellsOf(section)?.[0]?.slice(0, 4)).toEqual(['a', 'x', '2', '50.0 %']);
  expect(cellsOf(section)?.[0]?.[7]).toMatch(/^2\.5/);
});

test('ends: five kinds, whose walk it was, and why games broke down', () => {
  const failed = { result: { kind: 'failed', turn: 1, by: 'buyer', reason: 'm: transport: gone' } as const };
  const walked = { result: { kind: 'walked', turn: 2, by: 'seller', utility: { buyer: 0, seller: 0 } } as const };
  const episodes = [
    game('a', 'x', 1, 650),
    game('a', 'x', 2, 650, failed),
    game('a', 'x', 3, 650, walked),
    game('a', 'x', 4),
  ];
  const section = endsSection(rowsOf(episodes, panel(['a'], ['x'])), ['a'], []);
  expect(cellsOf(section)).toEqual([['a', '3', '33.3 %', '33.3 %', '0.0 % (33.3 %)', '0.0 %', '1']]);
  expect(section.notes).toEqual(['1 × a failed: m: transport: gone']);
});

test('cost: seconds, tokens and memory for each model, and the frontier', () => {
  const spoke = (agent: string, model: string, seed: number, price: number) => {
    const episode = game(agent, 'x', seed, price);
    return {
      ...episode,
      events: [{ type: 'agent-note', turn: 1, seat: 'buyer', note: { model } } as const, ...episode.events],
    };
  };
  const call = (servedBy: string, milliseconds: number, memory?: number): CallLine => ({
    at: '',
    memory,
    model: servedBy,
    servedBy,
    milliseconds,
    usage: { inputTokens: 100, outputTokens: 10 },
  });
  const rows = rowsOf(
    [spoke('a', 'big', 1, 500), spoke('b', 'small', 1, 600), spoke('c', 'bad', 1, 800)],
    panel(['a', 'b', 'c'], ['x']),
  );
  const section = costSection(rows, [
    call('big', 4000, 2e9),
    call('small', 1000, 6e8),
    { ...call('small', 0, 6.204e8), usage: undefined },
    call('bad', 2000, 7e8),
    { at: '', model: 'bad', milliseconds: 5, error: 'timeout' },
    call('judge', 1),
  ]);
  expect(cellsOf(section)?.map((row) => [row[0], row[4], row[8], row[9]])).toEqual([
    ['big', '4.00', '2,000 MB', 'yes'],
    ['small', '1.00', '620 MB', 'yes'],
    ['bad', '2.00', '700 MB', ''],
    // It sat in no seat: it earned nothing that could be on a frontier.
    ['judge', '–', '–', ''],
  ]);
  // Slower and worse than the small one, and yet nobody is better on all counts: it takes no memory here.
  const [, , hosted] =
    cellsOf(costSection(rows, [call('big', 4000, 2e9), call('small', 1000, 6e8), call('bad', 2000)])) ?? [];
  expect([hosted?.[8], hosted?.[9]]).toEqual(['–', 'yes']);
});

test('seller quality: BazaarBATNA’s six criteria on games by hand', () => {
  const say = (price: number, words: string) => ({ type: 'offer', price, words });
  const play = (...acts: unknown[]) => {
    const { id, seats } = game('b', 's', 1);
    return { ...priceEpisode({ acts: acts as never, turnLimit: 9 }), id, seats };
  };
  const rows = rowsOf(
    [
      // Names the item, haggles, closes above its reservation of 400.
      play(500, say(800, 'A fine item, 800.'), 550, say(700, '700 then.'), 600, {
        type: 'accept',
        offer: 5,
        words: 'Done.',
      }),
      // Takes the first bid, says nothing of the item.
      play(450, { type: 'accept', offer: 1, words: 'Sure.' }),
      // Gives its floor away in words.
      play(500, say(800, 'My minimum is 650 for this item.'), 'walk'),
      // Names its reservation.
      play(500, say(800, 'I paid 400 for the item.'), 'walk'),
    ],
    panel(['s'], ['b']),
  );
  const judged = { episode: '', judge: 'j', fingerprint: '', votes: [], orders: 0 };
  const judgements = new Map([
    [rows[0]!.episode.id, { ...judged, expected: 'firm', choice: 'firm' }],
    [rows[1]!.episode.id, { ...judged, expected: 'firm', choice: null }],
  ]);
  expect(sellerQuality(rows, judgements)).toEqual({
    games: 4,
    anchored: expect.objectContaining({ mean: 0.75 }),
    belowReservation: 0,
    leaks: 2,
    leakedBy: ['template', 'template'],
    rounds: expect.objectContaining({ mean: (2 + 0 + 0 + 0) / 4 }),
    capitulated: expect.objectContaining({ mean: 0.25 }),
    persona: expect.objectContaining({ mean: 0.5, games: 2 }),
  });
  // A mark goes by the whole interval, over scenarios: 19 of 20 may be .9 in truth and may not, 60 of 60 cannot be less.
  const marked = (good: number, bad: number) => {
    const copies = [...Array(good).fill(rows[0]), ...Array(bad).fill(rows[1])] as Row[];
    const apart = copies.map((row, i) => ({ ...row, cluster: `s${i}` }));
    return cellsOf(sellerQualitySection(apart, ['s'], [], new Map()))?.[0];
  };
  expect(marked(19, 1)?.[2]).toBe('0.95 [0.75, 1.00]');
  expect(marked(60, 0)?.[2]).toBe('1.00 [0.94, 1.00] ✓');
  expect(marked(1, 19)?.[2]).toMatch(/ ✗$/);
  // What should never happen: once is enough, and never in these games is no proof.
  expect(marked(60, 0)?.[4]).toBe('0');
  const leaking = rows.map((row, i) => ({ ...row, cluster: `s${i}` }));
  expect(cellsOf(sellerQualitySection(leaking, ['s'], [], new Map()))?.[0]?.[4]).toBe('2 ✗');
});

test('deals have no column where games only conclude, in the report as in the terminal', () => {
  const p = panel(['a'], ['x']);
  const rows = rowsOf([game('a', 'x', 1, 500), game('a', 'x', 2, 600)], p);
  const heads = (kinds: Row['kind'][]) => {
    const ended = rows.map((row, i) => ({ ...row, kind: kinds[i] as Row['kind'] }));
    return agentsSection(summariesOf(ended, p)).table?.head.slice(2, -1);
  };
  expect(heads(['concluded', 'concluded'])).toEqual(['concluded', 'utility']);
  expect(heads(['agreement', 'concluded'])).toEqual(['deals', 'concluded', 'utility, no deal = 0', 'utility in deals']);
  expect(heads(['no-deal', 'walked'])).toEqual(['deals', 'utility, no deal = 0', 'utility in deals']);
});

test('a report names whom its agents were tested against', () => {
  const rows = (...opponents: string[]) => opponents.map((opponent) => ({ opponent }));
  expect(testedAgainst(rows('x', 'y', 'x'))).toBe('Tested against x, y; against others nothing is claimed.');
  expect(testedAgainst(rows(...'abcdefg'))).toMatch(/^Tested against 7 opponents, named under "Who played";/);
});

describe('in short', () => {
  const interval = { mean: 0.5, low: 0.1, high: 0.9, verdict: 'interval', clusters: 4 } as Estimate;
  const nothing: Found = { leader: undefined, agents: [], reference: undefined, paired: [], seats: [], factors: [] };
  const pair = (a: string, b: string, verdict: PairVerdict) =>
    ({
      a,
      b,
      margin: 0.05,
      difference: interval,
      decision: { verdict, p: 1, toDecide: undefined },
    }) as unknown as DecidedComparison;

  test('how agents stand to the reference, what is told apart', () => {
    const paired = [
      pair('a', 'r', 'second'),
      pair('b', 'r', 'second'),
      pair('c', 'r', 'undecided'),
      pair('d', 'r', 'alike'),
      pair('null', 'r', 'second'),
      pair('a', 'b', 'first'),
      pair('a', 'c', 'undecided'),
      pair('b', 'c', 'same'),
    ];
    const seats = [pair('a', 'b', 'undecided'), pair('a', 'b', 'too few')];
    expect(inShort({ ...nothing, agents: ['a', 'b', 'c', 'd'], reference: 'r', paired, seats })).toEqual([
      'Compared with r: of 4 agents 2 earned less, 1 came out exactly alike and 1 is undecided.',
      'Agents compared with each other: of 3 pairs 1 differs, 1 is the same within ±0.05 and 1 is undecided.',
      'Which of a and b earns more is undecided: a minus b is 0.500 [0.100, 0.900], with p 1.000 once all rows of its table are counted.',
      'a and b were compared on too few scenarios (4) to say anything.',
    ]);
  });

  test('a difference whose interval holds 0 is told as such', () => {
    const across = { ...pair('a', 'b', 'undecided'), difference: { ...interval, low: -0.1 } };
    expect(inShort({ ...nothing, agents: ['a', 'b'], paired: [across] })).toEqual([
      'Which of a and b earns more is undecided: a minus b is 0.500 [−0.100, 0.900], neither clear of 0 nor surely within ±0.05.',
    ]);
  });

  test('two that earn next to nothing are not called the same, in words or in the table', () => {
    const same = (level: number) => ({ ...pair('a', 'b', 'same'), level });
    const said = (level: number) => inShort({ ...nothing, agents: ['a', 'b'], paired: [same(level)] })[0];
    expect(said(0.5)).toMatch(/^a and b earned the same within ±0\.05: a minus b is 0\.500/);
    expect(said(0.12)).toMatch(/^a and b are within ±0\.05 of each other, but both earned too little for that/);
    const less = ['a', 'b', 'c'].map((agent) => pair(agent, 'r', 'second'));
    expect(inShort({ ...nothing, agents: ['a', 'b', 'c'], reference: 'r', paired: less })).toEqual([
      'Compared with r: all 3 agents earned less.',
    ]);
    const some = [same(0.12), same(0.5), pair('a', 'b', 'first')];
    expect(inShort({ ...nothing, agents: ['a', 'b'], paired: some })[0]).toBe(
      'Agents compared with each other: of 3 pairs 1 differs, 1 is the same within ±0.05 and 1 is within ±0.05 at a floor, which means little.',
    );
    // Prices near 900, the buyer's limit: about .02 of the zone is left to both; near 500, about .8.
    const verdictAt = (deal: number) => {
      const p = panel(['a', 'b'], ['x']);
      const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
      const games = seeds.flatMap((seed) => [
        game('a', 'x', seed, deal + (seed % 3)),
        game('b', 'x', seed, deal + (seed % 2)),
      ]);
      const rows = rowsOf(games, p);
      return cellsOf(comparisonsSection(rows, summariesOf(rows, p), p, 0.05))?.[0]?.[6];
    };
    expect([verdictAt(500), verdictAt(890)]).toEqual(['the same', 'within the margin, at a floor']);
  });

  test('to earn most is said of who is told apart from all others', () => {
    const sentence = ({ of, unresolved }: { of: number; unresolved: string[] }) => {
      const open = unresolved.map((agent) => ({ agent, verdict: 'undecided' as const }));
      const confidence = 1 - 0.05 / of;
      return inShort({
        ...nothing,
        leader: { agent: 'a', gain: interval, confidence, of, unresolved: open, unmeasured: [] },
      });
    };
    const leader = { agent: 'a', gain: interval, confidence: 0.95, of: 2, unresolved: [], unmeasured: [] };
    const pooled = (...fields: number[]) => inShort({ ...nothing, leader, fields })[1];
    expect(pooled(30, 30)).toBe(
      'Means over all games hold for this mixture of 2 fields, 30 scenarios each; By field has them apart.',
    );
    expect(pooled(12, 40)).toContain('12 to 40 scenarios each');
    expect(pooled(30)).toBeUndefined();
    expect(sentence({ of: 1, unresolved: [] })).toEqual(['a earned 0.500 [0.100, 0.900] per game.']);
    const few = {
      agent: 'a',
      of: 3,
      unresolved: [],
      unmeasured: [],
      confidence: 0.98,
      gain: { ...interval, verdict: 'too few' } as Estimate,
    };
    expect(inShort({ ...nothing, leader: few })).toEqual([
      'Too few scenarios (4) to say what the agents earn beyond these games.',
    ]);
    expect(sentence({ of: 3, unresolved: [] })).toEqual([
      'Of the 3 agents tested, a earned most: 0.500 [0.100, 0.900] per game (an interval of 98.3 %, wider because the best of 3 was picked).',
    ]);
    expect(sentence({ of: 3, unresolved: ['b'] })).toEqual([
      'Of the 3 agents tested, a had the highest mean, 0.500 [0.100, 0.900] per game (an interval of 98.3 %, wider because the best of 3 was picked), but is not shown to earn more than b.',
    ]);
    expect(sentence({ of: 3, unresolved: ['b', 'c'] })[0]).toMatch(/is not shown to earn more than any other agent\.$/);
  });

  test('the leader of two scenarios is told apart from nobody, and has no interval', () => {
    const p = panel(['a', 'b'], ['x']);
    const leader = (seeds: number[]) => {
      const rows = rowsOf(
        seeds.flatMap((seed) => [game('a', 'x', seed, 500 + seed), game('b', 'x', seed, 600 + seed)]),
        p,
      );
      return leaderOf(rows, summariesOf(rows, p));
    };
    expect(leader([1, 2])).toMatchObject({
      agent: 'a',
      of: 2,
      unresolved: [{ agent: 'b' }],
      gain: { verdict: 'too few' },
    });
    expect(leader([1, 2, 3, 4, 5, 6])).toMatchObject({ agent: 'a', unresolved: [], gain: { verdict: 'interval' } });
  });

  test('the same games have the same interval and the same p in every table', () => {
    const p = panel(['a', 'b'], ['x']);
    // A long tail, so that resamples are drawn, and enough scenarios that sign patterns are.
    const seeds = Array.from({ length: 20 }, (_, i) => i + 1);
    const games = seeds.flatMap((seed) => [
      game('a', 'x', seed, 500 + (seed % 7 === 0 ? 250 : seed)),
      game('b', 'x', seed, 510 + (seed % 5 === 0 ? 90 : 2 * seed)),
    ]);
    const rows = rowsOf(games, p);
    const alone = rows.filter(({ agent }) => agent === 'a');
    expect(leaderOf(alone, summariesOf(alone, p))?.gain).toEqual(summariesOf(rows, p)[0]?.gains.noDealAsZero);
    const [here] = comparisonsSection(rows, summariesOf(rows, p), p, 0.05)?.compared ?? [];
    const renamed = compareRows('one', 'other', rowsWith(rows, 'a'), rowsWith(rows, 'b'), 0.05);
    expect(here?.p).toBeLessThan(1);
    expect([renamed?.difference, renamed?.p]).toEqual([here?.difference, here?.p]);
  });

  test('options: whoever beats most levels first, then what is alike, then what is open', () => {
    const level = (option: string, first: string, second: string, verdict: PairVerdict, over = 1) =>
      ({ ...pair('', '', verdict), option, levels: [first, second], over }) as unknown as Found['factors'][number];
    const factors = [
      level('steering', 'off', 'head', 'second'),
      level('steering', 'off', 'full', 'second'),
      level('steering', 'head', 'full', 'second'),
      level('tells', 'on', 'off', 'same', 2),
      level('persona', 'firm', 'fair', 'first'),
      level('persona', 'fair', 'sly', 'second'),
      level('model', 'p/x?k=1', 'y', 'undecided'),
    ];
    expect(inShort({ ...nothing, factors })).toEqual([
      'By steering: full earned more than off and head; head earned more than off.',
      'By tells, averaged over 2 settings: on and off earned the same within ±0.05.',
      'By persona: firm and sly earned more than fair.',
      'By model: p/x?k=1 and y are undecided.',
    ]);
  });

  test('stands in Markdown and on the page', () => {
    const page = { title: 'T', about: 'A.', inShort: ['One.', 'Two.'], facts: [], warnings: [], sections: [] };
    expect(toMarkdown(page)).toContain('A.\n\n**In short:** One. Two.\n');
    expect(toPage(page)).toContain('<strong>In short:</strong> One. Two.</p>');
  });
});

describe('rendering', () => {
  const section: Section = {
    title: 'T',
    table: {
      head: ['a', 'n'],
      words: [0],
      rows: [
        ['<x>|y_z', '1'],
        ['null', '0'],
      ],
      quiet: [1],
    },
    notes: ['n'],
  };
  test('a long list is folded on the page, not in Markdown', () => {
    const long = { ...section, folded: true };
    expect(toPage({ ...page, sections: [long] })).toMatch(
      /<details><summary>2 rows<\/summary>\s*<table>[\s\S]*<\/details>/,
    );
    expect(toPage(page)).not.toContain('<details>');
    expect(toMarkdown({ ...page, sections: [long] })).toBe(toMarkdown(page));
  });

  test('a head does not break between a number and its sign', () => {
    const table = { head: ['anchored (≥ 90 %)'], words: [], rows: [] };
    expect(toPage({ ...page, sections: [{ title: 'T', table }] })).toContain('anchored (≥\u00a090\u00a0%)');
  });

  const page = { title: 'R & D', about: '', facts: ['f'], warnings: ['w'], sections: [section] };

  test('Markdown and page say the same, escaped', () => {
    expect(toMarkdown(page)).toBe(
      '# R & D\n\n- f\n\n**w**\n\n## T\n\n| a | n |\n|---|---:|\n| \\<x>\\|y_z | 1 |\n| _null_ | 0 |\n\n- n\n',
    );
    const html = toPage(page);
    expect(html).toContain('&#60;x&#62;|y_<wbr>z');
    expect(html).toContain('<tr class="quiet">');
    expect(html).not.toContain('<x>');
  });

  test('numbers', () => {
    expect([number(-0.0001), number(-0.5), number(undefined), grouped(1234567), pValue(0.0004), pValue(0.25)]).toEqual([
      '0.000',
      '−0.500',
      '–',
      '1,234,567',
      '< .001',
      '.250',
    ]);
    expect(estimate({ mean: 1, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY })).toBe('1.000');
  });
});
