import { describe, expect, test } from 'vitest';
import { bazaar } from '../../strategies/price/bazaar/index.ts';
import { type Entry, makeScript } from '../../strategy.ts';
import { type Episode, playEpisode } from '../../transcript.ts';
import type { Domain, Script } from '../../types.ts';
import { type PriceAct, type PriceView, price } from '../price/price.ts';
import { playTask } from './career.ts';
import { careerRecord, type DealRecord, graders, scoreTask } from './graders.ts';
import { bazaarRewards, timeDiscount } from './rewards.ts';
import { bazaarScenario } from './scenario.ts';
import { bazaarTaskNames, bazaarTasks } from './tasks.ts';

const record = (price: number | undefined, rounds: number, deadline?: number): DealRecord => ({
  price,
  rounds,
  budget: 100,
  cost: 30,
  deadline,
  capitulated: false,
});

describe('graders, on vectors made by running BazaarBATNA (budget 100, cost 30)', () => {
  test('G1 and G6: price 42', () => {
    expect(graders.G1([record(42, 5), record(99, 1)], 8)).toBeCloseTo(0.828571, 6);
    expect(graders.G6([record(42, 5)], 8)).toBeCloseTo(0.828571, 6);
  });
  test('G2: price 42 at round 5 and 6, deadline 5', () => {
    expect(graders.G2([record(42, 5, 5)], 8)).toBeCloseTo(0.828571, 6);
    expect(graders.G2([record(42, 6, 5)], 8)).toBeCloseTo(0.414286, 6);
  });
  test('G3: 42 at round 4, 32 at round 8, one walk', () => {
    expect(graders.G3([record(42, 4), record(32, 8), record(undefined, 3)], 8)).toBeCloseTo(0.461429, 6);
  });
  // By hand: mean of 58/70 and 0.
  test('G4: the mean of what is not negative', () => {
    expect(graders.G4([record(42, 4), record(120, 4)], 8)).toBeCloseTo(58 / 140, 9);
  });
  test('G5: 50 and 70', () => expect(graders.G5([record(50, 2), record(70, 2)], 2)).toBeCloseTo(0.603571, 6));
  // By hand: 32 gives 68/70 + 0.15 * 33/35 > 1.
  test('G5 is capped at 1', () => expect(graders.G5([record(32, 2)], 2)).toBe(1));
});

/** Plays written acts: a number offers, null walks, 'accept' takes what stands. */
function written(
  task: string,
  buyer: readonly (number | 'accept' | null)[],
  seller: readonly (number | 'accept' | null)[],
  words?: string,
): Episode {
  const reader = (acts: readonly (number | 'accept' | null)[]): Script => {
    const said = words === undefined ? {} : { words };
    let given = 0;
    return {
      name: 'reader',
      act(view) {
        const act = acts[given++] ?? null;
        const { theirs } = view as PriceView;
        const plain =
          act === 'accept'
            ? { type: 'accept', offer: theirs?.turn }
            : act === null
              ? { type: 'walk' }
              : { type: 'offer', price: act };
        return { ...plain, ...said };
      },
    };
  };
  const player = (acts: readonly (number | 'accept' | null)[]) => ({
    spec: 'reader',
    fingerprint: '',
    agent: reader(acts),
  });
  const players = { buyer: player(buyer), seller: player(seller) };
  return playEpisode({
    domain: price as Domain,
    scenario: bazaarScenario(task, { seed: 1 }),
    source: { task },
    players,
    seed: 1,
  });
}

