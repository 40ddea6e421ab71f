import { describe, expect, test } from 'vitest';
import { runEpisode } from '../../episode.ts';
import { numpyRandom } from '../../numpy-random.ts';
import { createRng } from '../../rng.ts';
import { boulware } from '../../strategies/price/boulware.ts';
import { niceTitForTat } from '../../strategies/price/nice-tit-for-tat.ts';
import { relativeTitForTat } from '../../strategies/price/relative-tit-for-tat.ts';
import { termsCounterpart } from '../../strategies/price/terms/counterpart.ts';
import { termsCurve, termsFixed } from '../../strategies/price/terms/scripts.ts';
import { titForTat } from '../../strategies/price/tit-for-tat.ts';
import { makeScript, type Strategy } from '../../strategy.ts';
import { trust } from '../../trust.ts';
import type { Domain, Script } from '../../types.ts';
import { type PriceAct, type PricePrivate, type PriceScenario, type PriceView, price, zoneOf } from '../price/price.ts';
import type { TermsType } from './brief.ts';
import { typeOf } from './brief.ts';
import { families } from './families.ts';
import { difficultyBin, difficultyBins, difficultyOf } from './grade.ts';
import { openingOf, regimes, SUITE, samplePairedTerms, sampleTerms, termsCell, termsSeed } from './scenario.ts';

/** The place of an episode in the published suite. */
const at = (regime: number, family: number, role: number, opener: number, index: number) =>
  regime * 600 + family * 100 + role * 50 + opener * 25 + index;

const counterpart = trust(makeScript('counterpart', termsCounterpart));

/** The counterpart's prices and how it ended, against an agent that plays a list or a rule. */
function playOn(seed: number, agent: Script, sample: (seed: number) => PriceScenario = sampleTerms) {
  const scenario = sample(seed);
  const { agent: own } = termsCell(seed);
  const other = own === 'buyer' ? 'seller' : 'buyer';
  const { events, result } = runEpisode({
    domain: price as Domain,
    scenario,
    agents: { [own]: agent, [other]: counterpart } as Record<string, Script>,
    rng: createRng(1),
  });
  const acts = events.flatMap((event) => (event.type === 'action-taken' && event.seat === other ? [event.act] : []));
  const prices = acts.flatMap((act) => (act.type === 'offer' ? [(act as PriceAct & { price: number }).price] : []));
  return { scenario, own, acts, prices, result, width: zoneOf(scenario).width };
}

function byList(list: readonly (number | 'accept' | 'walk')[]): Script {
  return {
    name: 'list',
    act: (given) => {
      const view = given as unknown as PriceView;
      const next = list[Math.floor((view.turn - 1) / 2)];
      if (next === 'walk') return { type: 'walk' };
      return next === 'accept'
        ? { type: 'accept', offer: view.theirs?.turn }
        : ({ type: 'offer', price: next } as never);
    },
  };
}

describe('logged episodes of the original', () => {
  test.each([
    [
      at(0, 2, 0, 0, 3),
      [50, 55, 58, 61, 'accept'],
      [78.77830033536127, 69.57442772163819, 66.06381931576549, 66.06381931576549, 60.212970156014684],
      0.3017438420400084,
    ],
    [
      at(2, 3, 0, 0, 11),
      [20, 25, 28, 30, 31.5, 32, 32.5, 32.85, 'walk'],
      [
        60.568218180744374, 53.998230535300046, 49.87681803121562, 49.87681803121562, 48.61770420490359,
        48.61770420490359, 48.61770420490359, 46.663923782644474, 42.42676612736323,
      ],
      0.8420157550860753,
    ],
    [at(0, 1, 0, 1, 1), [30, 38, 'accept'], [84.66077492918635, 80.83852964401297], 0.6278396666232013],
  ] as const)('episode %s: prices and grade', (seed, list, prices, grade) => {
    const game = playOn(seed, byList(list));
    expect(game.prices).toHaveLength(prices.length);
    for (const [i, one] of prices.entries()) expect(game.prices[i]).toBeCloseTo(one, 12);
    expect(difficultyOf(game.scenario, game.own)).toBeCloseTo(grade, 14);
  });

  test.each([
    [at(0, 0, 0, 0, 0), 72.7721, 43.6633, 0.6181, 0.7236, 'neutral', 0.683, 74.3292],
    [at(1, 4, 1, 1, 24), 36.1426, 6.8322, 0.5476, 0.6046, 'conciliatory', 0.322, 29.4828],
    [at(2, 5, 1, 0, 7), 39.0883, 55.1997, 0.607, 0.0512, 'aggressive', 0.204, 31.4494],
  ] as const)('episode %s: latents', (seed, buyer, seller, ownUrgency, urgency, stance, reach, opening) => {
    const scenario = sampleTerms(seed);
    const { agent } = termsCell(seed);
    const seat = agent === 'buyer' ? 'seller' : 'buyer';
    const [own, other] = [typeOf(scenario, agent) as TermsType, typeOf(scenario, seat) as TermsType];
    const { reservation } = scenario.private[seat] as PricePrivate;
    expect(zoneOf(scenario).high).toBeCloseTo(buyer, 4);
    expect(zoneOf(scenario).low).toBeCloseTo(seller, 4);
    expect(own.urgency).toBeCloseTo(ownUrgency, 4);
    expect(other).toMatchObject({ stance, urgency: expect.closeTo(urgency, 4), reach: expect.closeTo(reach, 4) });
    const noise = numpyRandom(other.seeds.opening).normal(0, 2);
    expect(openingOf(other, { seat, reservation, low: 0, high: 100 }, noise)).toBeCloseTo(opening, 4);
  });
});

