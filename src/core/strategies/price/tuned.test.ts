import { expect, test } from 'vitest';
import {
  type PriceAct,
  type PricePrivate,
  type PriceScenario,
  type PriceView,
  price,
} from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
import { cents } from '../../math.ts';
import type { Seat } from '../../types.ts';
import { beliefOf, bestEnd, TUNED, weigh } from './tuned.ts';

const exact = { ...TUNED, kept: 0, keptFlat: 0 };
const supposed = (limit: number, weight: number, last = 0) => ({ limit, weight, last, clock: true });

test('the last offer is the price of the highest expected worth, by hand', () => {
  // Limits .1 and .3: .1 is worth 1 and 1/3 there, .3 nothing and 1. At even odds 2/3 beside 1/2, at 3 to 7 .533 beside .7.
  const even = bestEnd({ limits: [supposed(0.1, 0.5), supposed(0.3, 0.5)], clock: 1 }, [], true, exact);
  expect(even.end).toBeCloseTo(0.1, 9);
  expect(even.worth).toBeCloseTo(2 / 3, 9);
  const wide = bestEnd({ limits: [supposed(0.1, 0.3), supposed(0.3, 0.7)], clock: 1 }, [], true, exact);
  expect(wide.end).toBeCloseTo(0.3, 9);
  expect(wide.worth).toBeCloseTo(0.7, 9);
  // Where .08 of a limit of .1 will be offered anyway, asking for .3 loses only the rest of it: .8 / 2 + 1 / 2.
  const waits = bestEnd({ limits: [supposed(0.1, 0.5, 0.08), supposed(0.3, 0.5, 0.05)], clock: 1 }, [], false, exact);
  expect(waits.end).toBeCloseTo(0.3, 9);
  expect(waits.worth).toBeCloseTo(0.9, 9);
});