describe('a transcript is graded in rounds: the buyer’s act and the seller’s answer', () => {
  test('42 accepted by the seller in round 5 is in time, by the buyer in round 6 is not', () => {
    const inTime = written('asymmetric_pressure', [30, 31, 32, 33, 42], [60, 55, 50, 49, 48, 'accept']);
    expect(scoreTask('asymmetric_pressure', [inTime])).toEqual({ score: expect.closeTo(0.828571, 6), success: true });
    const late = written('asymmetric_pressure', [30, 31, 32, 33, 34, 'accept'], [60, 55, 50, 49, 48, 42]);
    expect(scoreTask('asymmetric_pressure', [late])?.score).toBeCloseTo(0.414286, 6);
  });
  test('a hardened deadline ends the game after the seller’s answer', () => {
    const { result } = written('asymmetric_pressure+hard', [30, 31, 32, 33, 34, 35], [60, 59, 58, 57, 56, 55, 54]);
    expect(result).toMatchObject({ kind: 'no-deal', turn: 11 });
  });
  test('the opening ask cannot be accepted, but in the hardened version it can', () => {
    expect(written('single_deal', ['accept', 'accept', 'accept'], [60]).result).toMatchObject({
      kind: 'forfeited',
      reason: 'the opening offer is an invitation and cannot be accepted',
    });
    expect(written('single_deal+hard', ['accept'], [60]).result).toMatchObject({
      kind: 'agreement',
      deal: { price: 60 },
    });
  });
  test('no deal scores 0', () =>
    expect(scoreTask('single_deal', [written('single_deal', [30, null], [60, 55])])?.score).toBe(0));
});

describe('step rewards', () => {
  // BazaarBATNA's, for 8 rounds.
  test('time discount', () => {
    const published = [0.664, 0.571, 0.465, 0.351, 0.239, 0.141, 0.069, 0.026];
    for (const [i, value] of published.entries()) expect(timeDiscount(i + 1, 8)).toBeCloseTo(value, 3);
  });
  // By hand from its formulas: gap 24 -> 17 of 60, then 58/70 at round 3 of 8.
  test('gap narrowing and a deal', () => {
    const steps = bazaarRewards(written('single_deal', [30, 31, 42], [60, 54, 48, 'accept']));
    expect(steps.map(({ round }) => round)).toEqual([1, 2, 3]);
    expect(steps[0]).toEqual({ round: 1, reward: 0, components: {} });
    expect(steps[1]?.components).toEqual({ 'gap narrowing': (0.05 * 7) / 60 });
    expect(steps[2]?.reward).toBeCloseTo((58 / 70) * 0.4653, 3);
  });
  test('the third repeat and those after cost 0.1 each; a walk costs 0.3', () => {
    const steps = bazaarRewards(written('single_deal', [30, 30.4, 30, 30.4, 30, null], [60, 59, 59, 59, 59, 59]));
    expect(steps.map(({ components }) => components.stalling ?? 0)).toEqual([0, 0, 0, -0.1, -0.1, 0]);
    expect(steps.at(-1)?.reward).toBe(-0.3);
  });
  test('a seller who leaves costs 0.2, the end of time 0.15, an offer out of range 0.2, a hasty accept 0.1', () => {
    expect(bazaarRewards(written('single_deal', [20], [60, null])).at(-1)?.reward).toBe(-0.2);
    const bids = [30, 31, 32, 33, 34, 35, 36, 37];
    expect(bazaarRewards(written('single_deal', bids, [60, 59, 58, 57, 56, 55, 54, 53, 52])).at(-1)?.reward).toBe(
      -0.15,
    );
    expect(bazaarRewards(written('single_deal', [101, 30, null], [60, 59]))[0]?.components).toEqual({
      'out of range': -0.2,
    });
    expect(bazaarRewards(written('single_deal', ['accept', 30, null], [60, 59]))[0]?.reward).toBe(-0.1);
  });
  test('no words are long enough to hide a penalty behind', () => {
    const words = 'x'.repeat(600);
    const steps = (first: number | 'accept') =>
      bazaarRewards(written('single_deal', [first, 30, null], [60, 59], words));
    expect(steps(101)[0]?.components).toEqual({ 'out of range': -0.2 });
    expect(steps('accept')[0]?.components).toEqual({ 'accepted too soon': -0.1 });
  });
});

