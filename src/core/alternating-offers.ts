/**
 * Alternating offers between two seats (Rubinstein 1982, with a turn limit): the rule book that price and items share.
 *
 * The seats take turns, one act a turn. Each seat's latest offer stands until that seat makes another or the other side
 * rejects it. An accept names the standing offer of the other side by the turn it was made in, and closes the deal on its
 * terms. `say` is words only and uses a turn. The game ends by an accept, a walk, crossing offers (where the scenario says
 * `crossing: 'close'`: at the offer that stood first) or the turn limit. Words never bind.
 */
import type { Rng } from './rng.ts';
import {
  type Act,
  type Domain,
  intents,
  type Outcome,
  type Scenario,
  type Seat,
  type Taken,
  type View,
} from './types.ts';

export interface OfferAct extends Act {
  readonly type: 'offer';
}
export interface AcceptAct extends Act {
  readonly type: 'accept';
  /** The turn of the standing offer that is accepted. */
  readonly offer: number;
}
export interface RejectAct extends Act {
  readonly type: 'reject';
}
export interface WalkAct extends Act {
  readonly type: 'walk';
}
export interface SayAct extends Act {
  readonly type: 'say';
  readonly words: string;
}
export type BargainingAct<Offer extends OfferAct> = Offer | AcceptAct | RejectAct | WalkAct | SayAct;

/** The facts every scenario of this protocol makes public. */
export interface Table {
  readonly turnLimit: number;
  /** The seat that acts first. */
  readonly opens: Seat;
  readonly crossing: 'close' | 'continue';
  /** An invitation: the very first offer of the game opens the talk and cannot be accepted. Default binding. */
  readonly firstOffer?: 'binding' | 'invitation';
}

/** Its fields. */
export const TABLE: readonly string[] = ['turnLimit', 'opens', 'crossing', 'firstOffer'] satisfies (keyof Table)[];

export interface Standing<Offer extends OfferAct> {
  readonly turn: number;
  readonly offer: Offer;
}

export interface OfferView<Public extends Table, Private, Offer extends OfferAct>
  extends View<Public, Private, BargainingAct<Offer>> {
  /** This seat's standing offer, and the other side's. */
  readonly mine: Standing<Offer> | undefined;
  readonly theirs: Standing<Offer> | undefined;
}

/** What a domain adds to the protocol: its seats, what an offer is, and what it is worth. */
export interface Issue<Public extends Table, Private, Offer extends OfferAct, Deal> {
  readonly name: string;
  readonly version: number;
  /** The seat named first is seat a on the command line. */
  readonly seats: readonly [Seat, Seat];
  /** Why this is not a scenario, once the facts of the table have been checked. */
  problem(scenario: Scenario<Public, Private>): string | undefined;
  /** Why this is not an offer one can make here. */
  offerProblem(view: OfferView<Public, Private, Offer>, offer: Offer): string | undefined;
  terms(offer: Offer): Deal;
  /** Whether an offer of `seat` gives the other side at least what its own standing offer asks. */
  crosses(facts: Public, seat: Seat, offer: Offer, theirs: Offer): boolean;
  utility(scenario: Scenario<Public, Private>, seat: Seat, deal: Deal): number;
  /** Whether the time of one side is up after this turn, before the turn limit. */
  timeIsUp?(scenario: Scenario<Public, Private>, turn: number): boolean;
  randomOffer(view: OfferView<Public, Private, Offer>, rng: Rng): Offer;
}

export interface OfferState<Public extends Table, Private, Offer extends OfferAct, Deal> {
  readonly scenario: Scenario<Public, Private>;
  readonly turn: number;
  readonly history: readonly Taken<BargainingAct<Offer>>[];
  /** Standing offers in the order of the domain's seats. */
  readonly first: Standing<Offer> | undefined;
  readonly second: Standing<Offer> | undefined;
  readonly outcome: Outcome<Deal> | undefined;
}

/** The longest words one act may carry. */
export const MAX_WORDS = 4000;
const MAX_TURNS = 10_000;

