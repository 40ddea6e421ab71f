/**
 * ptom: a persuader asks, discloses facts and recommends one of two options to a target whose preferences it cannot see, after
 * Planning Theory-of-Mind (zcsabbagh/cs329a), with what made that study measure nothing put right.
 *
 * A target cares about some dimensions more than others (its strengths, 0 to 1) and knows some facts. The persuader knows all facts
 * and, by the information condition, none of the strengths (HIDDEN), some (PARTIAL) or all (REVEALED). It asks what matters,
 * discloses a fact of its own, which is true, or recommends A or B; in its last turn it recommends. The target answers, reacts or
 * decides, and its decision ends the game. Acts are typed; words only go with them.
 *
 * The objective stands in the scenario and is all that prompt and reward are made from: get A chosen, or get the option chosen that
 * fits the target best, were it to know every fact. Utility of the persuader: 1 when that was chosen, else 0. Of the target: P-ToM's
 * satisfaction, 0.9 for an option taken that fits best, 0.6 for another that was taken, 0.2 for a recommendation that was refused.
 */
import { actProblem } from '../../../alternating-offers.ts';
import type { Act, Domain, Outcome, Scenario, Seat, Taken, View } from '../../../types.ts';
import { strangeInScenario, strangeKey } from '../../strict.ts';
import { PERSUADER, SEATS, TARGET } from '../seats.ts';
import { type Talk, talks } from '../talk.ts';

export const conditions = ['HIDDEN', 'PARTIAL', 'REVEALED'] as const;
export const complexities = ['standard', 'moderate', 'complex', 'adversarial'] as const;
export const structures = ['single_dominant', 'balanced', 'two_way_tradeoff', 'complex'] as const;
export const objectives = ['A', 'fit'] as const;
export const personalities = [
  'luxury_focused',
  'budget_conscious',
  'adventure_seeker',
  'culture_enthusiast',
  'convenience_prioritizer',
] as const;
/** How much a dimension matters, as P-ToM banded it: core above 0.7, weak below 0.3. */
export const bands = ['core', 'moderate', 'weak'] as const;
export const leans = ['A', 'unsure', 'B'] as const;

export type Condition = (typeof conditions)[number];
export type Complexity = (typeof complexities)[number];
export type Structure = (typeof structures)[number];
export type Objective = (typeof objectives)[number];
export type Personality = (typeof personalities)[number];
export type Band = (typeof bands)[number];
export type Lean = (typeof leans)[number];
export type OptionName = 'A' | 'B';
export type Strengths = Readonly<Record<string, number>>;

export interface Fact {
  readonly id: string;
  readonly content: string;
  readonly favours: OptionName | 'neutral';
  /** What it is about; a dimension that nobody cares about may stand here. */
  readonly dimension: string;
}

export interface PtomPublic {
  /** One of the scenario types, such as vacation_timing. */
  readonly type: string;
  readonly description: string;
  readonly context: string;
  readonly options: Readonly<Record<OptionName, { readonly name: string; readonly description: string }>>;
  /** What somebody may care about here. */
  readonly dimensions: readonly string[];
  readonly condition: Condition;
  readonly complexity: Complexity;
  /** typed where left out. */
  readonly talk?: Talk;
  readonly turnLimit: number;
}

export interface PersuaderSecret {
  readonly objective: Objective;
  readonly facts: readonly Fact[];
  /** Strengths of the target that it was told: all when REVEALED, none when HIDDEN. */
  readonly revealed: Strengths;
  /** What it cares about itself. */
  readonly taste: Strengths;
}

export interface TargetSecret {
  readonly strengths: Strengths;
  /** The facts that it knows before anybody speaks. */
  readonly known: readonly Fact[];
  readonly personality: Personality;
  readonly structure: Structure;
  /** How far it believes what it is told at the start, 0 to 1. */
  readonly trust: number;
}

/** What an open question is about. */
export const EVERYTHING = 'everything';

