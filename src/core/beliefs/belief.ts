/**
 * Beliefs: what one seat thinks of another, in a form that can be scored.
 *
 * A domain declares its questions (DomainKit.questions); an agent answers them, in play as a remark that no other seat sees
 * (`Context.state`), or asked after the fact about a recorded view (`Agent.answer`, possible since agents are functions of views).
 */
import type { Scenario, Seat, View } from '../types.ts';

export type Belief =
  /** A number, and the ends between which the truth is thought to lie four times in five. */
  | { readonly kind: 'number'; readonly value: number; readonly low?: number; readonly high?: number }
  /** The chance of each option. */
  | { readonly kind: 'choice'; readonly chances: Readonly<Record<string, number>> }
  /** How much each thing is worth; only the proportions count. */
  | { readonly kind: 'values'; readonly values: Readonly<Record<string, number>> };

/** A question as it is put to a seat, with what an answer can be. */
export type Asked = {
  /** A sentence to whoever sits there: "What is the least that the seller would take?" */
  readonly words: string;
} & (
  | { readonly kind: 'number'; readonly low: number; readonly high: number }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'values'; readonly keys: readonly string[] }
);

/** What the scenario says: a number, the name of an option, or a value for each key. */
export type Truth = number | string | Readonly<Record<string, number>>;

export interface Question<V extends View = View, S extends Scenario = Scenario> {
  readonly name: string;
  /** Undefined where this seat cannot be asked. Follows from the view alone, so that asking gives nothing away. */
  ask(view: V): Asked | undefined;
  /** The right answer for whoever sits in this seat; undefined where the scenario has none. */
  truth(scenario: S, seat: Seat): Truth | undefined;
}

const STATED = 0.8;

/** What somebody believes who knows nothing but the question: the middle, equal chances, equal values. */
export function ignorance(asked: Asked): Belief {
  switch (asked.kind) {
    case 'number': {
      const { low, high } = asked;
      const tail = ((1 - STATED) / 2) * (high - low);
      return { kind: 'number', value: (low + high) / 2, low: low + tail, high: high - tail };
    }
    case 'choice':
      return { kind: 'choice', chances: Object.fromEntries(asked.options.map((o) => [o, 1 / asked.options.length])) };
    case 'values':
      return { kind: 'values', values: Object.fromEntries(asked.keys.map((key) => [key, 1 / asked.keys.length])) };
    default:
      return asked satisfies never;
  }
}

/** Why this is no answer to the question, in one sentence; undefined when it is one. It may be anything at all. */
export function beliefProblem(asked: Asked, belief: unknown): string | undefined {
  const given = (belief ?? {}) as Record<string, unknown>;
  if (given.kind !== asked.kind) return `the answer is a belief of kind ${asked.kind}, got ${show(given.kind)}`;
  switch (asked.kind) {
    case 'number': {
      const { value, low = value, high = value } = given;
      for (const one of [value, low, high]) if (!isNumber(one)) return `a belief is a finite number, got ${show(one)}`;
      const ordered = (low as number) <= (value as number) && (value as number) <= (high as number);
      return ordered
        ? undefined
        : `a belief lies between its ends, got ${show(value)} in ${show(low)} to ${show(high)}`;
    }
    case 'choice': {
      const problem = keysProblem('chance', asked.options, given.chances);
      if (problem) return problem;
      const sum = Object.values(given.chances as Record<string, number>).reduce((total, p) => total + p, 0);
      return Math.abs(sum - 1) < 1e-6 ? undefined : `chances add up to 1, got ${sum}`;
    }
    case 'values':
      return keysProblem('value', asked.keys, given.values);
    default:
      return asked satisfies never;
  }
}

function keysProblem(word: string, keys: readonly string[], given: unknown): string | undefined {
  const table = (given ?? {}) as Record<string, unknown>;
  const strange = Object.keys(table).find((key) => !keys.includes(key));
  if (strange !== undefined) return `there is a ${word} for ${keys.join(', ')}, got one for ${show(strange)}`;
  const missing = keys.find((key) => !isNumber(table[key]) || (table[key] as number) < 0);
  return missing === undefined
    ? undefined
    : `the ${word} of ${missing} is a number from 0, got ${show(table[missing])}`;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