export function alternatingOffers<Public extends Table, Private, Offer extends OfferAct, Deal>(
  issue: Issue<Public, Private, Offer, Deal>,
): Domain<
  Public,
  Private,
  BargainingAct<Offer>,
  OfferView<Public, Private, Offer>,
  OfferState<Public, Private, Offer, Deal>,
  Deal
> {
  const { name, seats } = issue;
  const [firstSeat, secondSeat] = seats;
  // Made once: these are handed out every turn.
  const [firstAlone, secondAlone, nobody]: (readonly Seat[])[] = [[firstSeat], [secondSeat], []];
  const acting = (facts: Table, turn: number) =>
    (turn % 2 === 1) === (facts.opens === firstSeat) ? firstAlone : secondAlone;

  return {
    name,
    version: issue.version,
    problem: (scenario) => tableProblem(scenario, name, issue.version, seats) ?? issue.problem(scenario as never),
    seats: () => seats,
    start: (scenario) => ({ scenario, turn: 1, history: [], first: undefined, second: undefined, outcome: undefined }),
    toAct: ({ scenario, turn, outcome }) => (outcome ? nobody : acting(scenario.public, turn)) as readonly Seat[],

    view({ scenario, turn, history, first, second }, seat) {
      const isFirst = seat === firstSeat;
      return {
        domain: name,
        seat,
        turn,
        turnLimit: scenario.public.turnLimit,
        public: scenario.public,
        own: (isFirst ? scenario.private[firstSeat] : scenario.private[secondSeat]) as Private,
        history,
        mine: isFirst ? first : second,
        theirs: isFirst ? second : first,
      };
    },

    check(view, answer) {
      const problem = actProblem(answer);
      if (problem) return problem;
      const act = answer as BargainingAct<Offer>;
      switch (act.type) {
        case 'offer':
          return issue.offerProblem(view, act);
        case 'accept':
          if (!view.theirs) return 'there is no standing offer of the other side to accept';
          if (act.offer === view.theirs.turn) {
            return isInvitation(view, act.offer)
              ? 'the opening offer is an invitation and cannot be accepted'
              : undefined;
          }
          return `accept must name the standing offer, made in turn ${view.theirs.turn}, got ${JSON.stringify(act.offer)}`;
        case 'reject':
          return view.theirs ? undefined : 'there is no standing offer of the other side to reject';
        case 'say':
          return act.words ? undefined : 'say needs words';
        case 'walk':
          return undefined;
        default:
          act satisfies never;
          return `an act is one of offer, accept, reject, walk, say, got ${JSON.stringify((answer as Act).type).slice(0, 40)}`;
      }
    },

    apply({ scenario, turn, history, first, second }, round) {
      const taken = round[0] as Taken<BargainingAct<Offer>>;
      const { seat, act } = taken;
      const isFirst = seat === firstSeat;
      const theirs = isFirst ? second : first;
      let outcome: Outcome<Deal> | undefined;
      let nextFirst = first;
      let nextSecond = second;
      if (act.type === 'offer') {
        const standing = { turn, offer: act };
        if (isFirst) nextFirst = standing;
        else nextSecond = standing;
        if (theirs && scenario.public.crossing === 'close' && issue.crosses(scenario.public, seat, act, theirs.offer)) {
          outcome = { kind: 'agreement', turn, by: seat, deal: issue.terms(theirs.offer) };
        }
      } else if (act.type === 'accept') {
        outcome = { kind: 'agreement', turn, by: seat, deal: issue.terms((theirs as Standing<Offer>).offer) };
      } else if (act.type === 'walk') {
        outcome = { kind: 'walked', turn, by: seat };
      } else if (act.type === 'reject') {
        if (isFirst) nextSecond = undefined;
        else nextFirst = undefined;
      }
      if (!outcome && (turn >= scenario.public.turnLimit || issue.timeIsUp?.(scenario, turn)))
        outcome = { kind: 'no-deal', turn };
      return {
        scenario,
        turn: turn + 1,
        history: appended(history, taken),
        first: nextFirst,
        second: nextSecond,
        outcome,
      };
    },

    outcome: (state) => state.outcome,
    utility: (scenario, seat, outcome) =>
      outcome.kind === 'agreement' ? issue.utility(scenario, seat, outcome.deal) : 0,

    randomAct(view, rng) {
      const draw = rng.float();
      if (view.theirs && draw < 0.1 && acceptable(view)) return { type: 'accept', offer: view.theirs.turn };
      if (view.theirs && draw < 0.15) return { type: 'reject' };
      if (draw > 0.99) return { type: 'walk' };
      if (draw > 0.94) return { type: 'say', words: 'Let me think.', intent: 'vague' };
      return issue.randomOffer(view, rng);
    },
  };
}