export type PersuaderAct = Act &
  (
    | { readonly type: 'ask'; readonly about: string }
    | { readonly type: 'disclose'; readonly fact: Fact }
    | { readonly type: 'recommend'; readonly option: OptionName }
  );
export type TargetAct = Act &
  (
    | { readonly type: 'answer'; readonly dimension: string; readonly matters: Band }
    | { readonly type: 'react'; readonly news: boolean; readonly lean: Lean }
    | { readonly type: 'decide'; readonly accept: boolean }
  );
export type PtomAct = PersuaderAct | TargetAct;

export interface PtomConclusion {
  readonly chosen: OptionName | 'none';
  readonly recommended: OptionName;
}
export type PtomView = View<PtomPublic, PersuaderSecret | TargetSecret, PtomAct>;
export interface PersuaderView extends PtomView {
  readonly own: PersuaderSecret;
}
export interface TargetView extends PtomView {
  readonly own: TargetSecret;
}
export type PtomScenario = Scenario<PtomPublic, PersuaderSecret | TargetSecret>;

interface State {
  readonly scenario: PtomScenario;
  readonly history: readonly Taken<PtomAct>[];
}

/** What an act of a type says, besides its words and its intent. */
const FIELDS: Readonly<Record<PtomAct['type'], readonly string[]>> = {
  ask: ['about'],
  disclose: ['fact'],
  recommend: ['option'],
  answer: ['dimension', 'matters'],
  react: ['news', 'lean'],
  decide: ['accept'],
};
const MOST_TURNS = 64;
const REPLY = { ask: 'answer', disclose: 'react', recommend: 'decide' } as const;

export function persuaderOf({ private: secrets }: PtomScenario): PersuaderSecret {
  return secrets.persuader as PersuaderSecret;
}

export function targetOf({ private: secrets }: PtomScenario): TargetSecret {
  return secrets.target as TargetSecret;
}

export function isPersuader(view: PtomView): view is PersuaderView {
  return view.seat === PERSUADER;
}

/** The acts that a seat may choose from in its turn; the persuader's last is a recommendation. */
export function allowedActs({ seat, turn, turnLimit, history }: PtomView): readonly PtomAct['type'][] {
  if (seat === PERSUADER) return turn + 1 >= turnLimit ? ['recommend'] : ['ask', 'disclose', 'recommend'];
  const last = history.at(-1)?.act.type as keyof typeof REPLY;
  return [REPLY[last]];
}

/** How many acts the persuader has left, this one and its recommendation included. */
export function actsLeft({ turn, turnLimit }: Pick<PtomView, 'turn' | 'turnLimit'>): number {
  return Math.ceil((turnLimit - turn + 1) / 2);
}

export function bandOf(strength: number): Band {
  return strength > 0.7 ? 'core' : strength < 0.3 ? 'weak' : 'moderate';
}

/** How much a dimension matters; 0 where nobody said that it does. */
export function strengthOf(strengths: Strengths, dimension: string): number {
  return Object.hasOwn(strengths, dimension) ? (strengths[dimension] as number) : 0;
}

/** How strongly the facts speak for each option, to somebody with these strengths. */
function weigh(facts: readonly Fact[], strengths: Strengths): Readonly<Record<OptionName, number>> {
  const sums = { A: 0, B: 0 };
  for (const { favours, dimension } of facts)
    if (favours !== 'neutral') sums[favours] += strengthOf(strengths, dimension);
  return { A: Math.round(sums.A * 1e9) / 1e9, B: Math.round(sums.B * 1e9) / 1e9 };
}

/** P-ToM's natural preference: the option that more of what matters speaks for, all facts known; undefined in a tie. */
export function bestFit(facts: readonly Fact[], strengths: Strengths): OptionName | undefined {
  const { A, B } = weigh(facts, strengths);
  return A === B ? undefined : A > B ? 'A' : 'B';
}

/** The option that the persuader is there to have chosen; undefined where it is the best fit and both fit alike. */
export function goalOf(scenario: PtomScenario): OptionName | undefined {
  const { objective, facts } = persuaderOf(scenario);
  return objective === 'A' ? 'A' : bestFit(facts, targetOf(scenario).strengths);
}

