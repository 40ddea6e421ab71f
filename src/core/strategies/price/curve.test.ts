import { expect, test } from 'vitest';
import { type PriceView, price } from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
import { createRng } from '../../rng.ts';
import { makeScript } from '../../strategy.ts';
import { curve } from './curve.ts';

/** A view in turn `turn` of 11, range 0 to 1000, own reservation 600, with a standing offer of the other side where given. */
function act(options: Record<string, string | number>, turn: number, theirs?: number) {
  const drawn = samplers.general(1, { opens: 'buyer', turnLimit: 11 });
  const state = price.start({
    ...drawn,
    public: { ...drawn.public, range: { low: 0, high: 1000 } },
    private: { ...drawn.private, buyer: { reservation: 600, target: 300 } },
  });
  const view = {
    ...price.view(state, 'buyer'),
    turn,
    ...(theirs !== undefined && { theirs: { turn: turn - 1, offer: { type: 'offer', price: theirs } } }),
  } as PriceView;
  return makeScript('curve', curve, options).act(view, { rng: createRng(1) } as never);
}

test('a buyer bids along the curve between its reservation of 600 and the best price of 0, by hand', () => {
  const points = { points: '1,0.5,0' };
  // Turn 1 of 11 is time 0, turn 6 the middle, turn 11 the end; turn 3 is a fifth of the way: share 0.8, 600 - 0.8 x 600.
  expect(act(points, 1)).toEqual({ type: 'offer', price: 0 });
  expect(act(points, 3)).toEqual({ type: 'offer', price: 120 });
  expect(act(points, 6)).toEqual({ type: 'offer', price: 300 });
  expect(act(points, 11)).toEqual({ type: 'offer', price: 600 });
});

test('it takes what is as good as its next bid, and with slack a little less', () => {
  expect(act({ points: '0.5,0.5' }, 6, 300)).toEqual({ type: 'accept', offer: 5 });
  expect(act({ points: '0.5,0.5' }, 6, 310)).toEqual({ type: 'offer', price: 300 });
  expect(act({ points: '0.5,0.5', slack: 0.1 }, 6, 360)).toEqual({ type: 'accept', offer: 5 });
});

test('points that are no shares are refused', () => {
  for (const points of ['1', '1,x', '0.5,1.5', ''])
    expect(() => makeScript('curve', curve, { points })).toThrow('points are two or more');
});
