/**
 * arena: one seller, several buyers, one thing (BazaarBATNA's multi-buyer arena, facts 2.11).
 *
 * The seller asks in the odd turns. In the even ones all buyers who have not left act at once, sealed: each sees the asks and
 * its own bids, and of the others who is still there, who has bid, whom the seller is attending to (the leader) and what they
 * signalled in their last acts. An act may carry a `signal` (cooperate, compete, bluff or other words): cheap talk to all.
 * A buyer's accept bids the ask and closes the game at once; of several, the highest bid of that turn wins, then who comes first
 * in the order of seats. The seller's accept takes the best bid. Views are price views with more in them, and the acts are those
 * of price without `reject`, so every price script can sit here.
 *
 * `leavers: 'may-win'` and `budgets: 'open'` are the original's defects, kept under its name: the best bid ever made counts, also
 * of a bidder who left, and nobody checks a bid against a budget. 'out' and 'binding' mend them, and then a new bid replaces the
 * old one. Utility: gain / (highest budget - seller's reservation); a buyer who does not win has 0.
 */
import {
  type AcceptAct,
  actProblem,
  type SayAct,
  type Standing,
  tableProblem,
  type WalkAct,
} from '../alternating-offers.ts';
import { cents } from '../math.ts';
import type { Rng } from '../rng.ts';
import type { Domain, Outcome, Scenario, Seat, Taken, View } from '../types.ts';
import { factsProblem, type PriceOffer, type PricePrivate, type PricePublic, priceProblem } from './price.ts';

export interface ArenaPublic extends PricePublic {
  /** The buyers' seats, two or more. */
  readonly buyers: readonly Seat[];
  readonly leavers: 'out' | 'may-win';
  readonly budgets: 'binding' | 'open';
}

interface Signalling {
  readonly signal?: string;
}
export type ArenaAct =
  | (PriceOffer & Signalling)
  | (AcceptAct & Signalling)
  | (SayAct & Signalling)
  | (WalkAct & Signalling);

export interface Rival {
  readonly seat: Seat;
  readonly status: 'browsing' | 'negotiating' | 'left';
  /** Turns in which it acted. */
  readonly active: number;
}

export interface ArenaView extends View<ArenaPublic, PricePrivate, ArenaAct> {
  readonly mine: Standing<PriceOffer> | undefined;
  /** To a buyer the ask; to the seller the best bid. */
  readonly theirs: Standing<PriceOffer> | undefined;
  /** The other buyers. */
  readonly others: readonly Rival[];
  /** The leading bidder. */
  readonly attention: Seat | 'all';
  /** What buyers signalled in their last turn. */
  readonly signals: Readonly<Record<Seat, string>>;
}

export interface ArenaDeal {
  readonly price: number;
  readonly buyer: Seat;
}
export type ArenaScenario = Scenario<ArenaPublic, PricePrivate>;

interface Bid extends Standing<PriceOffer> {
  readonly seat: Seat;
}

interface ArenaState {
  readonly scenario: ArenaScenario;
  readonly turn: number;
  readonly history: readonly Taken<ArenaAct>[];
  readonly outcome: Outcome<ArenaDeal> | undefined;
}

const SELLER = 'seller';
const MOST_SIGNAL = 200;
const MOST_BUYERS = 50;

