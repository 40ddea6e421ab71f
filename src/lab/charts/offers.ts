/**
 * What a plot needs to know of an episode with one number at issue: the offers, the deal, the zone, and how it ended in words.
 * Every domain that has such a number can be drawn, whatever its seats are called; here they are the buyer, who wants it low, and
 * the seller.
 */
import { findSpeech } from '../../agents/index.ts';
import { type Episode, endingOf, findKit, type OwnFacts, type Seat, takenOf, type Zone } from '../../core/index.ts';

export type PriceSeat = OwnFacts['side'];

export interface PricePoint {
  readonly turn: number;
  readonly seat: PriceSeat;
  readonly price: number;
}

export interface PriceStory {
  readonly title: string;
  /** What the axis says. */
  readonly unit: string;
  readonly turnLimit: number;
  /** The seat of each side, and what it knows of itself. */
  readonly sides: Readonly<Record<PriceSeat, OwnFacts & { readonly seat: Seat }>>;
  /** The list price, where there is one. */
  readonly reference: { readonly called: string; readonly amount: number } | undefined;
  /** An amount as people write it. */
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
  const { domain, scenario, result } = episode;
  const kit = findKit(domain);
  const issue = kit?.issue;
  if (!issue) throw new RangeError(`a game of ${domain} has no one number at issue, so its offers cannot be drawn`);
  const facts = kit.rules.seats(scenario).map((seat) => ({ seat, ...issue.facts(scenario, seat) }));
  const [buyer, seller] = (['buyer', 'seller'] as const).map((side) => facts.find((one) => one.side === side));
  if (!buyer || !seller) throw new RangeError(`got ${scenario.id} without two sides, expected a buyer and a seller`);
  const sideOf = (seat: Seat): PriceSeat => (seat === buyer.seat ? 'buyer' : 'seller');
  const money = (amount: number) => issue.write(scenario, amount);
  const taken = takenOf(episode);
  return {
    title: findSpeech(domain)?.tell.facts(scenario).title ?? scenario.id,
    unit: issue.unit(scenario),
    turnLimit: kit.rules.view(kit.rules.start(scenario), buyer.seat).turnLimit,
    sides: { buyer, seller },
    reference: issue.reference?.(scenario),
    money,
    zone: { low: seller.reservation, high: buyer.reservation, width: buyer.reservation - seller.reservation },
    offers: taken.flatMap(({ turn, seat, act }) =>
      act.type === 'offer' ? [{ turn, seat: sideOf(seat), price: issue.amount(act) }] : [],
    ),
    deal:
      result.kind === 'agreement'
        ? {
            turn: result.turn,
            seat: sideOf(result.by),
            price: issue.amount(result.deal),
            accepted: taken.at(-1)?.act.type === 'accept',
          }
        : undefined,
    lastTurn: result.turn,
    ending: endingOf(result, { deal: (deal) => `at ${money(issue.amount(deal))}` }),
  };
}
