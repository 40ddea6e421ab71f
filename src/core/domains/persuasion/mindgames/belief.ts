/**
 * What a persuader can think of the target: hypotheses, each a mind at the start, all that are left equally likely.
 *
 *   roles      a solvable game whose proposals stand in their roles: A one's own, B the target's, C its first choice
 *   solvable   a solvable game whose rivals are not told apart
 *   nothing    four of the nine cells hidden, else anything
 *
 * What was answered strikes out every hypothesis that would have answered otherwise. Where none is left, whatever has at most four
 * hidden cells is thought of again.
 */
import { CELLS, type Effect, type Mind, SIZE } from './mind.ts';
import {
  type Answers,
  answersTo,
  type Message,
  type MindgamesFacts,
  messagesIn,
  type PersuaderSecret,
  type PersuaderView,
  swayedBy,
} from './mindgames.ts';
import { rows, solvableSets, VECTORS } from './solvable.ts';

export const knowledges = ['solvable', 'roles', 'nothing'] as const;
export type Knowledge = (typeof knowledges)[number];

/** The minds that are possible before anything was said. */
function priorMinds({ public: facts, own }: PersuaderView, knowledge: Knowledge): Mind[] {
  if (own.target) return [own.target];
  if (knowledge === 'nothing') return mindsWith(own, (cells) => cells === 4);
  const goal = facts.proposals.indexOf(own.goal);
  const [one, other] = [0, 1, 2].filter((p) => p !== goal) as [number, number];
  const orders =
    knowledge === 'roles'
      ? [[0, 1, 2]]
      : [
          [goal, one, other],
          [goal, other, one],
        ];
  return orders.flatMap((order) => {
    const table = order.flatMap((p) => own.table[p] as readonly Effect[]);
    return VECTORS.flatMap((coefficients) =>
      solvableSets(table, coefficients).map((hidden) => mindWithout(own, coefficients, hiddenThere(hidden, order))),
    );
  });
}

/** The minds that would have said all that the target said. Kept while the view is, since one turn asks for them several times. */
export function possibleMinds(view: PersuaderView, knowledge: Knowledge): readonly Mind[] {
  const known = kept.get(view) ?? new Map<Knowledge, readonly Mind[]>();
  const minds = known.get(knowledge) ?? mindsLeft(view, knowledge);
  kept.set(view, known.set(knowledge, minds));
  return minds;
}

const kept = new WeakMap<PersuaderView, Map<Knowledge, readonly Mind[]>>();

function mindsLeft(view: PersuaderView, knowledge: Knowledge): Mind[] {
  const { public: facts, own, history } = view;
  const messages = messagesIn(history);
  const replies = history.flatMap(({ act }) => (act.type === 'reply' || act.type === 'choose' ? [act] : []));
  // Where nothing was asked, every mind says nothing.
  const said = replies
    .map((reply, i) => ({ upTo: messages.slice(0, i + 1), answers: keyOf(reply) }))
    .filter(({ answers }) => answers !== SILENT);
  const fits = (mind: Mind) =>
    said.every(
      ({ upTo, answers }) => keyOf(answersTo(facts, swayedBy(facts, mind, upTo), upTo.at(-1) as Message)) === answers,
    );
  const left = priorMinds(view, knowledge).filter(fits);
  return left.length > 0 || own.target ? left : mindsWith(own, (cells) => cells <= 4).filter(fits);
}

/** Minds by what they would say to a message after those before it. */
export function partition(facts: MindgamesFacts, minds: readonly Mind[], messages: readonly Message[]): Mind[][] {
  const parts = new Map<string, Mind[]>();
  for (const mind of minds) {
    const key = keyOf(answersTo(facts, swayedBy(facts, mind, messages), messages.at(-1) as Message));
    const part = parts.get(key);
    if (part) part.push(mind);
    else parts.set(key, [mind]);
  }
  return [...parts.values()];
}

const SILENT = '||null';

/** What was answered as one text, whatever the order of the fields in a record. */
function keyOf({ motivational, informational, inferential }: Answers): string {
  const likes = motivational.map(({ attribute, coefficient }) => `${attribute}=${coefficient}`);
  const cells = informational.map(({ proposal, attribute, effect }) => `${proposal}.${attribute}=${effect}`);
  const ranks = inferential && [inferential.ranking.join('>'), inferential.values, inferential.choice];
  return `${likes}|${cells}|${ranks}`;
}

/** The chance of each coefficient of an attribute: dislikes, indifferent, likes. */
export function chancesOf(minds: readonly Mind[], attribute: number): number[] {
  const chances = [-1, 0, 1].map(
    (one) => minds.filter(({ coefficients }) => coefficients[attribute] === one).length / minds.length,
  );
  return minds.length === 0 ? [1 / 3, 1 / 3, 1 / 3] : chances;
}

function mindsWith(own: PersuaderSecret, size: (cells: number) => boolean): Mind[] {
  const sets = Array.from({ length: 1 << CELLS }, (_, set) => set).filter((set) => size(bitsIn(set)));
  return VECTORS.flatMap((coefficients) => sets.map((hidden) => mindWithout(own, coefficients, hidden)));
}

function mindWithout({ table }: PersuaderSecret, coefficients: readonly Effect[], hidden: number): Mind {
  const cells = table.flat().map((effect, cell) => ((hidden >> cell) & 1 ? null : effect));
  return { coefficients, known: rows(cells) };
}

/** A hidden set in the order of roles, in the order of the table. */
function hiddenThere(hidden: number, order: readonly number[]): number {
  let there = 0;
  for (let cell = 0; cell < CELLS; cell++)
    if ((hidden >> cell) & 1) there |= 1 << ((order[Math.floor(cell / SIZE)] as number) * SIZE + (cell % SIZE));
  return there;
}

function bitsIn(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