/** P-ToM's satisfaction of the target. */
export function satisfactionOf(scenario: PtomScenario, { chosen }: PtomConclusion): number {
  if (chosen === 'none') return 0.2;
  return chosen === bestFit(persuaderOf(scenario).facts, targetOf(scenario).strengths) ? 0.9 : 0.6;
}

export const ptom: Domain<PtomPublic, PersuaderSecret | TargetSecret, PtomAct, PtomView, State, never, PtomConclusion> =
  {
    name: 'ptom',
    version: 1,
    problem,
    seats: () => SEATS,
    start: (scenario) => ({ scenario, history: [] }),
    toAct({ history }) {
      if (history.at(-1)?.act.type === 'decide') return [];
      return [SEATS[history.length % 2] as Seat];
    },
    view: ({ scenario, history }, seat) => ({
      domain: 'ptom',
      seat,
      turn: history.length + 1,
      turnLimit: scenario.public.turnLimit,
      public: scenario.public,
      own: scenario.private[seat] as PersuaderSecret,
      history,
    }),
    check,
    apply: (state, [taken]) => ({ ...state, history: [...state.history, taken as Taken<PtomAct>] }),
    outcome({ history }): Outcome<never, PtomConclusion> | undefined {
      const last = history.at(-1);
      if (last?.act.type !== 'decide') return undefined;
      const { option: recommended } = (history.at(-2) as Taken<PersuaderAct & { type: 'recommend' }>).act;
      const chosen = last.act.accept ? recommended : 'none';
      return { kind: 'concluded', turn: last.turn, conclusion: { chosen, recommended } };
    },
    utility(scenario, seat, outcome) {
      if (outcome.kind !== 'concluded') return 0;
      if (seat === TARGET) return satisfactionOf(scenario, outcome.conclusion);
      return Number(outcome.conclusion.chosen === goalOf(scenario));
    },
    randomAct(view, rng) {
      const type = rng.pick(allowedActs(view));
      switch (type) {
        case 'ask':
          return { type, about: rng.pick([...view.public.dimensions, EVERYTHING]) };
        case 'disclose':
          return { type, fact: rng.pick((view.own as PersuaderSecret).facts) };
        case 'recommend':
          return { type, option: rng.pick(['A', 'B'] as const) };
        case 'answer': {
          const asked = lastAct(view) as PersuaderAct & { type: 'ask' };
          const dimension = asked.about === EVERYTHING ? rng.pick(view.public.dimensions) : asked.about;
          return { type, dimension, matters: rng.pick(bands) };
        }
        case 'react':
          return { type, news: rng.float() < 0.5, lean: rng.pick(leans) };
        case 'decide':
          return { type, accept: rng.float() < 0.5 };
        default:
          return type satisfies never;
      }
    },
  };

/** What the other side did last. */
export function lastAct({ history }: PtomView): PtomAct | undefined {
  return history.at(-1)?.act;
}

