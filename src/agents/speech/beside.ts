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

/** Takes something back, or hangs it on something else, whatever else the sentence says. */
const TAKES_BACK = /\b(?:no|not|wait|only|if|or|but)\b|n['’]t\b/i;

/**
 * Why the words beside a person's act are said back. What says another act is, sentence by sentence; so is a sentence that is not understood where it
 * takes back, or names a number or one of the `others` that the act could have had in place of its own. The rest is theirs to say.
 */
export function personsProblem<A extends Act>(act: A, said: Said<A>, others: readonly RegExp[]): string | undefined {
  const words = act.words?.trim() ?? '';
  const whole = said(words);
  if (words === '' || whole) return whole && besideProblem(act, whole);
  for (const sentence of words.split(/(?<=[.!?;])\s+|[\n\r\u2028\u2029]+/)) {
    const one = said(sentence);
    const problem = one && besideProblem(act, one);
    if (problem) return problem;
    if (!one && (TAKES_BACK.test(sentence) || others.some((other) => other.test(sentence)) || counts(act, sentence)))
      return `the act is ${act.type}, and the words beside it may take it back where they say ${JSON.stringify(sentence.slice(0, 80))}; say one plain thing`;
  }
  return undefined;
}

/** Whether a sentence has a number that is none of the act's, where the act has numbers. */
function counts({ words: _, intent: __, ...act }: Act, sentence: string): boolean {
  const own = (Object.values(act).flat() as unknown[]).filter((value) => typeof value === 'number');
  const said = sentence.match(/\d+(?:\.\d+)?/g) ?? [];
  return own.length > 0 && said.some((number) => !own.includes(Number(number)));
}

/** A name as a word of its own: letters as they are written, since "a" is no option A. */
export const asWord = (name: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    name.length === 1 ? 'u' : 'iu',
  );

/** Of a person, who types what is meant to be heard. */
export function personsWords<A extends Act>(parsed: Parsed<A>, problemOf: (act: A) => string | undefined): Parsed<A> {
  const problem = 'act' in parsed ? problemOf(parsed.act) : undefined;
  return problem ? { problem } : parsed;
}
