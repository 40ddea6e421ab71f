import { describe, expect, test } from 'vitest';
import { choose } from './choose.ts';
import { chanceOf, type Evidence, posterior } from './posterior.ts';
import { answerOf, type Hypothesis } from './seller-model.ts';

// By running BazaarBATNA, seller set-up for cost 30 and anchor 60: reserve 31.5, rate 0.10; impatient 0.15 and 6 rounds.
const clock: Hypothesis = {
  type: 'default',
  concedes: 'clock',
  cost: 30,
  reserve: 31.5,
  opening: 60,
  rate: 0.1,
  patience: 8,
};
const answering: Hypothesis = { ...clock, concedes: 'answer' };

function asks(seller: Hypothesis, bids: readonly number[]): number[] {
  let [ask, bestBefore] = [seller.opening, 0];
  return bids.map((bid, i) => {
    ask = answerOf(seller, { round: i + 1, ask, bid, bestBefore }).ask;
    bestBefore = Math.max(bestBefore, bid);
    return Math.round(100 * ask) / 100;
  });
}

describe('the model of a seller', () => {
  test('asks by BazaarBATNA’s schedules when bids stay low', () => {
    expect(asks(clock, [20, 20, 20, 20, 20])).toEqual([54, 48, 42, 36, 31.5]);
    const impatient: Hypothesis = { ...clock, type: 'impatient', rate: 0.15, patience: 6 };
    expect(asks(impatient, [20, 20, 20, 20])).toEqual([46.92, 35.28, 33, 31.5]);
  });

  test('or answers a rise above nine tenths of its reserve, at rate / 0.10 of it', () => {
    // By hand: the first bid and one that does not rise move nothing; 0.9 x 31.5 = 28.35; 30 rises by 1.65, 34 by 4 more.
    expect(asks(answering, [20, 20, 30, 34])).toEqual([60, 60, 58.35, 54.35]);
  });

  test('takes a bid near its ask, and late a bid above its reserve by chance', () => {
    expect(answerOf(answering, { round: 2, ask: 50, bid: 49, bestBefore: 40 }).takes).toBe(1);
    // By hand: (40 - 31.5) / (60 - 31.5) x 7/8.
    const late = answerOf(answering, { round: 7, ask: 50, bid: 40, bestBefore: 40 });
    expect(late.takes).toBeCloseTo((8.5 / 28.5) * 0.875, 12);
    expect(answerOf(answering, { round: 6, ask: 50, bid: 40, bestBefore: 40 }).takes).toBe(0);
  });
});

const evidence: Evidence = { listPrice: 60, category: 'bazaar', rounds: 8, opening: 60, exchanges: [], heard: [] };

describe('the posterior', () => {
  test('an opening above the list price speaks for a deceptive seller, and does not prove it', () => {
    // By hand. List price = 2 x cost x u, opening = 2 x cost x a x v, with u and v even on [.85, 1.15]; ratio r = a v / u. A type
    // weighs the integral of u / a over the u for which both are possible: at r = 1.15 deceptive (a = 1.15) .3 / 1.15 = .2609, default
    // and impatient, u up to 1, .1388, collaborative (a = .9), u up to .9, .0486. Of .5870 in all, deceptive is .444 and default .236;
    // with the share that is spread evenly .442 and .237. The mark-up of 2.2 gives the same.
    const high = posterior({ ...evidence, opening: 69 });
    expect(chanceOf(high, ({ type }) => type === 'deceptive')).toBeCloseTo(0.442, 2);
    expect(chanceOf(high, ({ type }) => type === 'default')).toBeCloseTo(0.237, 2);
    // At r = 1: .3, .1596 and .1937, of .9533 in all.
    const even = posterior(evidence);
    expect(chanceOf(even, ({ type }) => type === 'default')).toBeCloseTo(0.315, 2);
  });

  test('a shop opens within 15 % of its type’s share of the list price, or at its reserve', () => {
    const shop = { ...evidence, listPrice: 100, category: 'electronics' };
    // 1.2 x the list price is beyond all but deceptive, up to 1.3225.
    expect(chanceOf(posterior({ ...shop, opening: 120 }), ({ type }) => type === 'deceptive')).toBeGreaterThan(0.95);
    const low = posterior({ ...shop, opening: 80 });
    // Nobody opens below its reserve, which is 1.02 or 1.05 x its cost.
    expect(chanceOf(low, ({ cost }) => cost > 80 / 1.02 + 1)).toBeLessThan(0.02);
    // A default seller at 80 was lifted there by a reserve of 80.
    expect(chanceOf(low, ({ type, cost }) => type === 'default' && Math.abs(cost - 80 / 1.05) > 1.5)).toBeLessThan(
      0.01,
    );
  });

  test('an ask that stands still is no clock, and a rise betrays the cost', () => {
    const still = posterior({ ...evidence, exchanges: [{ bid: 20, ask: 60 }] });
    expect(chanceOf(still, ({ concedes }) => concedes === 'answer')).toBeGreaterThan(0.98);
    // The asks of a default seller with cost 30 and rate 0.10, as above.
    const told = posterior({
      ...evidence,
      exchanges: [
        { bid: 20, ask: 60 },
        { bid: 30, ask: 58.35 },
        { bid: 34, ask: 54.35 },
      ],
    });
    expect(chanceOf(told, ({ cost }) => Math.abs(cost - 30) < 1)).toBeGreaterThan(0.9);
  });

  test('in words, urgency speaks for the impatient', () => {
    const hurried = posterior({ ...evidence, heard: [{ urgency: 0.6 }, { urgency: 0.6 }] });
    expect(chanceOf(hurried, ({ type }) => type === 'impatient')).toBeGreaterThan(0.7);
  });

  test('what no seller of the model would do leaves beliefs that still sum to 1', () => {
    const odd = posterior({ ...evidence, exchanges: Array.from({ length: 12 }, (_, i) => ({ bid: 1, ask: 60 + i })) });
    expect(chanceOf(odd, () => true)).toBeCloseTo(1, 9);
  });
});

describe('the choice', () => {
  const sure = (seller: Hypothesis) => [{ seller, weight: 1 }];
  const position = { round: 8, lastRound: 8, ask: 31.5, acceptable: true, budget: 100, best: 20, low: 0 };

  test('takes the ask in the last round, where the seller stands at its reserve', () => {
    expect(choose(sure(clock), position)).toMatchObject({ type: 'accept', price: 31.5 });
  });

  test('waits for a clock', () => {
    // Bids of 20 are never taken, and the ask of 60 falls to 31.5 by round 5: worth 100 - 31.5.
    const choice = choose(sure({ ...clock, reserve: 22 / 0.9, cost: 23 }), { ...position, round: 1, ask: 60 });
    expect(choice.type).toBe('offer');
    expect(choice.value).toBeGreaterThan(65);
  });

  test('does not pay more than its budget', () => {
    expect(choose(sure(answering), { ...position, ask: 60, budget: 25 }).type).toBe('walk');
  });
});
