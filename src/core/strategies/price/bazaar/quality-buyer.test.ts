import { expect, test } from 'vitest';
import { type PriceAct, type PriceView, price } from '../../../domains/price/price.ts';
import { samplers } from '../../../domains/price/samplers.ts';
import { createRng } from '../../../rng.ts';
import { makeScript } from '../../../strategy.ts';
import { bazaarQuality } from './quality-buyer.ts';

/** A list price of 1000, 17 turns (8 rounds), and a seller that opens and then asks what it is told. */
function bids(asks: readonly number[], reservation = 1200): unknown[] {
  const drawn = samplers.general(1, { opens: 'seller', turnLimit: 17 });
  const item = { ...drawn.public.item, listPrice: 1000 };
  let state = price.start({
    ...drawn,
    public: { ...drawn.public, item, range: { low: 1, high: 2000 }, crossing: 'continue' },
    private: { ...drawn.private, buyer: { reservation, target: 500 } },
  });
  const script = makeScript('quality', bazaarQuality);
  const made: unknown[] = [];
  for (const ask of asks) {
    const turn = () => price.view(state, 'seller').turn;
    state = price.apply(state, [{ turn: turn(), seat: 'seller', act: { type: 'offer', price: ask } }]);
    const view = price.view(state, 'buyer') as PriceView;
    const answer = script.act(view, { rng: createRng(1) } as never) as PriceAct;
    made.push(answer.type === 'offer' ? answer.price : answer.type);
    if (answer.type !== 'offer') break;
    state = price.apply(state, [{ turn: turn(), seat: 'buyer', act: answer }]);
  }
  return made;
}

test('bids by BazaarBATNA’s formula against an ask that stays at the list price, by hand', () => {
  // Round 2: 550 + .40 (min(950, 1000 x .975) - 550) = 710. Round 3: 710 + .45 (950 - 710) = 818. Round 4: 818 + .5 x 132 = 884.
  expect(bids([1000, 1000, 1000, 1000])).toEqual([550, 710, 818, 884]);
});

test('an ask that its next bid would meet is taken; its own limit is never passed', () => {
  // Round 2 would bid 550 + .40 (560 x .975 - 550), which is below the last bid: the least step makes it 570.
  expect(bids([1000, 560])).toEqual([550, 'accept']);
  expect(bids([1000, 1000, 1000], 700)).toEqual([550, 700, 700]);
});
