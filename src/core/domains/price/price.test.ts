import { describe, expect, test } from 'vitest';
import { type PriceAct, type PriceScenario, type PriceView, price, rhoOf, zoneOf } from './price.ts';
import { samplers } from './samplers.ts';

const scenario: PriceScenario = {
  domain: 'price',
  version: 1,
  id: 'by-hand',
  public: {
    item: { title: 'Bicycle', category: 'bike', description: 'A bicycle.', listPrice: 100, currency: 'USD' },
    range: { low: 0, high: 200 },
    turnLimit: 4,
    opens: 'buyer',
    crossing: 'close',
  },
  private: { buyer: { reservation: 90, target: 50 }, seller: { reservation: 40, target: 100 } },
};

/** Plays acts in turn and gives the state after them. */
function stateAfter(acts: readonly PriceAct[], given = scenario) {
  return acts.reduce((state, act) => {
    const [seat = ''] = price.toAct(state);
    const view = price.view(state, seat);
    expect(price.check(view, act)).toBeUndefined();
    return price.apply(state, [{ turn: view.turn, seat, act }]);
  }, price.start(given));
}

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const refusal = (acts: readonly PriceAct[], act: unknown) => {
  const state = stateAfter(acts);
  return price.check(price.view(state, price.toAct(state)[0] as string) as PriceView, act);
};

describe('utility and reward, as defined: own gain / zone width', () => {
  const deal = (amount: number, given = scenario) =>
    ['buyer', 'seller'].map((seat) =>
      price.utility(given, seat, { kind: 'agreement', turn: 1, by: 'buyer', deal: { price: amount } }),
    );

  // Zone 40 to 90, width 50.
  test('inside the zone the two shares add up to 1', () => expect(deal(50)).toEqual([0.8, 0.2]));
  test('past the own reservation it is negative', () => expect(deal(100)).toEqual([-0.2, 1.2]));
  test('no deal and a walk are 0', () => {
    expect(price.utility(scenario, 'buyer', { kind: 'no-deal', turn: 4 })).toBe(0);
    expect(price.utility(scenario, 'seller', { kind: 'walked', turn: 4, by: 'buyer' })).toBe(0);
  });

  // Buyer at most 40, seller at least 90: gain / range width 200, and one side or both must lose.
  test('in an empty zone gain is measured by the range, so walking is best', () => {
    const empty = {
      ...scenario,
      private: { buyer: { reservation: 40, target: 30 }, seller: { reservation: 90, target: 100 } },
    };
    expect(deal(50, empty)).toEqual([-0.05, -0.2]);
    expect(rhoOf(empty, 50)).toBeUndefined();
    expect(zoneOf(empty).width).toBe(-50);
  });

  test('rho runs from 0 at the seller’s reservation to 1 at the buyer’s', () => {
    expect([40, 65, 90].map((amount) => rhoOf(scenario, amount))).toEqual([0, 0.5, 1]);
  });
});

describe('the rules of alternating offers', () => {
  test('an accept closes at the standing offer it names', () => {
    expect(stateAfter([offer(50), { type: 'accept', offer: 1 }]).outcome).toEqual({
      kind: 'agreement',
      turn: 2,
      by: 'seller',
      deal: { price: 50 },
    });
  });

  test('nothing stands before an offer, and nobody accepts an offer of their own', () => {
    expect(refusal([], { type: 'accept', offer: 1 })).toBe('there is no standing offer of the other side to accept');
    expect(refusal([offer(50), offer(95)], { type: 'accept', offer: 1 })).toBe(
      'accept must name the standing offer, made in turn 2, got 1',
    );
  });

  test('a rejected offer no longer stands; words do not move it', () => {
    expect(refusal([offer(50), { type: 'reject' }, { type: 'say', words: 'Hm.' }], { type: 'accept', offer: 1 })).toBe(
      'there is no standing offer of the other side to accept',
    );
    expect(
      refusal([offer(50), { type: 'say', words: 'Hm.' }, { type: 'say', words: 'Well?' }], {
        type: 'accept',
        offer: 1,
      }),
    ).toBeUndefined();
  });

  test('talk is not a deal', () => {
    expect(
      stateAfter([offer(50), { type: 'say', words: 'Deal! I accept 50.', intent: 'agree' }]).outcome,
    ).toBeUndefined();
  });

  test('crossing offers close at the offer that stood first', () => {
    expect(stateAfter([offer(70), offer(60)]).outcome).toEqual({
      kind: 'agreement',
      turn: 2,
      by: 'seller',
      deal: { price: 70 },
    });
    const open = { ...scenario, public: { ...scenario.public, crossing: 'continue' as const } };
    expect(stateAfter([offer(70), offer(60)], open).outcome).toBeUndefined();
  });

  test('the limit ends the game, and an accept in the last turn still counts', () => {
    expect(stateAfter([offer(50), offer(95), offer(55), offer(94)]).outcome).toEqual({ kind: 'no-deal', turn: 4 });
    expect(stateAfter([offer(50), offer(95), offer(55), { type: 'accept', offer: 3 }]).outcome?.kind).toBe('agreement');
  });

  test('an invitation cannot be accepted; the offers after it can', () => {
    const inviting = { ...scenario, public: { ...scenario.public, firstOffer: 'invitation' as const } };
    const state = stateAfter([offer(50)], inviting);
    expect(price.check(price.view(state, 'seller'), { type: 'accept', offer: 1 })).toBe(
      'the opening offer is an invitation and cannot be accepted',
    );
    expect(stateAfter([offer(50), offer(95), { type: 'accept', offer: 2 }], inviting).outcome?.kind).toBe('agreement');
  });

  test('an enforced deadline of either side ends the game after its turn; a graded one does not', () => {
    const hurried = (deadlines: 'enforced' | 'graded'): PriceScenario => ({
      ...scenario,
      public: { ...scenario.public, deadlines },
      private: { ...scenario.private, seller: { reservation: 40, target: 100, deadline: 2 } },
    });
    expect(stateAfter([offer(50), offer(95)], hurried('enforced')).outcome).toEqual({ kind: 'no-deal', turn: 2 });
    expect(stateAfter([offer(50), { type: 'accept', offer: 1 }], hurried('enforced')).outcome?.kind).toBe('agreement');
    expect(stateAfter([offer(50), offer(95)], hurried('graded')).outcome).toBeUndefined();
  });

  test.each([
    [offer(-1), 'a price must lie in the range 0 to 200, got -1'],
    [offer(Number.POSITIVE_INFINITY), 'a price must be a finite number, got Infinity'],
    [offer(Number.NaN), 'a price must be a finite number, got NaN'],
    [{ type: 'offer', price: '50' }, 'a price must be a finite number, got "50"'],
    [{ type: 'offer' }, 'a price must be a finite number, got undefined'],
    [offer(50.001), 'a price has at most two decimals, got 50.001'],
    [{ type: 'say' }, 'say needs words'],
    [{ type: 'offer', price: 50, words: 7 }, 'words must be text'],
    [
      { type: 'offer', price: 50, intent: 'threaten' },
      'an intent is one of intro, inquire, inform, insist, agree, disagree, vague, unknown',
    ],
    [{ type: 'steal' }, 'an act is one of offer, accept, reject, walk, say, got "steal"'],
    [undefined, 'an act is an object with a type'],
  ])('%j is refused', (act, reason) => expect(refusal([], act)).toBe(reason));
});

