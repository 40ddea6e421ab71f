/**
 * trace: a persuader argues for or against a proposition, and the target's belief in it is traced from 0 to 100 after every message, as
 * in PersuasionTrace (Moore et al. 2026).
 *
 * Public: the proposition, the beliefs around it with what speaks for and against what, and how much it is believed at the start.
 * Private: the persuader's goal (to have it believed, or not), the target's table and what it is susceptible to (network.ts). The persuader
 * argues about the proposition, a belief or a link, asserts, or asks how much a belief is held; the target reports. Four messages.
 * Utility of the persuader: the last belief, or what it falls short of 100, by its goal, as a share. Of the target: 1 - the distance of
 * its last report from its mind, as a share, since a trace is worth something only where it is true.
 */
import { actProblem } from '../../../alternating-offers.ts';
import type { Act, Domain, Outcome, Scenario, Taken, View } from '../../../types.ts';
import { strangeInScenario, strangeKey } from '../../strict.ts';
import { PERSUADER, SEATS, TARGET } from '../seats.ts';
import { type Talk, talks } from '../talk.ts';
import {
  type Appeal,
  ASSERTED,
  appeals,
  beliefOf,
  type Claim,
  forceOf,
  moved,
  type Network,
  networkProblem,
  REPEATED,
  type Susceptibility,
  susceptibilities,
} from './network.ts';

export type TraceAct = Act &
  (
    | { readonly type: 'argue'; readonly about: readonly number[]; readonly holds: boolean; readonly appeal: Appeal }
    | { readonly type: 'assert'; readonly holds: boolean }
    | { readonly type: 'ask'; readonly about: number }
    | { readonly type: 'report'; readonly belief: number }
    /** A report, and how much the belief is held that was asked about. */
    | { readonly type: 'answer'; readonly belief: number; readonly held: number }
  );
export interface TracePublic extends Omit<Network, 'joint'> {
  /** The belief in the proposition before anything is said, 0 to 100. */
  readonly start: number;
  /** typed where left out. */
  readonly talk?: Talk;
  readonly turnLimit: number;
}
export interface TracePersuader {
  /** Whether the proposition is to be believed. */
  readonly goal: boolean;
}
export interface TraceTarget {
  readonly joint: Network['joint'];
  readonly susceptibility: Susceptibility;
}
export interface TraceConclusion {
  /** The last belief in the proposition as it was reported, 0 to 100. */
  readonly belief: number;
  /** As its mind has it. */
  readonly held: number;
}
export type TraceView = View<TracePublic, TracePersuader | TraceTarget, TraceAct>;
export type TraceScenario = Scenario<TracePublic, TracePersuader | TraceTarget>;

interface State {
  readonly scenario: TraceScenario;
  readonly history: readonly Taken<TraceAct>[];
}

export const traceGoal = ({ private: secrets }: TraceScenario): boolean => (secrets[PERSUADER] as TracePersuader).goal;

/** From 0 to 100, to a tenth: what a slider can say. */
export function reported(belief: number): number {
  return Math.round(1000 * belief) / 10;
}

/**
 * The claim that a message makes to a mind, among these links and after what was said before; a question makes none. A claim that has moved this
 * mind before is said again, whatever it appeals to now.
 */
export function claimIn(
  act: TraceAct,
  edges: Network['edges'],
  before: readonly TraceAct[],
  susceptibility: Susceptibility,
): Claim | undefined {
  if (act.type === 'assert') {
    const again = before.some((one) => one.type === 'assert' && one.holds === act.holds);
    return { about: [0], holds: act.holds, appeal: 'ethos', relevance: ASSERTED * (again ? REPEATED : 1) };
  }
  if (act.type !== 'argue') return undefined;
  const key = keyOf(act);
  const again = before.some(
    (one) => one.type === 'argue' && keyOf(one) === key && forceOf(susceptibility, one.appeal) > 0,
  );
  const against = edges.some(({ from, to, positive }) => !positive && from === act.about[0] && to === act.about[1]);
  return { about: act.about, holds: act.holds, against, appeal: act.appeal, relevance: again ? REPEATED : 1 };
}