function check(view: PtomView, act: unknown): string | undefined {
  const { type, about, fact, option, dimension, matters, news, lean, accept } = (act ?? {}) as Record<string, unknown>;
  const legal = allowedActs(view);
  if (!legal.includes(type as PtomAct['type'])) return `the ${view.seat} can ${legal.join(' or ')} now`;
  const wrong =
    actProblem(act) ?? strangeKey(`${type}`, act, ['type', 'words', 'intent', ...FIELDS[type as PtomAct['type']]]);
  if (wrong) return wrong;
  const { dimensions } = view.public;
  switch (type as PtomAct['type']) {
    case 'ask':
      if (about === EVERYTHING || dimensions.includes(about as string)) return undefined;
      return `a question is about ${[...dimensions, EVERYTHING].join(', ')}, got ${show(about)}`;
    case 'disclose': {
      const { facts } = view.own as PersuaderSecret;
      if (facts.some((own) => same(own, fact))) return undefined;
      return `a fact to disclose is one of those that you know, ${facts.map(({ id }) => id).join(', ')}, as it stands there, got ${show(fact)}`;
    }
    case 'recommend':
      return option === 'A' || option === 'B'
        ? undefined
        : `a recommendation names the option A or B, got ${show(option)}`;
    case 'answer': {
      const asked = (lastAct(view) as PersuaderAct & { type: 'ask' }).about;
      const about = asked === EVERYTHING ? dimensions : [asked];
      if (!about.includes(dimension as string))
        return `the question was about ${about.join(', ')}, got ${show(dimension)}`;
      return bands.includes(matters as Band)
        ? undefined
        : `it matters as one of ${bands.join(', ')}, got ${show(matters)}`;
    }
    case 'react':
      if (typeof news !== 'boolean') return `a reaction says whether it was news, true or false, got ${show(news)}`;
      return leans.includes(lean as Lean) ? undefined : `one leans to ${leans.join(', ')}, got ${show(lean)}`;
    case 'decide':
      return typeof accept === 'boolean' ? undefined : `a decision accepts, true or false, got ${show(accept)}`;
    default:
      return 'there is no such act';
  }
}

function same(own: Fact, given: unknown): boolean {
  const { id, content, favours, dimension, ...rest } = (given ?? {}) as Partial<Fact>;
  return (
    own.id === id &&
    own.content === content &&
    own.favours === favours &&
    own.dimension === dimension &&
    Object.keys(rest).length === 0
  );
}

const PUBLIC = [
  'type',
  'description',
  'context',
  'options',
  'dimensions',
  'condition',
  'complexity',
  'talk',
  'turnLimit',
];

function problem(given: unknown): string | undefined {
  const { domain, public: table, private: secrets } = (given ?? {}) as PtomScenario;
  if (domain !== 'ptom') return `a scenario of ptom was expected, got one of ${show(domain)}`;
  const { persuader, target } = (secrets ?? {}) as { persuader?: PersuaderSecret; target?: TargetSecret };
  if (!table || !persuader || !target) return 'a scenario has a public part, a persuader and a target';
  const strange =
    strangeInScenario(given as object, SEATS) ??
    strangeKey('the public part', table, PUBLIC) ??
    strangeKey('the persuader', persuader, ['objective', 'facts', 'revealed', 'taste']) ??
    strangeKey('the target', target, ['strengths', 'known', 'personality', 'structure', 'trust']);
  if (strange) return strange;
  const { dimensions, condition, complexity, talk, turnLimit, options, type, description, context } = table;
  if ([type, description, context].some((text) => typeof text !== 'string'))
    return 'type, description and context are texts';
  if (!isNames(dimensions)) return `dimensions are a list of different names, got ${show(dimensions)}`;
  if (dimensions.includes(EVERYTHING)) return `no dimension is called "${EVERYTHING}": an open question is about that`;
  const described = (['A', 'B'] as const).every(
    (name) => typeof options?.[name]?.name === 'string' && typeof options[name].description === 'string',
  );
  if (!described) return 'the options A and B have names and descriptions';
  const more =
    strangeKey('the pair of options', options, ['A', 'B']) ??
    strangeKey('option A', options.A, ['name', 'description']) ??
    strangeKey('option B', options.B, ['name', 'description']);
  if (more) return more;
  if (!conditions.includes(condition))
    return `the condition is one of ${conditions.join(', ')}, got ${show(condition)}`;
  if (!complexities.includes(complexity))
    return `the complexity is one of ${complexities.join(', ')}, got ${show(complexity)}`;
  if (talk !== undefined && !talks.includes(talk)) return `talk is ${talks.join(' or ')}, got ${show(talk)}`;
  if (!Number.isInteger(turnLimit) || turnLimit < 2 || turnLimit > MOST_TURNS || turnLimit % 2 !== 0)
    return `the turn limit is an even number from 2 to ${MOST_TURNS}, so that the target decides, got ${show(turnLimit)}`;
  return persuaderProblem(persuader) ?? targetProblem(target, dimensions) ?? agreeProblem(table, persuader, target);
}

