/**
 * arena: one seller, several buyers, one thing (BazaarBATNA's multi-buyer arena).
 *
 * The seller asks in the odd turns. In the even ones all buyers who have not left act at once, sealed: each sees the asks and
 * its own bids, and of the others who is still there, who has bid, whom the seller is attending to (the leader) and what they
 * signalled in their last acts. An act may carry a `signal` (cooperate, compete, bluff or other words): cheap talk to all.
 * A buyer's accept bids the ask and closes the game at once; of several, the highest bid of that turn wins, then who comes first
 * in the order of seats. The seller's accept takes the best bid. Views are price views with more in them, and the acts are those
 * of price without `reject`, so every price script can sit here. A buyer that makes no legal act is
 * out, its bids with it, and the others go on.
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
} from '../../alternating-offers.ts';
import { cents } from '../../math.ts';
import type { Rng } from '../../rng.ts';
import type { Domain, Outcome, Scenario, Seat, Taken, View } from '../../types.ts';
import { factsProblem, type PriceOffer, type PricePrivate, type PricePublic, priceProblem } from '../price/price.ts';

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
  /** What was shown to all at each turn before this one. */
  readonly earlier: readonly Shown[];
}

/** What everybody at the table sees of the buyers at one turn. */
export interface Shown extends Pick<ArenaView, 'attention' | 'signals'> {
  readonly turn: number;
  readonly buyers: readonly Rival[];
}

export interface ArenaDeal {
  readonly price: number;
  readonly buyer: Seat;
}
export type ArenaScenario = Scenario<ArenaPublic, PricePrivate>;

/** A buyer as the rules know it. */
interface Bidder extends Rival {
  /** Its latest bid and its best, where it made one. */
  readonly latest?: Standing<PriceOffer>;
  readonly best?: Standing<PriceOffer>;
  /** Out for making no legal act: its bids count no more, whatever holds for those who walk. */
  readonly out: boolean;
}

interface ArenaState {
  readonly scenario: ArenaScenario;
  readonly turn: number;
  readonly history: readonly Taken<ArenaAct>[];
  readonly ask: Standing<PriceOffer> | undefined;
  /** In the order of seats. */
  readonly bidders: readonly Bidder[];
  /** What everybody saw when this turn began; who leaves in it was still there. */
  readonly shown: Shown;
  readonly earlier: readonly Shown[];
  readonly outcome: Outcome<ArenaDeal> | undefined;
}

const SELLER = 'seller';
/** `all` is who the seller attends to when nobody leads. */
const NO_BUYER: readonly string[] = [SELLER, 'all', '', '__proto__'];
const MOST_SIGNAL = 200;
const MOST_BUYERS = 50;