const keyOf = ({ about, holds }: TraceAct & { type: 'argue' }) => `${about.join('-')} ${holds}`;

/** The table of a mind after what was said to it. */
export function mindAfter(
  { joint, susceptibility }: TraceTarget,
  edges: Network['edges'],
  history: TraceView['history'],
): readonly number[] {
  const said: TraceAct[] = [];
  let now = joint;
  for (const { act } of history) {
    const claim = claimIn(act, edges, said, susceptibility);
    if (claim) now = moved(now, susceptibility, claim);
    said.push(act);
  }
  return now;
}

/** The beliefs in the proposition, before anything was said and after every message. */
export function traceOf({ public: { start } }: Pick<TraceScenario, 'public'>, history: TraceView['history']): number[] {
  return [start, ...history.flatMap(({ act }) => ('belief' in act ? [act.belief] : []))];
}

export const trace: Domain<
  TracePublic,
  TracePersuader | TraceTarget,
  TraceAct,
  TraceView,
  State,
  never,
  TraceConclusion
> = {
  name: 'trace',
  version: 3,
  problem,
  seats: () => SEATS,
  start: (scenario) => ({ scenario, history: [] }),
  toAct: ({ scenario, history }) =>
    history.length >= scenario.public.turnLimit ? [] : [SEATS[history.length % 2] as string],
  view: ({ scenario, history }, seat) => ({
    domain: 'trace',
    seat,
    turn: history.length + 1,
    turnLimit: scenario.public.turnLimit,
    public: scenario.public,
    own: scenario.private[seat] as TracePersuader,
    history,
  }),
  check,
  apply: (state, [taken]) => ({ ...state, history: [...state.history, taken as Taken<TraceAct>] }),
  outcome({ scenario, history }): Outcome<never, TraceConclusion> | undefined {
    if (history.length < scenario.public.turnLimit) return undefined;
    const { turn, act } = history.at(-1) as Taken<TraceAct & { belief: number }>;
    const mind = mindAfter(scenario.private[TARGET] as TraceTarget, scenario.public.edges, history);
    const held = reported(beliefOf(mind, 0));
    return { kind: 'concluded', turn, conclusion: { belief: act.belief, held } };
  },
  utility(scenario, seat, outcome) {
    if (outcome.kind !== 'concluded') return 0;
    const { belief, held } = outcome.conclusion;
    if (seat === TARGET) return 1 - Math.abs(belief - held) / 100;
    return (traceGoal(scenario) ? belief : 100 - belief) / 100;
  },
  randomAct(view, rng) {
    const nodes = view.public.beliefs.length + 1;
    if (view.seat === TARGET) {
      const belief = rng.integer(101);
      return targetAct(view) === 'report'
        ? { type: 'report', belief }
        : { type: 'answer', belief, held: rng.integer(101) };
    }
    const type = rng.pick(['argue', 'assert', 'ask'] as const);
    if (type === 'assert') return { type, holds: rng.float() < 0.5 };
    if (type === 'ask') return { type, about: 1 + rng.integer(nodes - 1) };
    const edge = rng.pick([undefined, ...view.public.edges]);
    const about = edge ? [edge.from, edge.to] : [rng.integer(nodes)];
    return { type, about, holds: rng.float() < 0.5, appeal: rng.pick(appeals) };
  },
};

/** A question is answered, anything else met with a report. */
export function targetAct({ history }: Pick<TraceView, 'history'>): 'report' | 'answer' {
  return history.at(-1)?.act.type === 'ask' ? 'answer' : 'report';
}

/** What an act of a type says, besides its words and its intent. */
const FIELDS: Readonly<Record<TraceAct['type'], readonly string[]>> = {
  argue: ['about', 'holds', 'appeal'],
  assert: ['holds'],
  ask: ['about'],
  report: ['belief'],
  answer: ['belief', 'held'],
};
const MOST_TURNS = 64;

function check(view: TraceView, act: unknown): string | undefined {
  const wrong = typeProblem(view, act);
  if (wrong) return wrong;
  const { type } = act as TraceAct;
  return (
    actProblem(act) ?? strangeKey(type, act, ['type', 'words', 'intent', ...FIELDS[type]]) ?? claimProblem(view, act)
  );
}