const player = (name: string) => {
  const { strategy, options } = (bazaar as readonly Entry[]).find((entry) => entry.name === name) as Entry;
  return { spec: name, fingerprint: name, agent: makeScript(name, strategy, options) };
};

describe('careers', () => {
  test('all deals are played, each about another thing, and the seller hears of capitulation', () => {
    // Pays the ask of 54 or so in round 2: more than 85 % of 60, so every deal is a capitulation.
    const soft: Script = {
      name: 'soft',
      act: (view) =>
        (view.turn === 2
          ? { type: 'offer', price: 29 }
          : { type: 'accept', offer: (view as unknown as { theirs: { turn: number } }).theirs.turn }) as PriceAct,
    };
    const players = { buyer: { spec: 'soft', fingerprint: '', agent: soft }, seller: player('seller') };
    const { episodes, graded } = playTask({ task: 'career_10', players, seed: 1 });
    expect(episodes).toHaveLength(10);
    expect(new Set(episodes.map(({ id }) => id)).size).toBe(10);
    expect(
      new Set(episodes.map(({ scenario }) => (scenario as { public: { item: { title: string } } }).public.item.title))
        .size,
    ).toBe(10);
    const heard = episodes.map(
      ({ scenario }) => (scenario.private.seller as { stall: { capitulation: number } }).stall.capitulation,
    );
    expect(heard).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    // BazaarBATNA: rate 0.07 * 1.5, times 1 - 0.3 once the rate is 1. First counters 60 * (1 - 0.105) = 53.7 and 55.59.
    const prices = episodes.map(({ result }) => (result as { deal: { price: number } }).deal.price);
    expect(prices).toEqual([53.7, ...Array(9).fill(55.59)]);
    // G3 by hand: round 2 of 8 keeps 0.925.
    expect(graded?.buyer?.score).toBeCloseTo((0.925 * ((100 - 53.7) / 70 + (9 * (100 - 55.59)) / 70)) / 10, 9);
  });

  test('the record is that of the last ten deals', () => {
    const records = Array.from({ length: 12 }, (_, i) => ({ ...record(i < 3 ? 90 : 65, 4), capitulated: i < 3 }));
    expect(careerRecord(records)).toEqual({
      deals: 10,
      capitulation: 0.1,
      surplus: expect.closeTo((9 * 0.5 + 1 / 7) / 10, 9),
      rounds: 4,
    });
  });

  test('a task with an agent that answers later gives the same episodes', async () => {
    const seller = player('seller');
    const buyer = player('smart');
    const later = {
      ...buyer,
      agent: { name: 'smart', act: async (...given: Parameters<Script['act']>) => buyer.agent.act(...given) },
    };
    const now = playTask({ task: 'read_the_tells', players: { buyer, seller }, seed: 4 });
    const then = await playTask({ task: 'read_the_tells', players: { buyer: later, seller }, seed: 4 });
    expect(then).toEqual(now);
    expect(now.episodes).toHaveLength(5);
  });
});

describe('tasks', () => {
  test('there are nine, each twice', () => {
    expect(bazaarTasks).toHaveLength(9);
    expect(bazaarTaskNames).toHaveLength(18);
  });
  test.each(bazaarTaskNames)('%s is a scenario of price, and hides what it should', (name) => {
    for (let seed = 0; seed < 50; seed++) {
      const scenario = bazaarScenario(name, { seed });
      expect(price.problem(scenario)).toBeUndefined();
      expect('sellerType' in scenario.public).toBe(!name.endsWith('+hard'));
    }
  });
  // BazaarBATNA: ask and budget at the list price, cost 0.7 of the street price.
  test('amazon_realistic runs on our listings', () => {
    const { public: facts, private: secrets } = bazaarScenario('amazon_realistic', { seed: 5 });
    expect(secrets.buyer?.reservation).toBe(facts.item.listPrice);
    expect(secrets.seller?.target).toBe(facts.item.listPrice);
    expect(secrets.seller?.reservation).toBeLessThan(0.7 * facts.item.listPrice);
  });
});
