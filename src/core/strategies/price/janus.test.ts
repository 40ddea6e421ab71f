/**
 * The Janus lab's golden vectors, to the cent: T = 20, a buyer with reservation 900 against an opponent frozen at 1500, and a
 * seller as its mirror image around 650 (reservation 400 against 200 + ...). Source: the scripts of the two original
 * repositories, run and recorded.
 */
import { describe, expect, test } from 'vitest';
import { type PriceScenario, type PriceView, price } from '../../domains/price/price.ts';
import { samplers } from '../../domains/price/samplers.ts';
import { runEpisode } from '../../episode.ts';
import { createRng } from '../../rng.ts';
import { completeOptions, type Entry, makeScript } from '../../strategy.ts';
import type { Context, Domain, Seat } from '../../types.ts';
import { priceRegistries } from './index.ts';

const TURNS = [1, 5, 10, 15, 19, 20];

const REPO_A: Record<string, readonly number[]> = {
  boulware_very_conceding: [719.71, 803.14, 848.22, 877.64, 895.92, 895.92],
  boulware_conceding: [589.44, 700, 782.84, 846.41, 889.87, 889.87],
  boulware_linear: [520, 600, 700, 800, 880, 880],
  linear_standard: [520, 600, 700, 800, 880, 880],
  boulware_firm: [501, 525, 600, 725, 861, 861],
  boulware_hard: [500, 501.56, 525, 626.56, 825.8, 825.8],
  price_fixed_strict: [880, 880, 880, 880, 880, 880],
  price_fixed_loose: [800, 800, 800, 800, 800, 800],
  tit_for_tat: [800, 800, 800, 800, 800, 800],
  split_difference: [500, 900, 900, 900, 900, 900],
  time_dependent: [710, 750, 800, 850, 890, 890],
  hardliner: [500, 500, 500, 500, 895, 895],
};

const REPO_B: Record<string, readonly number[]> = {
  boulware_very_conceding: [674.64, 778.93, 835.28, 872.04, 894.9, 894.9],
  boulware_conceding: [511.8, 650, 753.55, 833.01, 887.34, 887.34],
  linear_standard: [425, 525, 650, 775, 875, 875],
  boulware_firm: [401.25, 431.25, 525, 681.25, 851.25, 851.25],
  boulware_hard: [400, 401.95, 431.25, 558.2, 807.25, 807.25],
  fair: [602.5, 612.5, 625, 637.5, 647.5, 650],
  fair_slow: [507.5, 537.5, 575, 612.5, 642.5, 650],
  naive_boulware: [899.94, 892.19, 837.5, 689.06, 471.31, 471.31],
};

/** Every price offered in 20 turns against an opponent that opens and repeats one price and never accepts. */
function offersAgainstFrozen(entry: Entry, seat: Seat): number[] {
  const base = samplers.janus(0);
  const reservation = { buyer: 900, seller: 400 };
  const scenario: PriceScenario = {
    ...base,
    private: {
      buyer: { reservation: reservation.buyer, target: 500 },
      seller: { reservation: reservation.seller, target: 800 },
    },
  };
  const script = makeScript(entry.name, entry.strategy, entry.options);
  const frozen = seat === 'buyer' ? 1500 : 200;
  const start = price.view(price.start(scenario), seat) as PriceView;
  const prices: number[] = [];
  const history: PriceView['history'][number][] = [];
  const other = seat === 'buyer' ? 'seller' : 'buyer';
  for (let turn = 1; turn <= 20; turn++) {
    // As when the vectors were made, the script is asked at every turn and has seen the other side's price before each but the first.
    const theirs = turn === 1 ? undefined : { turn: turn - 1, offer: { type: 'offer' as const, price: frozen } };
    if (theirs) history.push({ turn: theirs.turn, seat: other, act: theirs.offer });
    const view: PriceView = { ...start, turn, history: [...history], theirs };
    const context: Context = {
      rng: createRng(turn),
      note: () => undefined,
      attempt: 0,
      state: () => undefined,
      refused: undefined,
      signal: undefined,
    };
    const act = script.act(view, context) as { type: string; price: number };
    expect(act.type).toBe('offer');
    prices.push(act.price);
    history.push({ turn, seat, act: { type: 'offer', price: act.price } });
  }
  return prices;
}