export const arena: Domain<ArenaPublic, PricePrivate, ArenaAct, ArenaView, ArenaState, ArenaDeal> = {
  name: 'arena',
  version: 1,

  problem(value) {
    const buyers: unknown = (value as Partial<ArenaScenario> | null)?.public?.buyers;
    if (!Array.isArray(buyers) || buyers.length < 2 || buyers.length > MOST_BUYERS)
      return `an arena has 2 to ${MOST_BUYERS} buyers, got ${JSON.stringify(buyers)}`;
    if (buyers.some((seat) => typeof seat !== 'string' || seat === SELLER) || new Set(buyers).size < buyers.length)
      return `buyers are different names, none of them "${SELLER}"`;
    const problem = tableProblem(value, 'arena', 1, [...buyers, SELLER]);
    if (problem) return problem;
    const { public: facts, private: secrets } = value as ArenaScenario;
    if (facts.opens !== SELLER) return 'in an arena the seller opens';
    if (facts.leavers !== 'out' && facts.leavers !== 'may-win') return 'leavers must be out or may-win';
    if (facts.budgets !== 'binding' && facts.budgets !== 'open') return 'budgets must be binding or open';
    return factsProblem(facts, secrets);
  },

  seats: ({ public: { buyers } }) => [...buyers, SELLER],
  start: (scenario) => ({ scenario, turn: 1, history: [], outcome: undefined }),
  toAct: ({ scenario, turn, history, outcome }) =>
    outcome ? [] : turn % 2 === 1 ? [SELLER] : present(scenario.public, history),

  view({ scenario, turn, history }, seat) {
    const { public: facts, private: secrets } = scenario;
    const selling = seat === SELLER;
    const ask = latest(history, SELLER);
    const leader = bestBid(facts, history);
    return {
      domain: 'arena',
      seat,
      turn,
      turnLimit: facts.turnLimit,
      public: facts,
      own: secrets[seat] as PricePrivate,
      history: selling ? history : history.filter((taken) => taken.seat === seat || taken.seat === SELLER),
      mine: selling ? ask : latest(history, seat),
      theirs: selling ? leader && { turn: leader.turn, offer: leader.offer } : ask,
      others: facts.buyers.filter((other) => other !== seat).map((other) => rival(other, history)),
      attention: leader?.seat ?? 'all',
      signals: signalsIn(history, turn),
    };
  },

  check(view, answer) {
    const problem = actProblem(answer);
    if (problem) return problem;
    const act = answer as ArenaAct;
    if (act.signal !== undefined && (typeof act.signal !== 'string' || act.signal.length > MOST_SIGNAL))
      return `a signal is text of at most ${MOST_SIGNAL} characters`;
    const binding = view.seat !== SELLER && view.public.budgets === 'binding';
    const tooMuch = (price: number) =>
      binding && price > view.own.reservation
        ? `a bid must be within the budget of ${view.own.reservation}, got ${price}`
        : undefined;
    switch (act.type) {
      case 'offer':
        return priceProblem(view.public, act.price) ?? tooMuch(act.price);
      case 'accept':
        if (!view.theirs) return 'there is no standing offer of the other side to accept';
        if (act.offer === view.theirs.turn) return tooMuch(view.theirs.offer.price);
        return `accept must name the standing offer, made in turn ${view.theirs.turn}, got ${JSON.stringify(act.offer)}`;
      case 'say':
        return act.words ? undefined : 'say needs words';
      case 'walk':
        return undefined;
      default:
        act satisfies never;
        return `an act is one of offer, accept, walk, say, got ${JSON.stringify((answer as ArenaAct).type).slice(0, 40)}`;
    }
  },

  apply({ scenario, turn, history }, round) {
    const facts = scenario.public;
    const after = [...history, ...round];
    const outcome = turn % 2 === 1 ? sellersTurn(facts, history, round, turn) : buyersTurn(facts, history, round, turn);
    const over = turn >= facts.turnLimit || (!waitsForSeller(facts, turn) && present(facts, after).length === 0);
    return {
      scenario,
      turn: turn + 1,
      history: after,
      outcome: outcome ?? (over ? { kind: 'no-deal', turn } : undefined),
    };
  },

  outcome: ({ outcome }) => outcome,

  utility({ public: { range, buyers }, private: secrets }, seat, outcome) {
    if (outcome.kind !== 'agreement') return 0;
    const own = (secrets[seat] as PricePrivate).reservation;
    const { price, buyer } = outcome.deal;
    if (seat !== SELLER && seat !== buyer) return 0;
    const most = Math.max(...buyers.map((one) => (secrets[one] as PricePrivate).reservation));
    const width = most - (secrets[SELLER] as PricePrivate).reservation;
    return (seat === SELLER ? price - own : own - price) / (width > 0 ? width : range.high - range.low);
  },

  randomAct(view, rng) {
    const draw = rng.float();
    const signal = rng.float() < 0.2 ? { signal: rng.pick(['cooperate', 'compete', 'bluff']) } : {};
    const { low, high } = view.public.range;
    const most = view.seat !== SELLER && view.public.budgets === 'binding' ? view.own.reservation : high;
    if (view.theirs && draw < 0.05 && view.theirs.offer.price <= most)
      return { type: 'accept', offer: view.theirs.turn, ...signal };
    if (draw > 0.97) return { type: 'walk', ...signal };
    if (draw > 0.92) return { type: 'say', words: 'Let me think.', ...signal };
    return randomOffer(low, most, signal, rng);
  },
};

