import { expect, test } from 'vitest';
import { type ItemsScenario, type ItemsView, items, itemsSamplers, type PriceAct } from '../../core/index.ts';
import { itemsSpeech } from '../speech/items.ts';
import { priceSpeech } from '../speech/price.ts';
import { viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const seller = { reservation: 420, target: 900 };

test('an offer past the reservation is clamped to it, for either side', () => {
  expect(priceSpeech.judges.reservation(viewOf('seller', seller), offer(400))?.instead).toEqual(offer(420));
  expect(
    priceSpeech.judges.reservation(viewOf('buyer', { reservation: 420, target: 100 }), offer(500))?.instead,
  ).toEqual(offer(420));
  expect(priceSpeech.judges.reservation(viewOf('seller', seller), offer(420))).toBeUndefined();
});

test('a reservation with a fraction of a cent is not rounded past', () => {
  const buyer = viewOf('buyer', { reservation: 420.006, target: 100 });
  expect(priceSpeech.judges.reservation(buyer, offer(421))?.instead).toEqual(offer(420));
  const high = viewOf('seller', { reservation: 420.004, target: 900 });
  expect(priceSpeech.judges.reservation(high, offer(300))?.instead).toEqual(offer(420.01));
});

test('an accept past it is asked again once, then becomes a counter that gives nothing away', () => {
  // Turn 2 of 20: the aspiration is 900 - 480 * (2 / 20)^2 = 895.20.
  const view = viewOf('seller', seller, [offer(300)]);
  const objection = priceSpeech.judges.reservation(view, { type: 'accept', offer: 1 });
  expect(objection).toMatchObject({ asks: 1, instead: offer(895.2) });
  expect(
    priceSpeech.judges.reservation(viewOf('seller', seller, [offer(430)]), { type: 'accept', offer: 1 }),
  ).toBeUndefined();
});

test('the counter stays at the own last offer once that is below the aspiration', () => {
  const view = viewOf('seller', seller, [offer(500), offer(300)]);
  expect(priceSpeech.judges.reservation(view, { type: 'accept', offer: 2 })?.instead).toEqual(offer(500));
});

test('in items, a split below the reservation becomes the least one above it', () => {
  const drawn = itemsSamplers.dond(1) as ItemsScenario;
  const scenario: ItemsScenario = {
    ...drawn,
    public: { ...drawn.public, items: [{ name: 'book', count: 4 }], opens: 'a' },
    private: { a: { values: [1], reservation: 0.6 }, b: { values: [1] } },
  };
  const view = items.view(items.start(scenario), 'a') as ItemsView;
  const split = (a: number) => ({ type: 'offer', split: { a: [a], b: [4 - a] } }) as const;
  // Two books of four are worth 0.5, three are worth 0.75.
  expect(itemsSpeech.judges.reservation(view, split(2))?.instead).toEqual(split(3));
  expect(itemsSpeech.judges.reservation(view, split(3))).toBeUndefined();
});

test('in items, a split worth exactly the reservation keeps to it, whatever a division makes of it', () => {
  const drawn = itemsSamplers.janus(1) as ItemsScenario;
  const scenario: ItemsScenario = {
    ...drawn,
    public: { ...drawn.public, opens: 'a' },
    private: { a: { values: [0.6, 1, 0.6, 0.8], reservation: 0.4 }, b: { values: [1, 1, 1, 1] } },
  };
  const view = items.view(items.start(scenario), 'a') as ItemsView;
  // 1.2 of 3.0, which a computer takes for a little less than 0.4.
  const act = { type: 'offer', split: { a: [1, 0, 1, 0], b: [0, 1, 0, 1] } } as const;
  expect(itemsSpeech.judges.reservation(view, act)).toBeUndefined();
});
