import { describe, expect, test } from 'vitest';
import { createRng } from '../../../core/index.ts';
import { priceEpisode, type WrittenPrice } from '../../../core/metrics/episode.fixture.ts';
import { judgeByRules } from './rules.ts';

/**
 * The listing of the originals' pairs: asked 100, so the buyer's budget is 105 and the seller's reservation 78.
 * Share = (105 - price) / 27: 85 gives .7407, 86 gives .7037, 90 gives .5556.
 */
const game = (acts: WrittenPrice['acts'], zone: readonly [number, number] = [78, 105]) =>
  priceEpisode({ acts, zone, targets: [85, 100], listPrice: 100, range: [40, 120], turnLimit: 10 });
/** The seller accepts, as it mostly does: the case that theirs called a tie. */
const sellerTakes = (price: number) => game([60, 95, price, 'accept']);
const buyerTakes = (price: number) => game([60, 95, 70, price, 'accept']);
const open = (ask: number) => game([60, 99, 61, 98, 62, 97, 63, 96, 64, ask]);

describe('a deal counts whoever accepted', () => {
  test('the seller accepted in one game, nobody in the other', () => {
    expect(judgeByRules(sellerTakes(90), open(95), 'buyer')).toMatchObject({ winner: 'a', strength: 1 });
    expect(judgeByRules(open(95), sellerTakes(90), 'buyer')).toMatchObject({ winner: 'b' });
  });

  test('the seller accepted in one game and the buyer in the other: the share decides', () => {
    // .7407 against .5556: a gap of .185 is 3.7 bands, strength 1 - .5 / 3.7.
    const { winner, strength } = judgeByRules(sellerTakes(85), buyerTakes(90), 'buyer');
    expect(winner).toBe('a');
    expect(strength).toBeCloseTo(1 - 0.5 / (5 / 27 / 0.05), 12);
    expect(judgeByRules(sellerTakes(85), buyerTakes(90), 'seller').winner).toBe('b');
  });
});

describe('ties are broken softly', () => {
  test('a gap of .037 is a tie that leans to the shorter game, or else to the larger share', () => {
    expect(judgeByRules(sellerTakes(86), buyerTakes(85), 'buyer')).toMatchObject({
      winner: 'tie',
      leaning: 'a',
      strength: 0.25,
    });
    const { winner, leaning, strength } = judgeByRules(sellerTakes(86), sellerTakes(85), 'buyer');
    expect([winner, leaning]).toEqual(['tie', 'b']);
    expect(strength).toBeCloseTo((0.25 * (1 / 27)) / 0.05, 12);
  });

  test('the same game twice leans nowhere', () => {
    expect(judgeByRules(sellerTakes(85), sellerTakes(85), 'buyer')).toMatchObject({
      winner: 'tie',
      leaning: undefined,
      strength: 0,
    });
  });

  test('no deal in either: the lower last ask wins, within 2 % of the budget of 105 it is a tie', () => {
    expect(judgeByRules(open(90), open(95), 'buyer').winner).toBe('a');
    expect(judgeByRules(open(93), open(95), 'buyer')).toMatchObject({ winner: 'tie', leaning: 'a' });
  });
});

test('a deal past the own reservation is worse than none', () => {
  const empty = [95, 80] as const;
  const [ruin, walk] = [game([60, 90, 'accept'], empty), game([60, 'walk'], empty)];
  expect(judgeByRules(ruin, walk, 'buyer').winner).toBe('b');
});

test('a failed game is not judged, and two scenarios are refused', () => {
  const whole = sellerTakes(85);
  const failed = { ...whole, result: { kind: 'failed', turn: 2, by: 'seller', reason: 'line down' } } as const;
  expect(judgeByRules(whole, failed, 'buyer')).toMatchObject({ winner: 'tie', leaning: undefined });
  expect(() => judgeByRules(whole, game([60, 95], [70, 105]), 'buyer')).toThrow(/two games on the same one/);
});

test('the order of the two games never matters', () => {
  const rng = createRng(9);
  const price = () => 79 + rng.integer(26);
  const games = Array.from({ length: 24 }, (_, i) =>
    i % 3 === 0 ? sellerTakes(price()) : i % 3 === 1 ? buyerTakes(price()) : open(price()),
  );
  const other = { a: 'b', b: 'a', tie: 'tie' } as const;
  for (const a of games) {
    for (const b of games) {
      const [there, back] = [judgeByRules(a, b, 'buyer'), judgeByRules(b, a, 'buyer')];
      expect(back.winner).toBe(other[there.winner]);
      expect(back.leaning).toBe(there.leaning && other[there.leaning]);
      expect(back.strength).toBeCloseTo(there.strength, 12);
    }
  }
});