describe('a scenario that does not fit is refused in a sentence', () => {
  const change = (facts: object, secrets: object = {}) => ({
    ...scenario,
    public: { ...scenario.public, ...facts },
    private: { ...scenario.private, ...secrets },
  });
  test.each([
    [change({ turnLimit: 0 }), 'turnLimit must be a whole number from 1 to 10000, got 0'],
    [change({ opens: 'nobody' }), 'opens must be buyer or seller, got "nobody"'],
    [
      change({ range: { low: 100, high: 50 } }),
      'range must run from a low price of 0 or more to a higher one, got 100 to 50',
    ],
    [
      change({ range: { low: -5, high: 50 } }),
      'range must run from a low price of 0 or more to a higher one, got -5 to 50',
    ],
    [
      change({}, { buyer: { reservation: Number.NaN, target: 1 } }),
      "the buyer's reservation must be a price of 0 or more, got NaN",
    ],
    [
      change({}, { buyer: { reservation: 500, target: 1 } }),
      "the buyer's reservation must lie in the price range 0 to 200, got 500",
    ],
    [
      change({}, { seller: { reservation: '7', target: 1 } }),
      'the seller\'s reservation must be a price of 0 or more, got "7"',
    ],
    [change({}, { seller: undefined }), 'a scenario needs the private side of seller'],
    [change({ zoneWidth: 49 }), 'zoneWidth is 49, but the reservations are 50 apart'],
    [change({ firstOffer: 'free' }), 'firstOffer must be binding or invitation, got "free"'],
    [change({ deadlines: true }), 'deadlines must be enforced or graded, got true'],
    [
      change({}, { buyer: { reservation: 90, target: 50, deadline: 0.5 } }),
      "the buyer's deadline must be a turn, a whole number of 1 or more, got 0.5",
    ],
    [{ ...scenario, version: 2 }, 'this scenario is for version 2 of price, and these rules are version 1'],
    [{ ...scenario, domain: 'items' }, 'this is not a price scenario: its domain is "items"'],
    [null, 'a scenario is an object, got null'],
  ])('%#', (given, reason) => expect(price.problem(given)).toBe(reason));
});

describe('samplers', () => {
  test('the Janus sampler: buyer’s maximum N(900, 50), width 500 always', () => {
    const maxima = Array.from({ length: 5000 }, (_, seed) => {
      const sampled = samplers.janus(seed);
      expect(price.problem(sampled)).toBeUndefined();
      expect(zoneOf(sampled).width).toBeCloseTo(500, 8);
      return zoneOf(sampled).high;
    });
    const mean = maxima.reduce((a, b) => a + b, 0) / maxima.length;
    const deviation = Math.sqrt(maxima.reduce((a, b) => a + (b - mean) ** 2, 0) / maxima.length);
    expect(Math.abs(mean - 900)).toBeLessThan(5 * (50 / Math.sqrt(5000)));
    expect(Math.abs(deviation - 50)).toBeLessThan(3);
  });

  test('the general sampler: wide, narrow and empty zones, both openers, many listings', () => {
    const sampled = Array.from({ length: 3000 }, (_, seed) => samplers.general(seed));
    for (const one of sampled) expect(price.problem(one)).toBeUndefined();
    const share = (holds: (one: PriceScenario) => boolean) => sampled.filter(holds).length / sampled.length;
    const width = (one: PriceScenario) => zoneOf(one).width / one.public.item.listPrice;
    expect(share((one) => width(one) > 0.15)).toBeCloseTo(0.5, 1);
    expect(share((one) => width(one) > 0 && width(one) <= 0.15)).toBeCloseTo(0.3, 1);
    expect(share((one) => width(one) <= 0)).toBeCloseTo(0.2, 1);
    expect(share((one) => one.public.opens === 'buyer')).toBeCloseTo(0.5, 1);
    expect(new Set(sampled.map((one) => one.public.item.title)).size).toBeGreaterThan(60);
  });
});