/** Whether the other side's standing offer may be accepted: there is one, and it is not an invitation. */
export function acceptable(view: View<Table> & { readonly theirs: Standing<OfferAct> | undefined }): boolean {
  return view.theirs !== undefined && !isInvitation(view, view.theirs.turn);
}

function isInvitation({ public: facts, history }: View<Table>, turn: number): boolean {
  return facts.firstOffer === 'invitation' && history.find(({ act }) => act.type === 'offer')?.turn === turn;
}

/** A copy with one more at the end. The hottest line of a scripted game: a plain loop is four times as fast as spread or concat. */
function appended<T>(list: readonly T[], item: T): readonly T[] {
  const { length } = list;
  const copy = new Array<T>(length + 1);
  for (let i = 0; i < length; i++) copy[i] = list[i] as T;
  copy[length] = item;
  return copy;
}

/** What is wrong with anything that claims to be an act, before the rules look at it. */
export function actProblem(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || typeof (answer as Act).type !== 'string') {
    return 'an act is an object with a type';
  }
  const { words, intent } = answer as Act;
  if (words !== undefined && typeof words !== 'string') return 'words must be text';
  if (words !== undefined && words.length > MAX_WORDS)
    return `words take at most ${MAX_WORDS} characters, got ${words.length}`;
  if (intent !== undefined && !intents.includes(intent)) return `an intent is one of ${intents.join(', ')}`;
  return undefined;
}

/** What is wrong with the facts of the table and with who sits at it. */
export function tableProblem(
  value: unknown,
  name: string,
  version: number,
  seats: readonly Seat[],
): string | undefined {
  if (typeof value !== 'object' || value === null) return `a scenario is an object, got ${JSON.stringify(value)}`;
  const scenario = value as Partial<Scenario<Table>>;
  if (scenario.domain !== name)
    return `this is not a ${name} scenario: its domain is ${JSON.stringify(scenario.domain)}`;
  if (scenario.version !== version) {
    return `this scenario is for version ${scenario.version} of ${name}, and these rules are version ${version}`;
  }
  if (typeof scenario.id !== 'string' || scenario.id === '') return 'a scenario needs an id';
  const table = scenario.public;
  if (typeof table !== 'object' || table === null) return 'a scenario needs public facts';
  if (!Number.isInteger(table.turnLimit) || table.turnLimit < 1 || table.turnLimit > MAX_TURNS) {
    return `turnLimit must be a whole number from 1 to ${MAX_TURNS}, got ${table.turnLimit}`;
  }
  if (!seats.includes(table.opens)) return `opens must be ${seats.join(' or ')}, got ${JSON.stringify(table.opens)}`;
  if (table.crossing !== 'close' && table.crossing !== 'continue') {
    return `crossing must be close or continue, got ${JSON.stringify(table.crossing)}`;
  }
  if (table.firstOffer !== undefined && table.firstOffer !== 'binding' && table.firstOffer !== 'invitation') {
    return `firstOffer must be binding or invitation, got ${JSON.stringify(table.firstOffer)}`;
  }
  for (const seat of seats) {
    const own = scenario.private?.[seat];
    if (typeof own !== 'object' || own === null) return `a scenario needs the private side of ${seat}`;
  }
  return undefined;
}
