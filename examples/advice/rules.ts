/**
 * advice: cheap talk (Crawford and Sobel, Strategic Information Transmission, Econometrica 1982), in several messages.
 *
 * An adviser knows a state from 0 to 100 and would like the decider to choose `bias` more than that; the decider would like to
 * choose the state itself. The adviser reports, the decider asks again or chooses, and what is chosen ends the game: no deal is
 * made, so it ends in a conclusion. Reports cost nothing and bind nobody.
 * Utility: 1 - (distance of the choice from one's own wish / 100)^2; 0 where nothing was chosen in time.
 */
import type { Act, Domain, Outcome, Scenario, Seat, Taken, View } from 'parley/core';

export type AdviceAct = Act &
  (
    | { readonly type: 'report'; readonly value: number }
    | { readonly type: 'ask' }
    | { readonly type: 'choose'; readonly value: number }
  );
export interface AdviceFacts {
  /** How much more than the state the adviser would like. */
  readonly bias: number;
  readonly turnLimit: number;
}
export interface AdviceSecret {
  /** Known to the adviser alone. */
  readonly state?: number;
}
export interface Choice {
  readonly choice: number;
}
export type AdviceView = View<AdviceFacts, AdviceSecret, AdviceAct>;
export type AdviceScenario = Scenario<AdviceFacts, AdviceSecret>;

interface State {
  readonly scenario: AdviceScenario;
  readonly history: readonly Taken<AdviceAct>[];
  readonly outcome?: Outcome<never, Choice>;
}

const SEATS: readonly Seat[] = ['adviser', 'decider'];

/** The acts that a seat may choose from in its turn; in the last turn the decider chooses. */
export function allowed({ seat, turn, turnLimit }: AdviceView): readonly AdviceAct['type'][] {
  if (seat === 'adviser') return ['report'];
  return turn === turnLimit ? ['choose'] : ['ask', 'choose'];
}

export function stateOf({ private: secrets }: AdviceScenario): number {
  return secrets.adviser?.state as number;
}

export const advice: Domain<AdviceFacts, AdviceSecret, AdviceAct, AdviceView, State, never, Choice> = {
  name: 'advice',
  version: 1,
  problem(given) {
    const { domain, public: facts, private: secrets } = given as AdviceScenario;
    if (domain !== 'advice') return `a scenario of advice was expected, got one of ${JSON.stringify(domain)}`;
    if (!onScale(secrets?.adviser?.state)) return 'the state is a number from 0 to 100';
    if (!onScale(facts?.bias)) return 'the bias is a number from 0 to 100';
    const { turnLimit } = facts;
    const even = Number.isInteger(turnLimit) && turnLimit > 0 && turnLimit % 2 === 0;
    return even ? undefined : 'the turn limit is an even number, so that the decider has the last word';
  },
  seats: () => SEATS,
  start: (scenario) => ({ scenario, history: [] }),
  toAct: ({ history, outcome }) => (outcome ? [] : [SEATS[history.length % 2] as Seat]),
  view: ({ scenario, history }, seat) => ({
    domain: 'advice',
    seat,
    turn: history.length + 1,
    turnLimit: scenario.public.turnLimit,
    public: scenario.public,
    own: scenario.private[seat] as AdviceSecret,
    history,
  }),
  check(view, act) {
    const { type, value } = (act ?? {}) as Record<string, unknown>;
    const legal = allowed(view);
    if (!legal.includes(type as AdviceAct['type'])) return `the ${view.seat} can ${legal.join(' or ')} now`;
    return type === 'ask' || onScale(value) ? undefined : `a ${type} names a value from 0 to 100`;
  },
  apply(state, [taken]) {
    const { turn, act } = taken as Taken<AdviceAct>;
    const next = { ...state, history: [...state.history, taken as Taken<AdviceAct>] };
    if (act.type !== 'choose') return next;
    return { ...next, outcome: { kind: 'concluded', turn, conclusion: { choice: act.value } } };
  },
  outcome: ({ outcome }) => outcome,
  utility(scenario, seat, outcome) {
    if (outcome.kind !== 'concluded') return 0;
    const wish = stateOf(scenario) + (seat === 'adviser' ? scenario.public.bias : 0);
    const miss = (outcome.conclusion.choice - wish) / 100;
    return 1 - miss * miss;
  },
  randomAct(view, rng) {
    const type = rng.pick(allowed(view));
    return type === 'ask' ? { type } : { type, value: rng.integer(101) };
  },
};

function onScale(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}
