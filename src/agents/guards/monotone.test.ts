import { expect, test } from 'vitest';
import type { PriceAct } from '../../core/index.ts';
import { priceSpeech } from '../speech/price.ts';
import { viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });

test('a buyer at 140 does not slide back to 139', () => {
  // BazaarBATNA's steering let offers go backwards, 140 to 139.
  const view = viewOf('buyer', { reservation: 200, target: 100 }, [offer(140), offer(180)]);
  expect(priceSpeech.judges.monotone(view, offer(139))?.instead).toEqual(offer(140));
  expect(priceSpeech.judges.monotone(view, offer(140))).toBeUndefined();
  expect(priceSpeech.judges.monotone(view, offer(150))).toBeUndefined();
});

test('the best offer so far counts, not the last one', () => {
  const view = viewOf('seller', { reservation: 100, target: 300 }, [offer(200), offer(90), offer(250), offer(95)]);
  expect(priceSpeech.judges.monotone(view, offer(220))?.instead).toEqual(offer(200));
});

test('it minds no act but an offer', () => {
  const view = viewOf('seller', { reservation: 100, target: 300 }, [offer(200), offer(90)]);
  for (const act of [{ type: 'walk' }, { type: 'reject' }, { type: 'accept', offer: 2 }] as PriceAct[]) {
    expect(priceSpeech.judges.monotone(view, act)).toBeUndefined();
  }
});
