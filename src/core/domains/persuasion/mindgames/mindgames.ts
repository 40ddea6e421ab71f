/**
 * mindgames: persuasion that takes a theory of mind (Moore et al., Do Large Language Models Have a Planning Theory of Mind?, COLM
 * 2025, the MindGames game).
 *
 * Three proposals by three attributes; a cell says that a proposal decreases (-1), leaves alone (0) or increases (1) an attribute.
 * Each side has a coefficient for each attribute: dislikes, is indifferent to, likes. The persuader knows the table and wants one
 * proposal chosen, its own best. The target knows some of the cells and nothing of the persuader. They write eight messages each,
 * then the target chooses, and what it chose ends the game: a conclusion.
 *
 * A message may mix four things: `disclose` cells, which must be true; ask what the target likes (`motivational`), what it knows
 * (`informational`), and how it ranks the proposals (`inferential`). Answers are the rules' affair: the target says what it was
 * asked, truthfully, after it has taken in what was disclosed, and volunteers nothing. The choice is the seat's.
 *
 *   condition  hidden | revealed   revealed: the persuader is told the target's coefficients and the cells it knows at the start
 *   tieRule    end | sticky        when the choice was made that a tie leaves standing (mind.ts)
 *   talk       typed | prose       prose: words of at most 300 characters, and rankings without numbers
 *
 * Utility: the persuader 1 where its proposal is chosen, else 0; the target (value of the choice - worst) / (best - worst) with all
 * cells known.
 */
import { actProblem } from '../../../alternating-offers.ts';
import { canonicalJson } from '../../../hash.ts';
import { describe } from '../../../refused.ts';
import type { Act, Domain, Outcome, Scenario, Taken, View } from '../../../types.ts';
import { strangeInScenario, strangeKey } from '../../strict.ts';
import { PERSUADER, SEATS, TARGET } from '../seats.ts';
import {
  type Effect,
  type Heard,
  type Mind,
  SIZE,
  type Swayed,
  swayed,
  type Table,
  type TieRule,
  tieRules,
  valuesOf,
} from './mind.ts';

export interface MindgamesFacts {
  /** The cover story, by its id. */
  readonly story: string;
  readonly theme: string;
  readonly proposals: readonly string[];
  readonly attributes: readonly string[];
  readonly condition: 'hidden' | 'revealed';
  readonly tieRule: TieRule;
  readonly talk: 'typed' | 'prose';
  /** Two for each message of the persuader. */
  readonly turnLimit: number;
}

export interface PersuaderSecret {
  readonly table: Table<Effect>;
  readonly coefficients: readonly Effect[];
  /** The proposal it wants chosen. */
  readonly goal: string;
  /** In the revealed condition: the target's mind at the start. */
  readonly target?: Mind;
}
export type MindgamesSecret = PersuaderSecret | Mind;

export interface NamedCell {
  readonly proposal: string;
  readonly attribute: string;
}
export interface NamedEffect extends NamedCell {
  readonly effect: Effect;
}

export interface Message extends Act {
  readonly type: 'message';
  readonly disclose: readonly NamedEffect[];
  readonly motivational: readonly string[];
  readonly informational: readonly NamedCell[];
  readonly inferential: readonly string[];
}

export interface Answers {
  readonly motivational: readonly { readonly attribute: string; readonly coefficient: Effect }[];
  /** The cells that were asked for and that it knows. */
  readonly informational: readonly NamedEffect[];
  /** The whole ranking, whatever was asked: the best first, those that tie together. */
  readonly inferential: Ranking | null;
}
interface Ranking {
  readonly ranking: readonly (readonly string[])[];
  /** Where talk is typed: the values, in the order of the proposals, and what would be chosen now. */
  readonly values?: readonly number[];
  readonly choice?: string;
}
export type Reply = Act & Answers & { readonly type: 'reply' };
export type Choose = Act & Answers & { readonly type: 'choose'; readonly choice: string };

export type MindgamesAct = Message | Reply | Choose;
export type MindgamesView = View<MindgamesFacts, MindgamesSecret, MindgamesAct>;
export type PersuaderView = View<MindgamesFacts, PersuaderSecret, MindgamesAct>;
export type TargetView = View<MindgamesFacts, Mind, MindgamesAct>;
export type MindgamesScenario = Scenario<MindgamesFacts, MindgamesSecret>;
export interface Chosen {
  readonly choice: string;
}

interface State {
  readonly scenario: MindgamesScenario;
  readonly history: readonly Taken<MindgamesAct>[];
  readonly outcome?: Outcome<never, Chosen>;
}

