/**
 * ask_first: asks what matters most, then about the dimensions that most facts are about, discloses what speaks for its option and
 * matters, and recommends. Two questions unless told; what was revealed is not asked.
 */
import {
  allowedActs,
  type Band,
  EVERYTHING,
  type PersuaderView,
  type PtomAct,
  type Strengths,
} from '../../../domains/persuasion/ptom/ptom.ts';
import { defineStrategy, number } from '../../../strategy.ts';
import { argue } from './arguing.ts';
import { persuading } from './seats.ts';

/** The middle of each band, and what to think of what was not asked. */
const MIDDLE: Readonly<Record<Band, number>> = { core: 0.85, moderate: 0.5, weak: 0.15 };
const UNASKED = 0.3;
const MATTERS = 0.3;
const QUESTIONS = 2;

export const askFirst = defineStrategy({
  name: 'ask_first',
  domain: 'ptom',
  version: 1,
  about: 'asks what matters, then discloses what speaks for its option and matters, then recommends',
  options: { questions: number(QUESTIONS, 'how many questions it asks at most', { min: 0, max: 6 }) },
  make: ({ questions }) => persuading((view) => askFirstAct(view, questions)),
  believes: () => (view: PersuaderView, question) =>
    question.name === 'strengths' ? { kind: 'values', values: heard(view) } : undefined,
});

export function askFirstAct(view: PersuaderView, questions = QUESTIONS): PtomAct {
  const next = allowedActs(view).includes('ask') ? question(view, questions) : undefined;
  return next === undefined ? argue(view, heard(view), MATTERS) : { type: 'ask', about: next };
}

/** What it can say of each strength: revealed, answered, or not asked. */
function heard({ own, history, public: { dimensions } }: PersuaderView): Strengths {
  const answered = new Map<string, number>();
  for (const { act } of history) if (act.type === 'answer') answered.set(act.dimension, MIDDLE[act.matters]);
  return Object.fromEntries(dimensions.map((name) => [name, own.revealed[name] ?? answered.get(name) ?? UNASKED]));
}

function question({ own, history, public: { dimensions } }: PersuaderView, most: number): string | undefined {
  const asked = history.flatMap(({ act }) => (act.type === 'ask' ? [act.about] : []));
  const known = new Set([
    ...Object.keys(own.revealed),
    ...history.flatMap(({ act }) => (act.type === 'answer' ? [act.dimension] : [])),
  ]);
  const open = dimensions.filter((name) => !known.has(name));
  if (asked.length >= most || open.length === 0) return undefined;
  if (asked.length === 0) return EVERYTHING;
  const about = (name: string) => own.facts.filter(({ dimension }) => dimension === name).length;
  return open.reduce((most, name) => (about(name) > about(most) ? name : most));
}