function randomOffer(low: number, high: number, signal: Signalling, rng: Rng): ArenaAct {
  return { type: 'offer', price: cents(rng.uniform(low, high)), ...signal };
}

/** The original lets the seller answer a last time when everybody has left. */
function waitsForSeller({ leavers }: ArenaPublic, turn: number): boolean {
  return leavers === 'may-win' && turn % 2 === 0;
}

function sellersTurn(
  facts: ArenaPublic,
  history: readonly Taken<ArenaAct>[],
  [taken]: readonly Taken<ArenaAct>[],
  turn: number,
): Outcome<ArenaDeal> | undefined {
  if (taken?.act.type === 'walk') return { kind: 'walked', turn, by: SELLER };
  if (taken?.act.type !== 'accept') return undefined;
  const { seat, offer } = bestBid(facts, history) as Bid;
  return { kind: 'agreement', turn, by: SELLER, deal: { price: offer.price, buyer: seat } };
}

/** An accept closes; whoever bid most in this turn, the ask included, gets it. */
function buyersTurn(
  { buyers }: ArenaPublic,
  history: readonly Taken<ArenaAct>[],
  round: readonly Taken<ArenaAct>[],
  turn: number,
): Outcome<ArenaDeal> | undefined {
  if (!round.some(({ act }) => act.type === 'accept')) return undefined;
  const ask = (latest(history, SELLER) as Standing<PriceOffer>).offer.price;
  let winner: ArenaDeal | undefined;
  for (const buyer of buyers) {
    const act = round.find(({ seat }) => seat === buyer)?.act;
    const price = act?.type === 'accept' ? ask : act?.type === 'offer' ? act.price : undefined;
    if (price !== undefined && (!winner || price > winner.price)) winner = { price, buyer };
  }
  return winner && { kind: 'agreement', turn, by: winner.buyer, deal: winner };
}

/** Buyers who have not left, in the order of their seats. */
function present({ buyers }: ArenaPublic, history: readonly Taken<ArenaAct>[]): Seat[] {
  return buyers.filter((seat) => !hasLeft(seat, history));
}

function hasLeft(seat: Seat, history: readonly Taken<ArenaAct>[]): boolean {
  return history.some((taken) => taken.seat === seat && taken.act.type === 'walk');
}

function latest(history: readonly Taken<ArenaAct>[], seat: Seat): Standing<PriceOffer> | undefined {
  for (let i = history.length - 1; i >= 0; i--) {
    const { turn, seat: by, act } = history[i] as Taken<ArenaAct>;
    if (by === seat && act.type === 'offer') return { turn, offer: act };
  }
  return undefined;
}

/** The bid that leads: highest, then earliest, then first in the order of seats. */
function bestBid(facts: ArenaPublic, history: readonly Taken<ArenaAct>[]): Bid | undefined {
  let best: Bid | undefined;
  const consider = (seat: Seat, bid: Standing<PriceOffer> | undefined) => {
    if (!bid) return;
    const [price, lead] = [bid.offer.price, best?.offer.price ?? -1];
    if (price > lead || (price === lead && best && bid.turn < best.turn)) best = { ...bid, seat };
  };
  if (facts.leavers === 'out') {
    for (const seat of present(facts, history)) consider(seat, latest(history, seat));
  } else {
    for (const { turn, seat, act } of history)
      if (seat !== SELLER && act.type === 'offer') consider(seat, { turn, offer: act });
  }
  return best;
}

function rival(seat: Seat, history: readonly Taken<ArenaAct>[]): Rival {
  const acts = history.filter((taken) => taken.seat === seat);
  const status = hasLeft(seat, history)
    ? 'left'
    : acts.some(({ act }) => act.type === 'offer')
      ? 'negotiating'
      : 'browsing';
  return { seat, status, active: acts.length };
}

function signalsIn(history: readonly Taken<ArenaAct>[], turn: number): Record<Seat, string> {
  const last = turn % 2 === 1 ? turn - 1 : turn - 2;
  const signals: Record<Seat, string> = {};
  for (const { turn: when, seat, act } of history) if (when === last && act.signal) signals[seat] = act.signal;
  return signals;
}
