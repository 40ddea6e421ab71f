import { expect, test } from 'vitest';
import {
  type ItemsScenario,
  type ItemsView,
  items,
  itemsSamplers,
  type PriceAct,
  type Seat,
} from '../../core/index.ts';
import { itemsSpeech } from '../speech/items.ts';
import { priceSpeech } from '../speech/price.ts';
import { viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const agree: PriceAct = { type: 'say', words: 'Agreed, 32.', intent: 'agree' };
const buyer = { reservation: 40, target: 20 };

test('the scarf: both at 32, then 27 is not offered but 32 accepted', () => {
  // BazaarBATNA's buyer agreed, forgot, and countered lower.
  const view = viewOf('buyer', buyer, [offer(35), offer(32), offer(32)]);
  expect(priceSpeech.judges.keepAgreement(view, offer(27))?.instead).toEqual({ type: 'accept', offer: 3 });
  for (const act of [{ type: 'walk' }, { type: 'reject' }, agree, offer(32)] as PriceAct[]) {
    expect(priceSpeech.judges.keepAgreement(view, act)?.instead).toEqual({ type: 'accept', offer: 3 });
  }
  expect(priceSpeech.judges.keepAgreement(view, { type: 'accept', offer: 3 })).toBeUndefined();
});

test('words that agree to a standing offer bind as well', () => {
  const view = viewOf('buyer', buyer, [offer(32), agree, { type: 'say', words: 'Good.' }]);
  expect(priceSpeech.judges.keepAgreement(view, offer(27))?.instead).toEqual({ type: 'accept', offer: 1 });
});

test('where the other side asks for more again, the agreed price is held', () => {
  const view = viewOf('buyer', buyer, [offer(32), offer(32), offer(36)]);
  expect(priceSpeech.judges.keepAgreement(view, offer(27))?.instead).toEqual(offer(32));
  expect(priceSpeech.judges.keepAgreement(view, offer(33))).toBeUndefined();
  expect(priceSpeech.judges.keepAgreement(view, { type: 'walk' })).toBeUndefined();
});

test('a price agreed to in words is held though it was never offered', () => {
  const raised = viewOf('buyer', buyer, [offer(32), agree, offer(36)]);
  expect(priceSpeech.judges.keepAgreement(raised, offer(27))?.instead).toEqual(offer(32));
  // The other side now asks more than this seat can pay, and the agent would: the reservation's counter is the agreed price.
  const past = viewOf('buyer', buyer, [offer(32), agree, offer(45)]);
  expect(priceSpeech.judges.reservation(past, { type: 'accept', offer: 3 })?.instead).toEqual(offer(32));
});

test('the other side agreed in words to what this seat offers: no way back, no walk', () => {
  const view = viewOf('buyer', buyer, [offer(36), offer(32), agree]);
  expect(priceSpeech.judges.keepAgreement(view, offer(27))?.instead).toEqual(offer(32));
  expect(priceSpeech.judges.keepAgreement(view, { type: 'walk' })?.instead).toEqual(offer(32));
});

test('a reject frees, and so does a meeting past the own reservation', () => {
  expect(
    priceSpeech.judges.keepAgreement(viewOf('buyer', buyer, [offer(32), { type: 'reject' }]), offer(27)),
  ).toBeUndefined();
  const past = viewOf('buyer', { reservation: 30, target: 20 }, [offer(32), agree, offer(32)]);
  expect(priceSpeech.judges.keepAgreement(past, offer(27))).toBeUndefined();
});

test('in items, the split they met on is accepted, or offered again', () => {
  const drawn = itemsSamplers.dond(1) as ItemsScenario;
  const scenario: ItemsScenario = {
    ...drawn,
    public: { ...drawn.public, items: [{ name: 'book', count: 4 }], opens: 'a', crossing: 'continue' },
    private: { a: { values: [1], reservation: 0.25 }, b: { values: [1] } },
  };
  const split = (a: number) => ({ type: 'offer', split: { a: [a], b: [4 - a] } }) as const;
  const after = (...acts: ReturnType<typeof split>[]) => {
    let state = items.start(scenario);
    for (const act of acts) {
      state = items.apply(state, [{ turn: state.turn, seat: items.toAct(state)[0] as Seat, act }]);
    }
    return items.view(state, 'a') as ItemsView;
  };
  expect(itemsSpeech.judges.keepAgreement(after(split(2), split(2)), split(3))?.instead).toEqual({
    type: 'accept',
    offer: 2,
  });
  expect(itemsSpeech.judges.keepAgreement(after(split(2), split(2), split(2), split(1)), split(3))?.instead).toEqual(
    split(2),
  );
  expect(itemsSpeech.judges.keepAgreement(after(split(2), split(1)), split(3))).toBeUndefined();
});
