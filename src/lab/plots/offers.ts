/** What a plot needs to know of a price episode: the offers, the deal, the zone, and how it ended in words. */
import {
  type Episode,
  endingOf,
  formatPrice,
  type PriceAct,
  type PriceDeal,
  type PriceScenario,
  type Taken,
  takenOf,
  type Zone,
  zoneOf,
} from '../../core/index.ts';

export type PriceSeat = 'buyer' | 'seller';

export interface PricePoint {
  readonly turn: number;
  readonly seat: PriceSeat;
  readonly price: number;
}

export interface PriceStory {
  readonly scenario: PriceScenario;
  /** An amount in the currency of the game, as people write it. */
  readonly money: (amount: number) => string;
  readonly zone: Zone;
  readonly offers: readonly PricePoint[];
  /** Where the deal was closed, and by whom; undefined without one. */
  readonly deal: (PricePoint & { readonly accepted: boolean }) | undefined;
  /** The last turn that was played. */
  readonly lastTurn: number;
  /** How it ended: "deal at $650 in turn 14". */
  readonly ending: string;
}

export function priceStory(episode: Pick<Episode, 'domain' | 'scenario' | 'events' | 'result'>): PriceStory {
  if (episode.domain !== 'price') {
    throw new RangeError(`got an episode of the domain ${episode.domain}, expected one of price`);
  }
  const scenario = episode.scenario as PriceScenario;
  const { result } = episode;
  const taken = takenOf(episode) as Taken<PriceAct>[];
  const offers: PricePoint[] = [];
  for (const { turn, seat, act } of taken) {
    if (act.type === 'offer') offers.push({ turn, seat: seat as PriceSeat, price: act.price });
  }
  const deal =
    result.kind === 'agreement'
      ? {
          turn: result.turn,
          seat: result.by as PriceSeat,
          price: (result.deal as PriceDeal).price,
          accepted: taken.at(-1)?.act.type === 'accept',
        }
      : undefined;
  const money = (amount: number) => formatPrice(amount, scenario.public.item.currency);
  const ending = endingOf(result, { deal: (deal) => `at ${money((deal as PriceDeal).price)}` });
  return { scenario, money, zone: zoneOf(scenario), offers, deal, lastTurn: result.turn, ending };
}
