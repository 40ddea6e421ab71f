import { expect, test } from 'vitest';
import { type PriceAct, type PriceView, price } from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
import { createRng } from '../../rng.ts';
import { lookBack, lookBackWithSets, SHORT } from './look-back.ts';

const SEATS = ['buyer', 'seller'] as const;

test('by hand: the worst own offer is the seller’s lowest and the buyer’s highest; a repeated price counts once', () => {
  const view = (seat: 'buyer' | 'seller'): PriceView => ({
    ...price.view(price.start(samplers.janus(0)), seat),
    history: [
      ['buyer', { type: 'offer', price: 300 }],
      ['seller', { type: 'offer', price: 900 }],
      ['buyer', { type: 'offer', price: 500 }],
      ['seller', { type: 'say', words: 'No.' }],
      ['buyer', { type: 'offer', price: 400 }],
      ['seller', { type: 'offer', price: 800 }],
      ['buyer', { type: 'offer', price: 400 }],
    ].map(([seat, act], i) => ({ turn: i + 1, seat, act }) as PriceView['history'][number]),
  });
  expect(lookBack(view('buyer'))).toEqual({ ownOffers: 4, ownDistinct: 3, theirDistinct: 2, worstOwn: 500 });
  expect(lookBack(view('seller'))).toEqual({ ownOffers: 2, ownDistinct: 2, theirDistinct: 3, worstOwn: 800 });
});

test('one pass and sets count alike, over histories of few prices and other acts', () => {
  for (let seed = 0; seed < 500; seed++) {
    const rng = createRng(seed);
    const prices = 1 + rng.integer(12);
    const history = Array.from({ length: rng.integer(SHORT + 1) }, (_, i) => {
      const act: PriceAct =
        rng.float() < 0.9 ? { type: 'offer', price: 300 + rng.integer(prices) } : { type: 'reject' };
      return { turn: i + 1, seat: rng.pick(SEATS), act };
    });
    const view = { ...price.view(price.start(samplers.janus(seed)), rng.pick(SEATS)), history };
    expect(lookBack(view)).toEqual(lookBackWithSets(view));
  }
});