describe.each([
  ['janus-a', REPO_A],
  ['janus-b', REPO_B],
] as const)('golden vectors of %s', (registry, vectors) => {
  const find = (name: string) => priceRegistries[registry].find((entry) => entry.name === name) as Entry;

  test.each(Object.entries(vectors))('%s as buyer', (name, expected) => {
    const offers = offersAgainstFrozen(find(name), 'buyer');
    expect(TURNS.map((turn) => offers[turn - 1])).toEqual(expected);
  });

  test.each(Object.entries(vectors))('%s as seller is the mirror image around 650', (name, expected) => {
    const offers = offersAgainstFrozen(find(name), 'seller');
    const mirrored = TURNS.map((turn) => Math.round((1300 - (offers[turn - 1] as number)) * 100) / 100);
    for (const [i, value] of mirrored.entries()) expect(value).toBeCloseTo(expected[i] as number, 1);
  });
});

// Played by the original (scripts/janus.ts compares every deterministic pair with a checkout of it).
test.each([
  [
    'split_difference',
    { buyer: 887.31, seller: 387.31 },
    20,
    'seller',
    [
      887.31,
      637.31,
      762.31,
      699.81,
      731.06,
      715.43,
      723.24,
      719.34,
      721.29,
      720.32,
      720.81,
      720.57,
      720.69,
      720.63,
      720.66,
      720.64,
      720.65,
      720.64,
      720.64,
      undefined,
    ],
  ],
  // Both margins of 500 are cut off by the range before the curve begins.
  [
    'boulware_firm',
    { buyer: 600, seller: 1201.5 },
    7,
    'buyer',
    [208.16, 1475.63, 273.47, 1402.53, 404.08, 1280.69, 561],
  ],
] as const)('%s of janus-b against itself, to the cent', (name, limits, turnLimit, opens, expected) => {
  const { strategy, options } = priceRegistries['janus-b'].find((entry) => entry.name === name) as Entry;
  const script = makeScript(name, strategy, options);
  const base = samplers.janus(0);
  const scenario: PriceScenario = {
    ...base,
    public: { ...base.public, turnLimit, opens },
    private: {
      buyer: { reservation: limits.buyer, target: 200 },
      seller: { reservation: limits.seller, target: 1500 },
    },
  };
  const agents = { buyer: script, seller: script };
  const { events } = runEpisode({ domain: price as Domain, scenario, agents, rng: createRng(0) });
  const acts = events.flatMap((event) => (event.type === 'action-taken' ? [event.act as { price?: number }] : []));
  expect(acts.map((act) => act.price)).toEqual(expected);
});

test('the sixteen entries of registry A and the twenty-three of B, under their own names', () => {
  expect(priceRegistries['janus-a']).toHaveLength(16);
  expect(priceRegistries['janus-b']).toHaveLength(23);
  for (const entries of Object.values(priceRegistries)) {
    expect(new Set(entries.map((entry) => entry.name)).size).toBe(entries.length);
    for (const { strategy, options } of entries) expect(() => completeOptions(strategy, options)).not.toThrow();
  }
});

test('noisy_boulware stays within 25 of the noiseless offer and never passes the reservation', () => {
  const noisy = priceRegistries['janus-b'].find((entry) => entry.name === 'noisy_boulware_hard') as Entry;
  const plain = priceRegistries['janus-b'].find((entry) => entry.name === 'boulware_hard') as Entry;
  const calm = offersAgainstFrozen(plain, 'buyer');
  const offers = offersAgainstFrozen(noisy, 'buyer');
  for (const [i, offer] of offers.entries()) {
    expect(Math.abs(offer - (calm[i] as number))).toBeLessThanOrEqual(25.005);
    expect(offer).toBeLessThanOrEqual(900);
  }
  expect(offers).not.toEqual(calm);
});

test('naive_concession offers 10 to 40 inside its reservation', () => {
  const offers = offersAgainstFrozen(
    priceRegistries['janus-b'].find((e) => e.name === 'naive_concession') as Entry,
    'buyer',
  );
  for (const offer of offers) {
    expect(offer).toBeGreaterThanOrEqual(860);
    expect(offer).toBeLessThanOrEqual(890);
  }
});