export const arena: Domain<ArenaPublic, PricePrivate, ArenaAct, ArenaView, ArenaState, ArenaDeal> = {
  name: 'arena',
  version: 2,

  problem(value) {
    const buyers: unknown = (value as Partial<ArenaScenario> | null)?.public?.buyers;
    if (!Array.isArray(buyers) || buyers.length < 2 || buyers.length > MOST_BUYERS)
      return `an arena has 2 to ${MOST_BUYERS} buyers, got ${JSON.stringify(buyers)}`;
    if (
      buyers.some((seat) => typeof seat !== 'string' || NO_BUYER.includes(seat)) ||
      new Set(buyers).size < buyers.length
    )
      return `buyers are different names, none of them ${NO_BUYER.map((name) => JSON.stringify(name)).join(', ')}`;
    const problem = tableProblem(value, 'arena', 2, [...buyers, SELLER]);
    if (problem) return problem;
    const { public: facts, private: secrets } = value as ArenaScenario;
    if (facts.opens !== SELLER) return 'in an arena the seller opens';
    if (facts.leavers !== 'out' && facts.leavers !== 'may-win') return 'leavers must be out or may-win';
    if (facts.budgets !== 'binding' && facts.budgets !== 'open') return 'budgets must be binding or open';
    // The rules above end no game for one seat's deadline, and a seat that counted on it would stop too soon.
    if (facts.deadlines === 'enforced') return 'in an arena no deadline can be enforced: leave deadlines out';
    return factsProblem(facts, secrets);
  },

  seats: ({ public: { buyers } }) => [...buyers, SELLER],
  start(scenario) {
    const bidders = scenario.public.buyers.map((seat): Bidder => ({ seat, status: 'browsing', active: 0, out: false }));
    const shown = shownAt(1, scenario.public, bidders, {});
    return { scenario, turn: 1, history: [], ask: undefined, bidders, shown, earlier: [], outcome: undefined };
  },

  toAct: ({ turn, bidders, outcome }) => (outcome ? [] : turn % 2 === 1 ? [SELLER] : present(bidders)),

  view({ scenario, turn, history, ask, bidders, shown, earlier }, seat) {
    const { public: facts, private: secrets } = scenario;
    const selling = seat === SELLER;
    const leader = selling ? bestBid(facts, bidders) : undefined;
    return {
      domain: 'arena',
      seat,
      turn,
      turnLimit: facts.turnLimit,
      public: facts,
      own: secrets[seat] as PricePrivate,
      history: selling ? history : history.filter((taken) => taken.seat === seat || taken.seat === SELLER),
      mine: selling ? ask : bidders.find((one) => one.seat === seat)?.latest,
      theirs: selling ? leader?.latest : ask,
      others: shown.buyers.filter((other) => other.seat !== seat),
      attention: shown.attention,
      signals: shown.signals,
      earlier,
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

  apply(state, round) {
    const { scenario, turn, history } = state;
    const facts = scenario.public;
    const selling = turn % 2 === 1;
    const bidders = selling ? state.bidders : state.bidders.map((bidder) => bidderAfter(bidder, round));
    const [first] = round;
    const ask = selling && first?.act.type === 'offer' ? { turn, offer: first.act } : state.ask;
    const outcome = selling ? sellersTurn(state, round) : buyersTurn(state, round);
    const over = turn >= facts.turnLimit || (!waitsForSeller(facts, turn) && present(bidders).length === 0);
    return {
      scenario,
      turn: turn + 1,
      history: [...history, ...round],
      ask,
      bidders,
      shown: shownAt(turn + 1, facts, bidders, selling ? state.shown.signals : signalsIn(round)),
      earlier: [...state.earlier, state.shown],
      outcome: outcome ?? (over ? { kind: 'no-deal', turn } : undefined),
    };
  },

  /** A buyer that is out is seen to have left from the next turn on; without the seller, or without any buyer, there is no arena. */
  leave(state, seat) {
    const bidders = state.bidders.map(
      (bidder): Bidder => (bidder.seat === seat ? { ...bidder, status: 'left', out: true } : bidder),
    );
    return seat !== SELLER && present(bidders).length > 0 ? { ...state, bidders } : undefined;
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
  { scenario, turn, bidders }: ArenaState,
  [taken]: readonly Taken<ArenaAct>[],
): Outcome<ArenaDeal> | undefined {
  if (taken?.act.type === 'walk') return { kind: 'walked', turn, by: SELLER };
  if (taken?.act.type !== 'accept') return undefined;
  const { seat, latest } = bestBid(scenario.public, bidders) as Leader;
  return { kind: 'agreement', turn, by: SELLER, deal: { price: latest.offer.price, buyer: seat } };
}

/** An accept closes; whoever bid most in this turn, the ask included, gets it. */
function buyersTurn(
  { scenario, turn, ask }: ArenaState,
  round: readonly Taken<ArenaAct>[],
): Outcome<ArenaDeal> | undefined {
  if (!round.some(({ act }) => act.type === 'accept')) return undefined;
  let winner: ArenaDeal | undefined;
  for (const buyer of scenario.public.buyers) {
    const act = round.find(({ seat }) => seat === buyer)?.act;
    const price = act?.type === 'accept' ? ask?.offer.price : act?.type === 'offer' ? act.price : undefined;
    if (price !== undefined && (!winner || price > winner.price)) winner = { price, buyer };
  }
  return winner && { kind: 'agreement', turn, by: winner.buyer, deal: winner };
}

/** Buyers who have not left, in the order of their seats. */
function present(bidders: readonly Bidder[]): Seat[] {
  return bidders.flatMap(({ seat, status }) => (status === 'left' ? [] : [seat]));
}

function bidderAfter(bidder: Bidder, round: readonly Taken<ArenaAct>[]): Bidder {
  const taken = round.find(({ seat }) => seat === bidder.seat);
  if (!taken) return bidder;
  const { turn, act } = taken;
  const acted = { ...bidder, active: bidder.active + 1 };
  if (act.type === 'walk') return { ...acted, status: 'left' };
  if (act.type !== 'offer') return acted;
  const latest = { turn, offer: act };
  const best = bidder.best && bidder.best.offer.price >= act.price ? bidder.best : latest;
  return { ...acted, status: 'negotiating', latest, best };
}

interface Leader {
  readonly seat: Seat;
  readonly latest: Standing<PriceOffer>;
}

/** The bid that leads: highest, then earliest, then first in the order of seats. */
function bestBid({ leavers }: ArenaPublic, bidders: readonly Bidder[]): Leader | undefined {
  let leader: Leader | undefined;
  for (const { seat, status, out, latest, best } of bidders) {
    const bid = leavers === 'may-win' ? (out ? undefined : best) : status === 'left' ? undefined : latest;
    if (!bid) continue;
    const [price, lead] = [bid.offer.price, leader?.latest.offer.price ?? -1];
    if (price > lead || (price === lead && leader && bid.turn < leader.latest.turn)) leader = { seat, latest: bid };
  }
  return leader;
}

function shownAt(turn: number, facts: ArenaPublic, bidders: readonly Bidder[], signals: Shown['signals']): Shown {
  return {
    turn,
    buyers: bidders.map(({ seat, status, active }) => ({ seat, status, active })),
    attention: bestBid(facts, bidders)?.seat ?? 'all',
    signals,
  };
}

function signalsIn(round: readonly Taken<ArenaAct>[]): Record<Seat, string> {
  return Object.fromEntries(round.flatMap(({ seat, act }) => (act.signal ? [[seat, act.signal]] : [])));
}
