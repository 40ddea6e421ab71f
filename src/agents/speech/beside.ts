/**
 * Words beside an act, at every door: they go out where they are understood whole, by the grammar of the rule set's prose, as that very act, or are
 * courtesies. What takes back has no list that could be finished.
 */
import { type Act, canonicalJson } from '../../core/index.ts';
import type { Parsed } from '../parse/index.ts';

/** Words that the grammar understands and that are no whole act now: what of an act they say. */
export interface Part {
  readonly part: Readonly<Record<string, unknown>>;
}
/** They say what is nothing that can be done now. */
export const NO_ACT: Part = { part: { type: 'another act' } };

export type Heard<A> = A | Part;
/** What words do by the reader of prose: nothing where they are courtesies, undefined where they are not understood. */
type Said<A> = (words: string) => readonly Heard<A>[] | undefined;

/** Undefined where one of them is no whole act. */
export function wholeActs<A extends Act>(heard: readonly Heard<A>[] | undefined): readonly A[] | undefined {
  return heard?.some((one) => 'part' in one) ? undefined : (heard as readonly A[] | undefined);
}

export function sameAct({ words: _, intent: __, ...one }: Act, { words: ___, intent: ____, ...other }: Act): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Why the words of an act are said back to a person or a program. */
export function besideProblem<A extends Act>(act: A, said: Said<A>): string | undefined {
  const words = act.words?.trim() ?? '';
  if (words === '') return undefined;
  const acts = said(words);
  const other = otherThan(act, acts ?? []);
  if (other) return other;
  if (!wholeActs(acts))
    return `the words beside ${act.type} are not understood; say the same in a plain sentence, or leave them out`;
  return undefined;
}

function otherThan<A extends Act>(act: A, said: readonly Heard<A>[]): string | undefined {
  const other = said.find((one) => ('part' in one ? !isPartOf(one, act) : !sameAct(one, act)));
  if (!other) return undefined;
  const what = other === NO_ACT ? 'something else' : JSON.stringify('part' in other ? other.part : other);
  return `the act is ${act.type}, and the words beside it say ${what}; say one`;
}

const isPartOf = ({ part }: Part, act: Act) =>
  Object.entries(part).every(([name, value]) => canonicalJson((act as never)[name] ?? null) === canonicalJson(value));

/** Of a person, who is told what is wrong. */
export function personsWords<A extends Act>(parsed: Parsed<A>, said: Said<A>): Parsed<A> {
  const problem = 'act' in parsed ? besideProblem(parsed.act, said) : undefined;
  return problem ? { problem } : parsed;
}

/** Of a model: words of which a sentence says another act are asked for again; for what is not understood the plain line of the act is said. */
export function modelsWords<A extends Act>(parsed: Parsed<A>, said: Said<A>, plain: (act: A) => string): Parsed<A> {
  if (!('act' in parsed)) return parsed;
  const { act } = parsed;
  const fault = besideProblem(act, said);
  if (!fault) return parsed;
  const words = act.words as string;
  const problem = [words, ...sentencesOf(words)].flatMap((one) => otherThan(act, said(one) ?? []) ?? [])[0];
  return problem ? { problem } : { act: { ...act, words: plain(act) }, fault };
}

const sentencesOf = (words: string) => words.split(/(?<=[.!?;])\s+|[\n\r\u2028\u2029]+/);
