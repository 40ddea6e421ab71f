import { describe, expect, test } from 'vitest';
import { type PriceAct, type PriceScenario, type PriceScript, price } from '../../domains/price/price.ts';
import { createRng } from '../../rng.ts';
import { type Entry, makeScript } from '../../strategy.ts';
import type { Seat } from '../../types.ts';
import { priceRegistries } from './index.ts';

/** A range of 200 to 1500 and a zone at this place in it, and who acts second. */
function scene(seller: number, buyer: number, seat: Seat, turnLimit: number): PriceScenario {
  return {
    domain: 'price',
    version: price.version,
    id: 'scene',
    public: {
      item: { title: 'The item', category: 'item', description: '', listPrice: 1500, currency: 'USD' },
      range: { low: 200, high: 1500 },
      turnLimit,
      opens: seat === 'buyer' ? 'seller' : 'buyer',
      crossing: 'continue',
    },
    private: {
      buyer: { reservation: buyer, target: Math.max(200, buyer - 400) },
      seller: { reservation: seller, target: Math.min(1500, seller + 400) },
    },
  };
}

/** What the script answers in turn 2 to an opening at this price. */
function answerTo(script: PriceScript, scenario: PriceScenario, seat: Seat, opening: number): PriceAct {
  const opens = scenario.public.opens;
  const state = price.apply(price.start(scenario), [{ turn: 1, seat: opens, act: { type: 'offer', price: opening } }]);
  return script.act(price.view(state, seat), {
    rng: createRng(1),
    note() {},
    attempt: 0,
    state: () => undefined,
    refused: undefined,
    signal: undefined,
  });
}

const ends: [seat: Seat, seller: number, buyer: number, best: number][] = [
  ['seller', 1480, 1500, 1500],
  ['buyer', 200, 220, 200],
];

describe('a script takes the very price it would ask', () => {
  // Fixed with margin 100 asked for 1580, offered 1500, and refused 1500.
  test.each(ends)('fixed, as %s near the end of the range', (seat, seller, buyer, best) => {
    const { strategy } = priceRegistries['janus-a'].find(({ name }) => name === 'price_fixed_loose') as Entry;
    const script = makeScript('fixed', strategy, { margin: 100 }) as PriceScript;
    const scenario = scene(seller, buyer, seat, 20);
    expect(answerTo(script, scenario, seat, seat === 'seller' ? 1400 : 300)).toEqual({ type: 'offer', price: best });
    expect(answerTo(script, scenario, seat, best)).toEqual({ type: 'accept', offer: 1 });
  });

  // Whatever goes by the clock alone and draws nothing; up to the cent that its offer is rounded by.
  const clocked = Object.entries<readonly Entry[]>(priceRegistries).flatMap(([registry, entries]) =>
    entries
      .filter(({ strategy, options }) => strategy.memory?.(options as never) === 'clock')
      .filter(({ name }) => !/noisy|naive|random|null/.test(name))
      .map((entry) => [`${registry}:${entry.name}`, entry] as const),
  );
  test.each(clocked)('%s, anywhere in the range', (name, { strategy, options }) => {
    const script = makeScript(name, strategy, options) as PriceScript;
    let asked = 0;
    for (const turnLimit of [2, 5, 20]) {
      for (let low = 200; low <= 1480; low += 64) {
        for (const seat of ['buyer', 'seller']) {
          const scenario = scene(low, low + 20, seat, turnLimit);
          const first = answerTo(script, scenario, seat, seat === 'seller' ? 200 : 1500);
          if (first.type !== 'offer') continue;
          asked++;
          const cent = seat === 'seller' ? 0.01 : -0.01;
          const better = Math.round((first.price + cent) * 100) / 100;
          const { low: least, high: most } = scenario.public.range;
          const price = better < least || better > most ? first.price : better;
          expect(answerTo(script, scenario, seat, price), `${seat} at ${price}`).toEqual({ type: 'accept', offer: 1 });
        }
      }
    }
    expect(asked).toBeGreaterThan(50);
  });
});
