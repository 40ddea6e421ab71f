/** One seat of a price game before a known script: the states of the game, what they are worth, and every price as a step. */
import type { OfferState, Standing } from '../../alternating-offers.ts';
import {
  type PriceAct,
  type PriceDeal,
  type PriceOffer,
  type PricePrivate,
  type PricePublic,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  price,
} from '../../domains/price/price.ts';
import { cents } from '../../math.ts';
import type { Seat, Taken } from '../../types.ts';

export type PriceState = OfferState<PricePublic, PricePrivate, PriceOffer, PriceDeal>;

export const SAY: PriceAct = { type: 'say', words: 'Let us see.', intent: 'vague' };
export const WALK: PriceAct = { type: 'walk' };

export interface PriceTable {
  readonly scenario: PriceScenario;
  readonly seat: Seat;
  readonly them: Seat;
  readonly script: PriceScript;
  /** What a deal at this price is worth to the seat. */
  worth(price: number): number;
  /** Prices cent by cent, from the best for the seat (step 0) to the last one that gains anything; -1 when none does. */
  readonly lastStep: number;
  /** The last price there is. */
  readonly endStep: number;
  priceAt(step: number): number;
  /** The step of the price nearest to this one. */
  stepOf(price: number): number;
}

export function createTable(scenario: PriceScenario, seat: Seat, script: PriceScript): PriceTable {
  const problem = price.problem(scenario);
  if (problem) throw new RangeError(problem);
  const seats = price.seats(scenario);
  if (!seats.includes(seat)) throw new RangeError(`a seat is ${seats.join(' or ')}, got "${seat}"`);
  const them = seats.find((other) => other !== seat) as Seat;
  const { range } = scenario.public;
  const { reservation } = scenario.private[seat] as PricePrivate;
  const low = Math.ceil(range.low * 100 - 1e-6);
  const high = Math.floor(range.high * 100 + 1e-6);
  const buys = seat === 'buyer';
  return {
    scenario,
    seat,
    them,
    script,
    worth: (price_) => price.utility(scenario, seat, deal(seat, price_)),
    lastStep: (buys ? Math.ceil(reservation * 100 - 1e-6) - low : high - Math.floor(reservation * 100 + 1e-6)) - 1,
    endStep: high - low,
    priceAt: (step) => (buys ? low + step : high - step) / 100,
    stepOf: (price_) => (buys ? Math.round(price_ * 100) - low : high - Math.round(price_ * 100)),
  };
}

function deal(by: Seat, price: number) {
  return { kind: 'agreement', turn: 1, by, deal: { price } } as const;
}

/** The state after these acts; an act that the rules refuse is a mistake of the caller. */
export function stateAfter(scenario: PriceScenario, history: readonly Taken[]): PriceState {
  let state = price.start(scenario);
  for (const taken of history) {
    if (!price.toAct(state).includes(taken.seat) || taken.turn !== state.turn) {
      throw new RangeError(
        `the history has ${taken.seat} act in turn ${taken.turn}, where the rules are at turn ${state.turn}` +
          ` and ask ${price.toAct(state).join() || 'nobody'}`,
      );
    }
    const reason = price.check(price.view(state, taken.seat), taken.act);
    if (reason) throw new RangeError(`the act of ${taken.seat} in turn ${taken.turn} is illegal: ${reason}`);
    state = price.apply(state, [taken as Taken<PriceAct>]);
  }
  return state;
}

export function toAct(state: PriceState): Seat | undefined {
  return price.toAct(state)[0];
}

export function after(state: PriceState, act: PriceAct): PriceState {
  return price.apply(state, [{ turn: state.turn, seat: toAct(state) as Seat, act }]);
}

/** A seat that makes no legal act forfeits: asked again in the same turn, a script answers the same. */
export function isLegal(view: PriceView, act: PriceAct): boolean {
  return price.check(view, act) === undefined;
}

export function viewOf(state: PriceState, seat: Seat): PriceView {
  return price.view(state, seat);
}

/** The state as if this seat had no offer standing. */
export function withoutStanding(state: PriceState, seat: Seat): PriceState {
  const isFirst = price.seats(state.scenario)[0] === seat;
  return isFirst ? { ...state, first: undefined } : { ...state, second: undefined };
}

/** The standing offer of this seat. */
export function standingOf(state: PriceState, seat: Seat): Standing<PriceOffer> | undefined {
  return viewOf(state, seat).mine;
}

/** Every price the seat has offered, in order. */
export function offersOf(state: PriceState, seat: Seat): number[] {
  const prices: number[] = [];
  for (const taken of state.history)
    if (taken.seat === seat && taken.act.type === 'offer') prices.push(taken.act.price);
  return prices;
}

/** What a deal at the other side's reservation is worth: the most that a script which keeps to it can ever give. */
export function reservationWorth({ scenario, them, worth }: PriceTable): number {
  return worth(cents((scenario.private[them] as PricePrivate).reservation));
}