function typeProblem(view: TraceView, act: unknown): string | undefined {
  const { type } = (act ?? {}) as { type?: string };
  const legal = view.seat === TARGET ? [targetAct(view)] : ['argue', 'assert', 'ask'];
  if (legal.includes(type as string)) return undefined;
  return view.seat === TARGET ? `the target can ${legal} now` : 'the persuader can argue, assert or ask now';
}

function claimProblem(view: TraceView, act: unknown): string | undefined {
  const { type, about, holds, appeal, belief, held } = (act ?? {}) as Record<string, unknown>;
  const { beliefs, edges } = view.public;
  if (view.seat === TARGET) {
    if (!onScale(belief)) return `a belief is a number from 0 to 100, got ${show(belief)}`;
    return type === 'report' || onScale(held) ? undefined : `what was asked is held from 0 to 100, got ${show(held)}`;
  }
  switch (type) {
    case 'ask':
      return isNode(about, beliefs.length) && about !== 0
        ? undefined
        : `a question is about a belief, 1 to ${beliefs.length}, got ${show(about)}`;
    case 'assert':
      return typeof holds === 'boolean'
        ? undefined
        : `an assertion says whether it holds, true or false, got ${show(holds)}`;
    case 'argue': {
      if (typeof holds !== 'boolean') return `an argument says whether it holds, true or false, got ${show(holds)}`;
      if (!appeals.includes(appeal as Appeal))
        return `an argument appeals to ${appeals.join(', ')}, got ${show(appeal)}`;
      const nodes: readonly unknown[] = Array.isArray(about) ? about : [];
      const node = nodes.length === 1 && isNode(nodes[0], beliefs.length);
      const edge = nodes.length === 2 && edges.some(({ from, to }) => from === nodes[0] && to === nodes[1]);
      return node || edge
        ? undefined
        : `an argument is about [a node], 0 to ${beliefs.length}, or [from, to] of an edge, got ${show(about)}`;
    }
    default:
      return 'the persuader can argue, assert or ask now';
  }
}

function problem(given: unknown): string | undefined {
  const { domain, public: table, private: secrets } = (given ?? {}) as TraceScenario;
  if (domain !== 'trace') return `a scenario of trace was expected, got one of ${show(domain)}`;
  const { goal } = (secrets?.[PERSUADER] ?? {}) as Partial<TracePersuader>;
  const { joint, susceptibility } = (secrets?.[TARGET] ?? {}) as Partial<TraceTarget>;
  if (!table || !joint) return 'a scenario has a public part and a target with a table';
  if (typeof goal !== 'boolean') return `the goal is true or false, got ${show(goal)}`;
  if (!susceptibilities.includes(susceptibility as Susceptibility))
    return `the susceptibility is one of ${susceptibilities.join(', ')}, got ${show(susceptibility)}`;
  const strange =
    strangeInScenario(given as object, SEATS) ??
    strangeKey('the public part', table, ['proposition', 'beliefs', 'edges', 'start', 'talk', 'turnLimit']) ??
    strangeKey('the persuader', secrets[PERSUADER], ['goal']) ??
    strangeKey('the target', secrets[TARGET], ['joint', 'susceptibility']);
  if (strange) return strange;
  const { turnLimit, start, talk } = table;
  if (talk !== undefined && !talks.includes(talk)) return `talk is ${talks.join(' or ')}, got ${show(talk)}`;
  if (!Number.isInteger(turnLimit) || turnLimit < 2 || turnLimit > MOST_TURNS || turnLimit % 2 !== 0)
    return `the turn limit is an even number from 2 to ${MOST_TURNS}, so that the target reports last, got ${show(turnLimit)}`;
  const wrong = networkProblem({ ...table, joint });
  if (wrong) return wrong;
  return start === reported(beliefOf(joint, 0))
    ? undefined
    : `the belief at the start is ${reported(beliefOf(joint, 0))}, got ${show(start)}`;
}

const isNode = (node: unknown, beliefs: number) =>
  Number.isInteger(node) && (node as number) >= 0 && (node as number) <= beliefs;
const onScale = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 100;
const show = (value: unknown) => JSON.stringify(value) ?? String(value);
