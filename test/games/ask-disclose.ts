/**
 * A small persuasion game: an advocate asks about a wish, discloses a fact or recommends; the target answers or chooses.
 * Acts of its own, turns that depend on the last act, a secret on one side only. Lives in the tests to keep the loop honest
 * about acts that are not offers.
 */
import type { Act, Domain, Outcome, Scenario, Seat, Taken, View } from '../../src/core/index.ts';

export const topics = ['price', 'comfort', 'speed'] as const;
type Topic = (typeof topics)[number];
type TalkAct = Act &
  (
    | { readonly type: 'ask'; readonly topic: Topic }
    | { readonly type: 'disclose'; readonly topic: Topic }
    | { readonly type: 'recommend' }
    | { readonly type: 'answer'; readonly matters: boolean }
    | { readonly type: 'choose'; readonly take: boolean }
  );
interface Facts {
  readonly turnLimit: number;
}
type Secret = { readonly strengths?: Readonly<Record<Topic, number>>; readonly strong?: Topic };
interface Choice {
  readonly take: boolean;
}
type TalkView = View<Facts, Secret, TalkAct>;
interface State {
  readonly scenario: Scenario<Facts, Secret>;
  readonly history: readonly Taken<TalkAct>[];
  readonly outcome?: Outcome<never, Choice>;
}

const allowed = (last: TalkAct['type'] | undefined): readonly TalkAct['type'][] =>
  last === 'ask' ? ['answer'] : last === 'recommend' ? ['choose'] : ['ask', 'disclose', 'recommend'];
const lastType = (history: readonly Taken<TalkAct>[]) => history.at(-1)?.act.type;

export const askDisclose: Domain<Facts, Secret, TalkAct, TalkView, State, never, Choice> = {
  name: 'ask-disclose',
  version: 1,
  problem: (scenario) => ((scenario as Scenario).domain === 'ask-disclose' ? undefined : 'not this game'),
  seats: () => ['advocate', 'target'],
  start: (scenario) => ({ scenario, history: [] }),
  toAct({ history, outcome }): Seat[] {
    if (outcome) return [];
    return ['ask', 'recommend'].includes(lastType(history) ?? '') ? ['target'] : ['advocate'];
  },
  view: ({ scenario, history }, seat) => ({
    domain: 'ask-disclose',
    seat,
    turn: history.length + 1,
    turnLimit: scenario.public.turnLimit,
    public: scenario.public,
    own: scenario.private[seat] as Secret,
    history,
  }),
  check(view, act) {
    const { type, topic, matters, take } = (act ?? {}) as Record<string, unknown>;
    const legal = allowed(lastType(view.history));
    if (!legal.includes(type as TalkAct['type'])) return `now one of ${legal.join(', ')}`;
    if ((type === 'ask' || type === 'disclose') && !topics.includes(topic as Topic))
      return `a topic is one of ${topics.join(', ')}`;
    if (type === 'answer' && typeof matters !== 'boolean') return 'an answer says whether it matters';
    if (type === 'choose' && typeof take !== 'boolean') return 'a choice takes it or not';
    return undefined;
  },
  apply(state, [taken]) {
    const { turn, act } = taken as Taken<TalkAct>;
    const next = { ...state, history: [...state.history, taken as Taken<TalkAct>] };
    if (act.type === 'choose') return { ...next, outcome: { kind: 'concluded', turn, conclusion: { take: act.take } } };
    if (turn >= state.scenario.public.turnLimit) return { ...next, outcome: { kind: 'no-deal', turn } };
    return next;
  },
  outcome: (state) => state.outcome,
  utility: (_scenario, seat, outcome) =>
    outcome.kind === 'concluded' && outcome.conclusion.take && seat === 'advocate' ? 1 : 0,
  randomAct(view, rng): TalkAct {
    const type = rng.pick(allowed(lastType(view.history)));
    if (type === 'ask' || type === 'disclose') return { type, topic: rng.pick(topics) };
    if (type === 'answer') return { type, matters: rng.float() < 0.5 };
    if (type === 'choose') return { type, take: rng.float() < 0.5 };
    return { type: 'recommend' };
  },
};

export const sampleAskDisclose = (seed: number): Scenario<Facts, Secret> => ({
  domain: 'ask-disclose',
  version: 1,
  id: `talk-${seed}`,
  public: { turnLimit: 9 },
  private: {
    advocate: { strong: topics[seed % 3] as Topic },
    target: { strengths: { price: (seed % 7) / 7, comfort: (seed % 5) / 5, speed: (seed % 11) / 11 } },
  },
});