export const MOST_PROSE = 300;
const MOST_WORDS = 4000;
const MOST_ENTRIES = SIZE * SIZE;

export const mindgames: Domain<MindgamesFacts, MindgamesSecret, MindgamesAct, MindgamesView, State, never, Chosen> = {
  name: 'mindgames',
  version: 1,

  problem: scenarioProblem,
  seats: () => SEATS,
  start: (scenario) => ({ scenario, history: [] }),
  toAct: ({ history, outcome }) => (outcome ? [] : [SEATS[history.length % 2] as string]),
  view: ({ scenario, history }, seat) => ({
    domain: 'mindgames',
    seat,
    turn: history.length + 1,
    turnLimit: scenario.public.turnLimit,
    public: scenario.public,
    own: scenario.private[seat] as MindgamesSecret,
    history,
  }),

  check(view, act) {
    const given = (act ?? {}) as Record<string, unknown>;
    const { words, type } = given;
    const most = view.public.talk === 'prose' ? MOST_PROSE : MOST_WORDS;
    if (words !== undefined && (typeof words !== 'string' || words.length > most))
      return `words are a text of at most ${most} characters`;
    const wanted = typeNow(view);
    if (type !== wanted) return `the ${view.seat} has one act now, ${wanted}, got ${describe(type)}`;
    const problem = actProblem(given) ?? strayProblem(given, FIELDS[wanted]);
    if (problem) return problem;
    return view.seat === PERSUADER
      ? messageProblem(view as PersuaderView, given)
      : answerProblem(view as TargetView, given);
  },

  apply(state, [taken]) {
    const { turn, act } = taken as Taken<MindgamesAct>;
    const next = { ...state, history: [...state.history, taken as Taken<MindgamesAct>] };
    if (act.type !== 'choose') return next;
    return { ...next, outcome: { kind: 'concluded', turn, conclusion: { choice: act.choice } } };
  },
  outcome: ({ outcome }) => outcome,

  utility({ public: { proposals }, private: secrets }, seat, outcome) {
    if (outcome.kind !== 'concluded') return 0;
    const { goal, table } = secrets[PERSUADER] as PersuaderSecret;
    const { choice } = outcome.conclusion;
    if (seat === PERSUADER) return Number(choice === goal);
    const values = valuesOf({ ...(secrets[TARGET] as Mind), known: table });
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return high === low ? 1 : ((values[proposals.indexOf(choice)] as number) - low) / (high - low);
  },

  randomAct(view, rng) {
    const { proposals, attributes } = view.public;
    if (view.seat === TARGET) {
      const answers = answersOf(view as TargetView);
      return view.turn === view.turnLimit
        ? { type: 'choose', ...answers, choice: rng.pick(proposals) }
        : { type: 'reply', ...answers };
    }
    const some = <T>(all: readonly T[]): T[] => all.filter(() => rng.integer(4) === 0);
    const all = cellsOf(view.public);
    return {
      type: 'message',
      disclose: some(all).map((cell) => withEffect(view as PersuaderView, cell)),
      motivational: some(attributes),
      informational: some(all),
      inferential: some(proposals),
    };
  },
};

/** The one act that this seat has at this turn. */
export function typeNow({ seat, turn, turnLimit }: MindgamesView): MindgamesAct['type'] {
  return seat === PERSUADER ? 'message' : turn === turnLimit ? 'choose' : 'reply';
}

export function cellsOf({ proposals, attributes }: MindgamesFacts): NamedCell[] {
  return proposals.flatMap((proposal) => attributes.map((attribute) => ({ proposal, attribute })));
}

/** A cell with the effect that the persuader knows. */
export function withEffect({ public: facts, own }: PersuaderView, { proposal, attribute }: NamedCell): NamedEffect {
  const row = own.table[facts.proposals.indexOf(proposal)];
  return { proposal, attribute, effect: row?.[facts.attributes.indexOf(attribute)] as Effect };
}

/** A message as the mind hears it. */
export function heard({ proposals, attributes }: MindgamesFacts, { disclose, inferential }: Message): Heard {
  const disclosed = disclose.map(({ proposal, attribute, effect }) => ({
    proposal: proposals.indexOf(proposal),
    attribute: attributes.indexOf(attribute),
    effect,
  }));
  return { disclosed, ranking: inferential.length > 0 };
}

export function messagesIn(history: MindgamesView['history']): Message[] {
  return history.flatMap(({ act }) => (act.type === 'message' ? [act] : []));
}

