import { expect, test } from 'vitest';
import type { PriceAct } from '../../core/index.ts';
import { priceSpeech } from '../speech/price.ts';
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
  expect(priceSpeech.judges.aspiration(at(4, 735), accept)?.instead).toEqual(offer(736));
  expect(priceSpeech.judges.aspiration(at(4, 736), accept)).toBeUndefined();
  expect(priceSpeech.judges.aspiration(at(8, 543), accept)?.instead).toEqual(offer(544));
  expect(priceSpeech.judges.aspiration(at(8, 544), accept)).toBeUndefined();
});

test('at its last turn it takes what there is', () => {
  expect(priceSpeech.judges.aspiration(at(10, 401), accept)).toBeUndefined();
  const last = viewOf('seller', { ...seller, turnLimit: 5 }, [wait, offer(401), wait, wait]);
  expect(last.turn).toBe(5);
  expect(priceSpeech.judges.aspiration(last, { type: 'accept', offer: 2 })).toBeUndefined();
  const secondLast = viewOf('seller', { ...seller, turnLimit: 5 }, [offer(401), wait, wait]);
  expect(priceSpeech.judges.aspiration(secondLast, accept)).toBeUndefined();
});

test('its last turn is that before its own deadline, and its hopes fall toward that', () => {
  const dated = (turnLimit: number, deadline?: number) =>
    viewOf('seller', { ...seller, turnLimit, ...(deadline && { deadline }) }, [offer(401), wait, wait]);
  expect(priceSpeech.judges.aspiration(dated(20, 5), accept)).toBeUndefined();
  expect(priceSpeech.judges.aspiration(dated(20), accept)).toBeDefined();
  // By hand: 800 - 400 * (4 / 10)^2 = 736 with a deadline in turn 10 of 20, as in a game of ten turns.
  expect(priceSpeech.judges.aspiration(dated(20, 10), accept)?.instead).toEqual(offer(736));
});

test('what it has itself offered is good enough', () => {
  const view = viewOf('seller', seller, [offer(600), offer(610)]);
  expect(priceSpeech.judges.aspiration(view, { type: 'accept', offer: 2 })).toBeUndefined();
});

test('agreeing in words counts as accepting', () => {
  expect(
    priceSpeech.judges.aspiration(at(4, 500), { type: 'say', words: 'Agreed.', intent: 'agree' })?.instead,
  ).toEqual(offer(736));
  expect(
    priceSpeech.judges.aspiration(at(4, 500), { type: 'say', words: 'Fine weather.', intent: 'vague' }),
  ).toBeUndefined();
});

test('a target past the reservation hopes for nothing', () => {
  const view = viewOf('seller', { reservation: 400, target: 300, turnLimit: 10 }, [offer(400)]);
  expect(priceSpeech.judges.aspiration(view, accept)).toBeUndefined();
});

test('an offer that would close the game at what stands is judged as an accept of it', () => {
  const close = { ...seller, crossing: 'close' } as const;
  const met = viewOf('seller', close, [offer(500)]);
  // By hand: 800 - 400 * (2 / 10)^2 = 784 in turn 2.
  for (const price of [500, 450]) expect(priceSpeech.judges.aspiration(met, offer(price))?.instead).toEqual(offer(784));
  expect(priceSpeech.judges.aspiration(met, offer(501))).toBeUndefined();
  expect(priceSpeech.judges.aspiration(viewOf('seller', seller, [offer(500)]), offer(500))).toBeUndefined();
  expect(priceSpeech.judges.aspiration(viewOf('seller', close, [offer(790)]), offer(500))).toBeUndefined();
});