function persuaderProblem({ objective, facts, revealed, taste }: PersuaderSecret): string | undefined {
  if (!objectives.includes(objective))
    return `the objective is one of ${objectives.join(', ')}, got ${show(objective)}`;
  if (!isStrengths(revealed) || !isStrengths(taste)) return 'revealed and taste are strengths from 0 to 1 by dimension';
  return factsProblem(facts) ?? (facts.length > 0 ? undefined : 'a persuader knows a fact at least');
}

function targetProblem(target: TargetSecret, dimensions: readonly string[]): string | undefined {
  const { strengths, known, personality, structure, trust } = target;
  if (!isStrengths(strengths)) return `strengths are numbers from 0 to 1 by dimension, got ${show(strengths)}`;
  const strange = Object.keys(strengths).find((name) => !dimensions.includes(name));
  if (strange !== undefined) return `a strength is of one of the dimensions, got ${show(strange)}`;
  if (!personalities.includes(personality))
    return `the personality is one of ${personalities.join(', ')}, got ${show(personality)}`;
  if (!structures.includes(structure))
    return `the structure is one of ${structures.join(', ')}, got ${show(structure)}`;
  if (!(typeof trust === 'number' && trust >= 0 && trust <= 1))
    return `trust is a number from 0 to 1, got ${show(trust)}`;
  return factsProblem(known);
}

function agreeProblem({ condition }: PtomPublic, persuader: PersuaderSecret, target: TargetSecret): string | undefined {
  const { facts, revealed, objective } = persuader;
  const wrong = Object.entries(revealed).find(
    ([name, strength]) => !Object.hasOwn(target.strengths, name) || target.strengths[name] !== strength,
  );
  if (wrong) return `what is revealed is true: ${wrong[0]} is ${show(target.strengths[wrong[0]])}, got ${wrong[1]}`;
  const [told, all] = [Object.keys(revealed).length, Object.keys(target.strengths).length];
  if (condition === 'HIDDEN' && told > 0) return 'HIDDEN reveals nothing';
  if (condition === 'PARTIAL' && (told === 0 || told === all))
    return `PARTIAL reveals some strengths and not all, got ${told} of ${all}`;
  if (condition === 'REVEALED' && told < all) return 'REVEALED reveals every strength';
  const stray = target.known.find((one) => !facts.some((own) => same(own, one)));
  if (stray) return `the persuader knows every fact, and ${stray.id} is known to the target alone`;
  if (objective === 'fit' && bestFit(facts, target.strengths) === undefined)
    return 'both options fit alike, so that neither is the best fit';
  return undefined;
}

function factsProblem(facts: readonly Fact[]): string | undefined {
  if (!Array.isArray(facts)) return `facts are a list, got ${show(facts)}`;
  for (const fact of facts as readonly Fact[]) {
    const { id, content, favours, dimension } = (fact ?? {}) as Partial<Fact>;
    if (typeof id !== 'string' || typeof content !== 'string' || typeof dimension !== 'string')
      return `a fact has an id, a content and a dimension, got ${show(fact)}`;
    const strange = strangeKey(id, fact, ['id', 'content', 'favours', 'dimension']);
    if (strange) return strange;
    if (favours !== 'A' && favours !== 'B' && favours !== 'neutral')
      return `${id} favours A, B or neutral, got ${show(favours)}`;
  }
  return isNames(facts.map(({ id }) => id)) || facts.length === 0 ? undefined : 'every fact has an id of its own';
}

function isNames(names: unknown): names is readonly string[] {
  const list: readonly unknown[] = Array.isArray(names) ? names : [];
  return list.length > 0 && new Set(list).size === list.length && list.every((name) => typeof name === 'string');
}

function isStrengths(given: unknown): given is Strengths {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  return Object.values(given).every((one) => typeof one === 'number' && one >= 0 && one <= 1);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