export function swayedBy(facts: MindgamesFacts, mind: Mind, messages: readonly Message[]): Swayed {
  return swayed(
    mind,
    messages.map((message) => heard(facts, message)),
    facts.tieRule,
    facts.talk === 'typed',
  );
}

/** What the target has to say to the last message, whoever sits there. */
export function answersOf({ public: facts, own, history }: TargetView): Answers {
  const messages = messagesIn(history);
  const last = messages.at(-1);
  return last ? answersTo(facts, swayedBy(facts, own, messages), last) : NONE;
}

const NONE: Answers = { motivational: [], informational: [], inferential: null };

/** What a mind says to a message that it has taken in. */
export function answersTo(facts: MindgamesFacts, { mind, choice }: Swayed, message: Message): Answers {
  const { proposals, attributes } = facts;
  const known = message.informational.flatMap((cell) => {
    const effect = mind.known[proposals.indexOf(cell.proposal)]?.[attributes.indexOf(cell.attribute)] ?? null;
    return effect === null ? [] : [{ ...cell, effect }];
  });
  return {
    motivational: message.motivational.map((attribute) => ({
      attribute,
      coefficient: mind.coefficients[attributes.indexOf(attribute)] as Effect,
    })),
    informational: known,
    inferential: message.inferential.length > 0 ? rankingOf(facts, mind, choice) : null,
  };
}

function rankingOf({ proposals, talk }: MindgamesFacts, mind: Mind, choice: number): Ranking {
  const values = valuesOf(mind);
  const levels = [...new Set(values)].sort((a, b) => b - a);
  const ranking = levels.map((level) => proposals.filter((_, p) => values[p] === level));
  return talk === 'prose' ? { ranking } : { ranking, values, choice: proposals[choice] as string };
}

const LISTS = ['motivational', 'informational', 'inferential'];
const FIELDS: Readonly<Record<MindgamesAct['type'], readonly string[]>> = {
  message: ['type', 'words', 'intent', 'disclose', ...LISTS],
  reply: ['type', 'words', 'intent', ...LISTS],
  choose: ['type', 'words', 'intent', 'choice', ...LISTS],
};

/** The other side sees the whole act: what rides along would be told to it. */
function strayProblem(given: object, fields: readonly string[]): string | undefined {
  const stray = Object.keys(given).find((field) => !fields.includes(field));
  return stray === undefined ? undefined : `there is no field ${describe(stray)} here, only ${fields.join(', ')}`;
}

function messageProblem(view: PersuaderView, given: Record<string, unknown>): string | undefined {
  const { proposals, attributes } = view.public;
  const lists: Record<string, (entry: Record<string, unknown>) => string | undefined> = {
    disclose: (entry) =>
      cellProblem(view.public, entry, ['effect']) ?? effectProblem(view, entry as unknown as NamedEffect),
    motivational: (entry) => nameProblem('attribute', attributes, entry),
    informational: (entry) => cellProblem(view.public, entry),
    inferential: (entry) => nameProblem('proposal', proposals, entry),
  };
  for (const [field, problemOf] of Object.entries(lists)) {
    const list = given[field];
    if (!Array.isArray(list) || list.length > MOST_ENTRIES)
      return `${field} is a list of at most ${MOST_ENTRIES}, got ${describe(list)}`;
    for (const one of list) {
      const problem = problemOf(one as Record<string, unknown>);
      if (problem) return `${field}: ${problem}`;
    }
  }
  return undefined;
}

function cellProblem(
  { proposals, attributes }: MindgamesFacts,
  entry: Record<string, unknown> | null,
  more: readonly string[] = [],
): string | undefined {
  const { proposal, attribute } = entry ?? {};
  return (
    nameProblem('proposal', proposals, proposal) ??
    nameProblem('attribute', attributes, attribute) ??
    strayProblem(entry ?? {}, ['proposal', 'attribute', ...more])
  );
}

function nameProblem(word: string, names: readonly string[], given: unknown): string | undefined {
  return names.includes(given as string)
    ? undefined
    : `a ${word} is one of ${names.join(', ')}, got ${describe(given)}`;
}

/** Lying is off: a false value refuses the whole message. */
function effectProblem(view: PersuaderView, entry: NamedEffect): string | undefined {
  const { effect } = withEffect(view, entry);
  return entry.effect === effect
    ? undefined
    : `only what is true can be disclosed: proposal ${entry.proposal} ${effectWords[effect]} ${entry.attribute} (${effect}), got ${describe(entry.effect)}`;
}

