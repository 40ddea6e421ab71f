/**
 * Episodes for the tests of the metrics, written as the acts alone and played by the real rules.
 *
 * A number is an offer at that price, 'accept' takes the standing offer; anything else is given to the rules as it is, so a
 * test can also make them refuse. Without a turn limit the last act is the last turn.
 */
import { type ItemsScenario, items } from '../domains/items/items.ts';
import { type PriceScenario, price } from '../domains/price/price.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Act, Domain, Scenario, Script, Seat, View } from '../types.ts';

type Written = number | 'accept' | 'reject' | 'walk' | Readonly<Record<string, unknown>>;

export interface WrittenPrice {
  readonly acts: readonly Written[];
  /** The seller's reservation and the buyer's; an empty zone has the higher one first. Default 400 to 900. */
  readonly zone?: readonly [seller: number, buyer: number];
  /** Default 500 and 800. */
  readonly targets?: readonly [buyer: number, seller: number];
  /** Default 1000. */
  readonly listPrice?: number;
  /** Default 200 to 1500. */
  readonly range?: readonly [low: number, high: number];
  /** Default buyer. */
  readonly opens?: Seat;
  /** Default continue. */
  readonly crossing?: 'close' | 'continue';
  readonly turnLimit?: number;
}

export function priceEpisode({
  acts,
  zone: [sellerReservation, buyerReservation] = [400, 900],
  targets: [buyerTarget, sellerTarget] = [500, 800],
  listPrice = 1000,
  range: [low, high] = [200, 1500],
  opens = 'buyer',
  crossing = 'continue',
  turnLimit = acts.length,
}: WrittenPrice): Episode {
  const scenario: PriceScenario = {
    domain: 'price',
    version: price.version,
    id: 'written',
    public: {
      item: { title: 'The item', category: 'item', description: '', listPrice, currency: 'USD' },
      range: { low, high },
      turnLimit,
      opens,
      crossing,
    },
    private: {
      buyer: { reservation: buyerReservation, target: buyerTarget },
      seller: { reservation: sellerReservation, target: sellerTarget },
    },
  };
  return play(price, scenario, acts);
}

export interface WrittenItems {
  /** What seat a asks for, unit by unit of each type; seat b is left the rest. */
  readonly acts: readonly (readonly number[] | 'accept' | 'reject' | 'walk')[];
  readonly counts: readonly number[];
  readonly values: Readonly<Record<'a' | 'b', readonly number[]>>;
  readonly reservations?: Readonly<Record<'a' | 'b', number>>;
}

/** Seat a opens. */
export function itemsEpisode({ acts, counts, values, reservations = { a: 0, b: 0 } }: WrittenItems): Episode {
  const scenario: ItemsScenario = {
    domain: 'items',
    version: items.version,
    id: 'written',
    public: {
      items: counts.map((count, i) => ({ name: `item ${i + 1}`, count })),
      turnLimit: acts.length,
      opens: 'a',
      crossing: 'continue',
    },
    private: {
      a: { values: values.a, reservation: reservations.a },
      b: { values: values.b, reservation: reservations.b },
    },
  };
  const written = acts.map((act) =>
    typeof act === 'string'
      ? act
      : { type: 'offer', split: { a: act, b: counts.map((count, i) => count - (act[i] as number)) } },
  );
  return play(items, scenario, written);
}

function play(domain: Domain, scenario: Scenario, acts: readonly Written[]): Episode {
  let given = 0;
  const reader: Script = {
    name: 'reader',
    act(view) {
      const act = acts[given++];
      if (act === undefined) throw new Error('there are no more written acts');
      return spelled(act, view);
    },
  };
  const player = { spec: 'reader', fingerprint: 'reader', agent: reader };
  return playEpisode({
    domain,
    scenario,
    source: { from: 'fixture' },
    players: Object.fromEntries(Object.keys(scenario.private).map((seat) => [seat, player])),
    seed: 1,
  });
}

function spelled(act: Written, view: View): Act {
  if (typeof act === 'number') return { type: 'offer', price: act } as Act;
  const { type, ...rest } = typeof act === 'string' ? { type: act } : act;
  const offer = (view as { theirs?: { turn: number } }).theirs?.turn;
  return { type, ...(type === 'accept' && { offer }), ...rest } as Act;
}