test('offers along a curve tell its limit, and no limit lies behind an offer', () => {
  // From -.3 in a straight line to .3 at the end.
  const along = (times: readonly number[]) => times.map((time) => ({ time, worth: -0.3 + 0.6 * time }));
  const limitOf = (times: readonly number[]) => {
    const { limits } = beliefOf(along(times), 1, { ...TUNED, spread: 0.01 });
    return limits.reduce((sum, { limit, weight }) => sum + weight * limit, 0);
  };
  expect(Math.abs(limitOf([0, 0.2, 0.4, 0.6, 0.8]) - 0.3)).toBeLessThan(Math.abs(limitOf([0]) - 0.3) / 2);
  const { limits } = beliefOf(along([0, 0.9]), 1, TUNED);
  expect(Math.min(...limits.map(({ limit }) => limit))).toBeGreaterThan(0.23);
  expect(limits.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
});

/** The buyer's view in the last turn, after an offer of the seller. */
function atTheEnd(asked: (scenario: PriceScenario) => number): PriceView {
  const scenario = samplers.general(3, { opens: 'seller', turnLimit: 2 }) as PriceScenario;
  const act: PriceAct = { type: 'offer', price: asked(scenario) };
  return price.view(price.apply(price.start(scenario), [{ turn: 1, seat: 'seller', act }]), 'buyer');
}

test('in the last turn it takes whatever gains, and leaves what does not', () => {
  const limit = ({ private: { buyer } }: PriceScenario) => buyer?.reservation as number;
  const act = (view: PriceView) => weigh(view).act;
  expect(act(atTheEnd((scenario) => limit(scenario) - 1))).toEqual({ type: 'accept', offer: 1 });
  expect(act(atTheEnd((scenario) => limit(scenario) + 1))).toEqual({ type: 'walk' });
});

/** Its prices in a game against these acts, each of which must be legal, as its own are. */
function pricesAgainst(
  scenario: PriceScenario,
  seat: Seat,
  their: (view: PriceView, time: number) => PriceAct,
): number[] {
  const prices: number[] = [];
  let state = price.start(scenario);
  while (!state.outcome) {
    const turn = price.toAct(state)[0] as Seat;
    const view = price.view(state, turn);
    const act = turn === seat ? weigh(view).act : their(view, view.turn / view.public.turnLimit);
    expect(price.check(view, act)).toBe(undefined);
    if (turn === seat && act.type === 'offer') prices.push(act.price);
    state = price.apply(state, [{ turn: state.turn, seat: turn, act }]);
  }
  return prices;
}

/** Toward its limit by the square of time, but rejects at times. */
const rejecting =
  (turns: readonly number[]) =>
  ({ turn, own, theirs, public: { range } }: PriceView, time: number): PriceAct =>
    theirs && turns.includes(turn)
      ? { type: 'reject' }
      : { type: 'offer', price: cents(range.low + (own.reservation - range.low) * time ** 2) };

test('an own offer that was rejected is neither taken back nor said again', () => {
  for (const [seed, turns] of [
    [7, [15]],
    [7, [5, 6, 7, 8, 9]],
    [11, [3, 13]],
  ] as const) {
    const prices = pricesAgainst(
      samplers.general(seed, { opens: 'buyer' }) as PriceScenario,
      'seller',
      rejecting(turns),
    );
    expect(prices.length).toBeGreaterThan(5);
    expect(prices).toEqual([...new Set(prices)].sort((a, b) => b - a));
  }
});

const lamp = (more: Partial<PriceScenario['public']>, seller: PricePrivate, listPrice: number): PriceScenario => ({
  domain: 'price',
  version: price.version,
  id: 'lamp',
  public: {
    item: { title: 'A lamp', category: 'lighting', description: '', listPrice, currency: 'USD' },
    range: { low: 0, high: 100 },
    turnLimit: 10,
    opens: 'seller',
    crossing: 'close',
    ...more,
  },
  private: { buyer: { reservation: 60, target: 20 }, seller },
});

test('a list price of 0, ends of the range between two cents, and a limit with all its digits', () => {
  const ends = { low: 10.004, high: 99.994 };
  for (const scenario of [
    lamp({}, { reservation: 20, target: 50 }, 0),
    lamp({ range: ends }, { reservation: 99.992, target: 99.992 }, 110),
    lamp({ range: { ...ends, low: 0 }, precision: 'none' }, { reservation: 99.993, target: 99.993 }, 110),
    lamp({ precision: 'none' }, { reservation: 20 + 1 / 3, target: 50 }, 110),
  ]) {
    const prices = pricesAgainst(scenario, 'seller', rejecting([4]));
    for (const one of prices) expect(one).toBeGreaterThanOrEqual(scenario.private.seller?.reservation as number);
  }
});

test('in the place of somebody who went past its limit it does not go on from there', () => {
  const scenario = lamp({ ownOffers: 'monotone' }, { reservation: 40, target: 70 }, 110);
  const acts: PriceAct[] = [
    { type: 'offer', price: 30 },
    { type: 'offer', price: 10 },
  ];
  const state = acts.reduce(
    (at, act) => price.apply(at, [{ turn: at.turn, seat: price.toAct(at)[0] as Seat, act }]),
    price.start(scenario),
  );
  const view = price.view(state, 'seller');
  expect(weigh(view).act).toEqual({ type: 'reject' });
  expect(price.check(view, { type: 'reject' })).toBe(undefined);
});

test('where the range is wide for the list price it opens as far as its numbers say', () => {
  // A limit of 1 and a range up to 1,000 at a list price of 10: .72 of the way is 720.28.
  const scenario = lamp({ range: { low: 0, high: 1000 } }, { reservation: 1, target: 50 }, 10);
  const view = price.view(price.start(scenario), 'seller');
  expect(weigh(view).act).toMatchObject({ type: 'offer' });
  expect((weigh(view).act as { price: number }).price).toBeGreaterThan(600);
});