export const effectWords: Readonly<Record<Effect, string>> = {
  [-1]: 'decreases',
  0: 'has no effect on',
  1: 'increases',
};

/** What JSON cannot hold is no answer. */
function isSaid(given: unknown, expected: unknown): boolean {
  try {
    return given !== undefined && canonicalJson(given) === canonicalJson(expected);
  } catch {
    return false;
  }
}

function answerProblem(view: TargetView, given: Record<string, unknown>): string | undefined {
  const expected = answersOf(view);
  for (const field of Object.keys(expected) as (keyof Answers)[])
    if (!isSaid(given[field], expected[field]))
      return `the target answers truthfully what it was asked and nothing else: ${field} must be ${describe(expected[field])}, got ${describe(given[field])}`;
  return typeNow(view) === 'choose' ? nameProblem('proposal', view.public.proposals, given.choice) : undefined;
}

const PUBLIC: readonly (keyof MindgamesFacts)[] = [
  'story',
  'theme',
  'proposals',
  'attributes',
  'condition',
  'tieRule',
  'talk',
  'turnLimit',
];

function scenarioProblem(value: unknown): string | undefined {
  const { domain, public: facts, private: secrets } = (value ?? {}) as MindgamesScenario;
  if (domain !== 'mindgames') return `a scenario of mindgames was expected, got one of ${describe(domain)}`;
  if (!facts || !secrets?.[PERSUADER] || !secrets[TARGET])
    return 'a scenario has a public part, a persuader and a target';
  // The story and the table are seen by both sides.
  const strange =
    strangeInScenario(value as object, SEATS) ??
    strangeKey('the public part', facts, PUBLIC) ??
    strangeKey('the persuader', secrets[PERSUADER], ['table', 'coefficients', 'goal', 'target']) ??
    strangeKey('the target', secrets[TARGET], ['known', 'coefficients']);
  if (strange) return strange;
  for (const [word, names] of [
    ['proposals', facts?.proposals],
    ['attributes', facts?.attributes],
  ] as const)
    if (
      !Array.isArray(names) ||
      names.length !== SIZE ||
      new Set(names).size < SIZE ||
      names.some((name) => typeof name !== 'string' || name === '')
    )
      return `${word} are three different names, got ${describe(names)}`;
  if (typeof facts.theme !== 'string' || typeof facts.story !== 'string') return 'a scenario has a story and its theme';
  if (!tieRules.includes(facts.tieRule))
    return `the tie rule is ${tieRules.join(' or ')}, got ${describe(facts.tieRule)}`;
  if (facts.condition !== 'hidden' && facts.condition !== 'revealed')
    return `the condition is hidden or revealed, got ${describe(facts.condition)}`;
  if (facts.talk !== 'typed' && facts.talk !== 'prose') return `talk is typed or prose, got ${describe(facts.talk)}`;
  const { turnLimit } = facts;
  if (!Number.isInteger(turnLimit) || turnLimit < 2 || turnLimit > 64 || turnLimit % 2 === 1)
    return 'the turn limit is an even number from 2 to 64, so that the target has the last word';
  const persuader = secrets?.[PERSUADER] as PersuaderSecret | undefined;
  if (!isTable(persuader?.table, false) || !isVector(persuader.coefficients))
    return 'the persuader has a table of three by three and three coefficients, all of -1, 0 and 1';
  if (!facts.proposals.includes(persuader.goal))
    return `the goal is one of the proposals, got ${describe(persuader.goal)}`;
  const target = secrets[TARGET] as Mind | undefined;
  if (!isTable(target?.known, true) || !isVector(target.coefficients))
    return 'the target has what it knows of the table, null for a hidden cell, and three coefficients of -1, 0 and 1';
  if (target.known.some((row, p) => row.some((effect, a) => effect !== null && effect !== persuader.table[p]?.[a])))
    return 'what the target knows is what the table says';
  const told = persuader.target === undefined ? 'hidden' : 'revealed';
  if (told !== facts.condition || (persuader.target && canonicalJson(persuader.target) !== canonicalJson(target)))
    return 'the persuader is told the mind of the target in the revealed condition, and in no other';
  return undefined;
}

function isTable(value: unknown, gaps: boolean): value is Table<Effect> {
  return (
    Array.isArray(value) &&
    value.length === SIZE &&
    value.every((row) => isVector(gaps && Array.isArray(row) ? row.map((one) => one ?? 0) : row))
  );
}

function isVector(value: unknown): value is readonly Effect[] {
  return Array.isArray(value) && value.length === SIZE && value.every((one) => one === -1 || one === 0 || one === 1);
}
