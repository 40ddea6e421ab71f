import { expect, test } from 'vitest';
import type { PriceAct } from '../../core/index.ts';
import { priceSpeech } from '../speech/price.ts';
import { type Own, viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const walk: PriceAct = { type: 'walk' };
const seller: Own = { reservation: 400, target: 800, turnLimit: 20 };
/** The buyer makes these offers, the seller waits in between, and it is the seller's turn. */
const after = (prices: readonly number[], own = seller) =>
  viewOf(
    'seller',
    own,
    prices.flatMap((amount, i): PriceAct[] => [...(i === 0 ? [] : [{ type: 'reject' } as const]), offer(amount)]),
  );

test('a walk at once becomes the counter', () => {
  // Turn 2 of 20: 800 - 400 * (2 / 20)^2 = 796.
  expect(priceSpeech.judges.walkByRule(after([100]), walk)?.instead).toEqual(offer(796));
});

test('with little time left and nothing in reach it may walk', () => {
  expect(priceSpeech.judges.walkByRule(after([100], { ...seller, turnLimit: 2 }), walk)).toBeUndefined();
  // Turn 4 of 5 is four fifths; turn 4 of 6 is not.
  expect(priceSpeech.judges.walkByRule(after([100, 200], { ...seller, turnLimit: 5 }), walk)).toBeUndefined();
  expect(priceSpeech.judges.walkByRule(after([100, 200], { ...seller, turnLimit: 6 }), walk)).toBeDefined();
});

test('never while the other side has offered enough', () => {
  expect(priceSpeech.judges.walkByRule(after([410], { ...seller, turnLimit: 2 }), walk)?.instead).toEqual({
    type: 'accept',
    offer: 1,
  });
  expect(priceSpeech.judges.walkByRule(after([410, 100], { ...seller, turnLimit: 5 }), walk)).toBeDefined();
});

test('it may walk early from steps too small to arrive', () => {
  // Turn 6 of 20 leaves the buyer 7 offers. By hand: 220 + 7 * 10 = 290 is short of 400; 260 + 7 * 20 = 400 is not.
  expect(priceSpeech.judges.walkByRule(after([200, 210, 220]), walk)).toBeUndefined();
  expect(priceSpeech.judges.walkByRule(after([230, 240, 260]), walk)).toBeDefined();
  expect(priceSpeech.judges.walkByRule(after([200, 210]), walk)).toBeDefined();
});

test('the same for a buyer', () => {
  const prices = [900, 890, 880];
  const acts = prices.flatMap((amount, i): PriceAct[] => [
    ...(i === 0 ? [] : [{ type: 'reject' } as const]),
    offer(amount),
  ]);
  const buyer = { reservation: 500, target: 200, turnLimit: 20 };
  expect(priceSpeech.judges.walkByRule(viewOf('buyer', buyer, acts), walk)).toBeUndefined();
  expect(priceSpeech.judges.walkByRule(viewOf('buyer', { ...buyer, reservation: 850 }, acts), walk)).toBeDefined();
});

test('little time is left when the own deadline is near', () => {
  expect(priceSpeech.judges.walkByRule(after([100], { ...seller, deadline: 2 }), walk)).toBeUndefined();
  expect(priceSpeech.judges.walkByRule(after([100, 200], { ...seller, deadline: 5 }), walk)).toBeUndefined();
});

test("in the own last act what stands and keeps to the reservation is taken, also where the other side's answer ends the game", () => {
  // Turn 4 of 5: the buyer moves last. By hand the aspiration would be 800 - 400 * (4 / 5)^2 = 544.
  const last = after([300, 410], { ...seller, turnLimit: 5 });
  expect(priceSpeech.judges.walkByRule(last, walk)?.instead).toEqual({ type: 'accept', offer: 3 });
  const earlier = after([300, 410], { ...seller, turnLimit: 6 });
  expect(priceSpeech.judges.walkByRule(earlier, walk)?.instead).toMatchObject({ type: 'offer' });
});
