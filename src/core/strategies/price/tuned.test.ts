import { expect, test } from 'vitest';
import { type PriceAct, type PriceScenario, type PriceView, price } from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
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
