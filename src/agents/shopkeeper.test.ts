import { expect, test } from 'vitest';
import {
  type Player,
  type PriceAct,
  type PriceOffer,
  type PriceScenario,
  type PriceScript,
  playEpisode,
  price,
  type Script,
  takenOf,
} from '../core/index.ts';
import { nextCounter, shopkeeperByTemplates } from './shopkeeper.ts';

test("the counters of BazaarBATNA's seller, by running it", () => {
  // Asking 1000, reservation 780, bids 550, 600, 650, 700, 750.
  let last = 1000;
  const asks = [550, 600, 650, 700, 750].map((bid) => {
    last = nextCounter(1000, 780, last, bid);
    return last;
  });
  expect(asks).toEqual([842.5, 780, 780, 780, 780]);
});

const scenario: PriceScenario = {
  domain: 'price',
  version: price.version,
  id: 'facts-2.23',
  public: {
    item: { title: 'A thing', category: 'goods', description: 'One thing.', listPrice: 1000, currency: 'USD' },
    range: { low: 0, high: 1000 },
    turnLimit: 17,
    opens: 'seller',
    crossing: 'continue',
  },
  private: { buyer: { reservation: 1000, target: 550 }, seller: { reservation: 780, target: 1000 } },
};

/** The buyer of the BazaarBATNA's seller-quality evaluation. */
const tester: PriceScript = {
  name: 'tester',
  act(view) {
    const round = view.turn / 2;
    const progress = round / 8;
    const last = view.mine?.offer.price;
    const ask = view.theirs?.offer.price ?? 1000;
    const goal = Math.min(950, ask * (0.97 + 0.02 * progress));
    const next = last === undefined ? 550 : Math.max(last + 20, last + (goal - last) * (0.3 + 0.4 * progress));
    return { type: 'offer', price: Math.round(100 * next) / 100 };
  },
};

function play(seller: PriceScript) {
  const player = (spec: string, agent: PriceScript) => ({ spec, fingerprint: spec, agent });
  const players = { buyer: player('tester', tester), seller: player('shopkeeper', seller) };
  const agents = players as unknown as Record<string, Player<Script>>;
  return playEpisode({ domain: price as never, scenario, source: { test: 1 }, players: agents, seed: 1 });
}
const prices = (episode: Parameters<typeof takenOf>[0], seat: string) =>
  takenOf(episode).flatMap((t) => (t.seat === seat && t.act.type === 'offer' ? [(t.act as PriceOffer).price] : []));

test('the closed form of BazaarBATNA’s seller-quality evaluation: seven bids, the seventh taken at 794.86', () => {
  const seller = shopkeeperByTemplates('s', {
    persona: 'default',
    accept: 'reservation',
    counter: 'original',
    language: 'english',
  });
  const episode = play(seller);
  expect(prices(episode, 'buyer')).toEqual([550, 658.58, 705.32, 734.86, 754.86, 774.86, 794.86]);
  expect(prices(episode, 'seller')).toEqual([1000, 842.5, 780, 780, 780, 780, 780]);
  expect(episode.result).toMatchObject({ kind: 'agreement', by: 'seller', deal: { price: 794.86 } });
});

test('by aspiration it gives away less than at the reservation, and a firm one less than a flexible one', () => {
  const deal = (persona: 'firm' | 'flexible', accept: 'aspiration' | 'reservation') => {
    const { result } = play(
      shopkeeperByTemplates('s', { persona, accept, counter: 'aspiration', language: 'english' }),
    );
    return result.kind === 'agreement' ? (result.deal as { price: number }).price : 0;
  };
  expect(deal('firm', 'aspiration')).toBeGreaterThan(deal('firm', 'reservation'));
  expect(deal('firm', 'aspiration')).toBeGreaterThanOrEqual(deal('flexible', 'aspiration'));
});

test('it does not sit as a buyer', () => {
  const seller = shopkeeperByTemplates('s', {
    persona: 'default',
    accept: 'aspiration',
    counter: 'aspiration',
    language: 'english',
  });
  expect(() => seller.act({ seat: 'buyer' } as never, {} as never) as PriceAct).toThrow('shopkeeper sells');
});
