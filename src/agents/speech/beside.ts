/** Words beside an act that a form or a short line says: they say that act, in part or whole, and no other. */
import { type Act, canonicalJson } from '../../core/index.ts';
import type { Parsed } from '../parse/index.ts';

/** What words do by the reader of prose: nothing where they are courtesies, undefined where they are not understood. */
type Said<A> = (words: string) => readonly A[] | undefined;

export function sameAct({ words: _, intent: __, ...one }: Act, { words: ___, intent: ____, ...other }: Act): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function besideProblem<A extends Act>(act: A, said: readonly A[] | undefined): string | undefined {
  if (!said) return 'the words beside the act are not understood';
  const other = said.find((one) => !sameAct(one, act));
  return other && `the act is ${act.type}, and the words beside it say ${JSON.stringify(other)}; say one`;
}

/** Of a model: what does not say its act may be a thought, and a plain line stands for it. */
export function modelsWords<A extends Act>(parsed: Parsed<A>, said: Said<A>, plain: (act: A) => string): Parsed<A> {
  if (!('act' in parsed) || !parsed.act.words) return parsed;
  const fault = besideProblem(parsed.act, said(parsed.act.words));
  return fault ? { act: { ...parsed.act, words: plain(parsed.act) }, fault } : parsed;
}

/** Of a person, who types what is meant to be heard: only what says another act is said back. */
export function personsWords<A extends Act>(parsed: Parsed<A>, said: Said<A>): Parsed<A> {
  if (!('act' in parsed) || !parsed.act.words) return parsed;
  const problem = besideProblem(parsed.act, said(parsed.act.words) ?? []);
  return problem ? { problem } : parsed;
}