describe('the suite', () => {
  const suite = Array.from({ length: SUITE }, (_, seed) => ({
    seed,
    scenario: sampleTerms(seed),
    cell: termsCell(seed),
  }));

  test('25 episodes in each of 72 cells, and every scenario passes the rules', () => {
    const cells = new Map<string, number>();
    for (const { scenario, cell } of suite) {
      expect(price.problem(scenario)).toBeUndefined();
      const { regime, family, agent, opener } = cell;
      const key = [regime, family, agent, opener].join(' ');
      cells.set(key, (cells.get(key) ?? 0) + 1);
    }
    expect(cells.size).toBe(72);
    expect(new Set(cells.values())).toEqual(new Set([25]));
  });

  test('the five bins hold as many episodes as published', () => {
    const counts = (feasible: boolean) =>
      difficultyBins.map(
        (bin) =>
          suite.filter(
            ({ scenario, cell }) =>
              (cell.regime !== 'no-deal') === feasible &&
              difficultyBin(difficultyOf(scenario, cell.agent) as number) === bin,
          ).length,
      );
    expect(counts(true)).toEqual([357, 296, 271, 222, 54]);
    expect(counts(false)).toEqual([4, 64, 88, 138, 306]);
  });

  // Overlap and shift as published to the last digit; families as published to three.
  test.each([
    [0.3, 0.38323220074624614, 0.39059887889465683, [0.377, 0.382, 0.37, 0.369, 0.404, 0.419]],
    [0.1, 0.28288556094813355, 0.2965500264613098, [0.238, 0.304, 0.286, 0.299, 0.361, 0.25]],
    [0.01, 0.2557531436373767, 0.2903206888721261, [0.233, 0.29, 0.275, 0.283, 0.344, 0.213]],
  ] as const)('the baseline Fixed %s earns what was published', (share, overlap, shift, byFamily) => {
    const agent = trust(makeScript('fixed', termsFixed, { share }));
    const earned = suite
      .filter(({ cell }) => cell.regime !== 'no-deal')
      .map(({ seed, cell }) => ({ ...cell, utility: utilityOf(seed, agent) }));
    const mean = (some: typeof earned) => some.reduce((sum, { utility }) => sum + utility, 0) / some.length;
    expect(mean(earned.filter(({ regime }) => regime === 'overlap'))).toBeCloseTo(overlap, 12);
    expect(mean(earned.filter(({ regime }) => regime === 'urgency-shift'))).toBeCloseTo(shift, 12);
    for (const [i, family] of families.entries())
      expect(mean(earned.filter((one) => one.family === family))).toBeCloseTo(byFamily[i] as number, 3);
  });

  test('no later seed shares a number with the suite, and any 72 in a row have every cell', () => {
    // Of the counterpart: those of the agent's seat are no numbers of the benchmark.
    const drawnFrom = (seed: number, scenario: PriceScenario) =>
      (typeOf(scenario, termsCell(seed).agent === 'buyer' ? 'seller' : 'buyer') as TermsType).seeds.answers;
    const published = Math.max(...suite.map(({ scenario }, seed) => drawnFrom(seed, scenario)));
    for (const seed of [SUITE, SUITE + 1, 2 * SUITE, 1_000_000])
      expect(drawnFrom(seed, sampleTerms(seed))).toBeGreaterThan(published);
    const cells = Array.from({ length: 72 }, (_, i) => termsCell(5 * SUITE + 30 + i));
    expect(new Set(cells.map(({ regime, family, agent, opener }) => [regime, family, agent, opener].join())).size).toBe(
      72,
    );
  });

  test('the seeds of a family are its own, with all regimes, roles and openers, and none of the suite', () => {
    for (const family of families) {
      const cells = Array.from({ length: 12 }, (_, n) => termsSeed(family, n + 12 * 40));
      expect(Math.min(...cells)).toBeGreaterThanOrEqual(SUITE);
      expect(new Set(cells.map((seed) => termsCell(seed).family))).toEqual(new Set([family]));
      expect(new Set(cells.map((seed) => JSON.stringify({ ...termsCell(seed), index: 0, block: 0 }))).size).toBe(12);
    }
  });
});

