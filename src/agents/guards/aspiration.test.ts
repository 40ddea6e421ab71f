import { expect, test } from 'vitest';
import type { PriceAct } from '../../core/index.ts';
import { aspiration } from './aspiration.ts';
import { viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const seller = { reservation: 400, target: 800, turnLimit: 10 };
const wait: PriceAct = { type: 'say', words: 'Hm.' };
/** The buyer's offer stands, and it is the seller's turn `turn`. */
const at = (turn: number, amount: number) =>
  viewOf('seller', seller, [offer(amount), ...Array.from({ length: turn - 2 }, () => wait)]);
const accept: PriceAct = { type: 'accept', offer: 1 };

test('below the aspiration of the turn an accept becomes the counter', () => {
  // By hand: 800 - 400 * (4 / 10)^2 = 736 in turn 4, 800 - 400 * (8 / 10)^2 = 544 in turn 8.
  expect(aspiration.price(at(4, 735), accept)?.instead).toEqual(offer(736));
  expect(aspiration.price(at(4, 736), accept)).toBeUndefined();
  expect(aspiration.price(at(8, 543), accept)?.instead).toEqual(offer(544));
  expect(aspiration.price(at(8, 544), accept)).toBeUndefined();
});

test('at its last turn it takes what there is', () => {
  expect(aspiration.price(at(10, 401), accept)).toBeUndefined();
  const last = viewOf('seller', { ...seller, turnLimit: 5 }, [wait, offer(401), wait, wait]);
  expect(last.turn).toBe(5);
  expect(aspiration.price(last, { type: 'accept', offer: 2 })).toBeUndefined();
  const secondLast = viewOf('seller', { ...seller, turnLimit: 5 }, [offer(401), wait, wait]);
  expect(aspiration.price(secondLast, accept)).toBeUndefined();
});

test('what it has itself offered is good enough', () => {
  const view = viewOf('seller', seller, [offer(600), offer(610)]);
  expect(aspiration.price(view, { type: 'accept', offer: 2 })).toBeUndefined();
});

test('agreeing in words counts as accepting', () => {
  expect(aspiration.price(at(4, 500), { type: 'say', words: 'Agreed.', intent: 'agree' })?.instead).toEqual(offer(736));
  expect(aspiration.price(at(4, 500), { type: 'say', words: 'Fine weather.', intent: 'vague' })).toBeUndefined();
});

test('a target past the reservation hopes for nothing', () => {
  const view = viewOf('seller', { reservation: 400, target: 300, turnLimit: 10 }, [offer(400)]);
  expect(aspiration.price(view, accept)).toBeUndefined();
});