describe('paired families', () => {
  const paired = Array.from({ length: 24 }, (_, i) =>
    families.map((_family, f) => at(i % 2, f, (i >> 1) % 2, (i >> 2) % 2, i)),
  );

  test('have the same reservations, types and draws', () => {
    for (const seeds of paired) {
      const kinds = seeds.map((seed) => {
        const scenario = samplePairedTerms(seed);
        const { family: _, ...type } = typeOf(scenario, 'seller') as TermsType;
        return JSON.stringify([zoneOf(scenario), type]);
      });
      expect(new Set(kinds).size).toBe(1);
    }
  });

  test.each([
    ['terms_fixed', termsFixed, { share: 0.1 }],
    ['terms_curve', termsCurve, {}],
    ['tit_for_tat', titForTat, { opening: 'margin', margin: 300 }],
    ['relative_tit_for_tat', relativeTitForTat, { opening: 'margin', margin: 300 }],
    ['nice_tit_for_tat', niceTitForTat, { opening: 'margin', margin: 300 }],
    ['boulware', boulware, { exponent: 2 }],
  ] as const)('%s, which reads no cues, earns the same with cues and without', (name, strategy, options) => {
    const agent = trust(makeScript(name, strategy as Strategy, options));
    const earned = (family: number) =>
      paired.map((seeds) => utilityOf(seeds[family] as number, agent, samplePairedTerms));
    expect(earned(0)).toEqual(earned(1));
    expect(earned(2)).toEqual(earned(3));
    // Conduct still counts.
    expect(earned(0)).not.toEqual(earned(5));
  });
});

describe('the rules', () => {
  test('an own offer may not go back, even after it was rejected', () => {
    const scenario = sampleTerms(at(0, 0, 0, 1, 0));
    let state = price.start(scenario);
    state = price.apply(state, [{ turn: 1, seat: 'buyer', act: { type: 'offer', price: 40.123456 } }]);
    state = price.apply(state, [{ turn: 2, seat: 'seller', act: { type: 'reject' } }]);
    const view = price.view(state, 'buyer');
    expect(price.check(view, { type: 'offer', price: 40.123456 })).toBeUndefined();
    expect(price.check(view, { type: 'offer', price: 40.1 })).toBe(
      'own offers may not go back here: after 40.123456 a buyer offers no less, got 40.1',
    );
  });

  test('words without an offer are met with the same price, and move no draw', () => {
    const seed = at(0, 2, 0, 0, 3);
    const plain = playOn(seed, byList([50, 55, 'accept'])).prices;
    const talking: Script = {
      name: 'talks',
      act: (view) =>
        view.turn === 4
          ? { type: 'say', words: 'Hm.' }
          : ([50, 0, 55, 'accept'] as const)[view.turn / 2 - 1] === 'accept'
            ? ({ type: 'accept', offer: (view as PriceView).theirs?.turn } as never)
            : ({ type: 'offer', price: view.turn === 2 ? 50 : 55 } as never),
    };
    const [first, second, repeated] = playOn(seed, talking).prices;
    expect([first, second]).toEqual(plain.slice(0, 2));
    expect(repeated).toBe(second);
  });

  test('where the agent opens, the tenth offer is answered and no price follows', () => {
    const game = playOn(at(2, 0, 0, 1, 2), byList(Array.from({ length: 10 }, () => 1)));
    expect(['walk', 'reject']).toContain(game.acts.at(-1)?.type);
    expect(regimes[2]).toBe(termsCell(at(2, 0, 0, 1, 2)).regime);
  });
});

test('any seed that a server may draw gives a game, and none of the suite', () => {
  const suite = new Set(Array.from({ length: SUITE }, (_, seed) => JSON.stringify(zoneOf(sampleTerms(seed)))));
  for (const n of [0, 2 ** 32, 2 ** 48 + 5, 2 ** 53 - 1])
    for (const family of families) {
      const seed = termsSeed(family, n);
      expect(Number.isSafeInteger(seed)).toBe(true);
      expect(price.problem(sampleTerms(seed))).toBeUndefined();
      expect(termsCell(seed)).toMatchObject({ family });
      expect(suite.has(JSON.stringify(zoneOf(sampleTerms(seed)))), `${family} ${n}`).toBe(false);
    }
});

test('in the regime overlap of the suite the one reservation gives the other away, in the others not', () => {
  const off = (regime: number) =>
    Math.max(
      ...Array.from({ length: 600 }, (_, i) => {
        const { low, high } = zoneOf(sampleTerms(regime * 600 + i));
        // Width 10 + 30u and middle 20 + 60u of one u: a buyer at 25 + 75u, a seller at 15 + 45u.
        return Math.abs(15 + (45 * (high - 25)) / 75 - low);
      }),
    );
  expect(off(0)).toBeLessThan(1e-9);
  expect(off(1)).toBeGreaterThan(1);
});

function utilityOf(seed: number, agent: Script, sample?: (seed: number) => PriceScenario): number {
  const { result, own } = playOn(seed, agent, sample);
  return result.kind === 'agreement' ? (result.utility[own] as number) : 0;
}

test('the seeds that a seat sees do not tell those of the other side', () => {
  const apart = [0, 1, 2, 3].map((seed) => {
    const scenario = sampleTerms(seed);
    const [buyer, seller] = ['buyer', 'seller'].map((seat) => typeOf(scenario, seat)?.seeds.answers);
    return (buyer as number) - (seller as number);
  });
  expect(new Set(apart).size).toBe(4);
});
