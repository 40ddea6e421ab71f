/** Words beside an act that a form or a short line says: they say that act, in part or whole, and no other. */
import { type Act, canonicalJson } from '../../core/index.ts';
import { readNumbers } from '../../core/words/numbers.ts';
import { tokensOf } from '../../core/words/tokens.ts';
import type { Parsed } from '../parse/index.ts';

/** What words do by the reader of prose: nothing where they are courtesies, undefined where they are not understood. */
type Said<A> = (words: string) => readonly A[] | undefined;

export function sameAct({ words: _, intent: __, ...one }: Act, { words: ___, intent: ____, ...other }: Act): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Why words must be said otherwise where they have to say this act and no other, each sentence understood. */
export function besideProblem<A extends Act>(act: A, said: readonly A[] | undefined): string | undefined {
  if (!said)
    return `the words beside ${act.type} are not understood; say the same in a plain sentence, or leave them out`;
  const other = said.find((one) => !sameAct(one, act));
  return other && `the act is ${act.type}, and the words beside it say ${JSON.stringify(other)}; say one`;
}

/** Why words say another act, as a whole or in one of their sentences; what is not understood says none. */
function otherSaid<A extends Act>(act: A, words: string, said: Said<A>): string | undefined {
  const whole = said(words);
  const each = whole ? [whole] : sentencesOf(words).map(said);
  return each.flatMap((one) => (one && besideProblem(act, one)) ?? [])[0];
}

const sentencesOf = (words: string) => words.split(/(?<=[.!?;])\s+|[\n\r\u2028\u2029]+/);

/** Of a model: words that say another act are asked for again; what is not understood may be a thought, and a plain line stands for it. */
export function modelsWords<A extends Act>(parsed: Parsed<A>, said: Said<A>, plain: (act: A) => string): Parsed<A> {
  if (!('act' in parsed) || !parsed.act.words) return parsed;
  const { act } = parsed;
  const problem = otherSaid(act, act.words as string, said);
  if (problem) return { problem };
  const fault = besideProblem(act, said(act.words as string));
  return fault ? { act: { ...act, words: plain(act) }, fault } : parsed;
}

/** Takes something back, doubts it, or hangs it on something else, whatever else the sentence says. */
const TAKES_BACK = new RegExp(
  `\\b(?:${[
    'no|not|nor|none|never|neither|nobody|nothing|nope|nah|cannot|cant|dont|wont|unable',
    'refus(?:e|es|ed|ing|al)|reject(?:s|ed|ing)?|declin(?:e|es|ed|ing)|disagree|avoid|forget|stay away',
    'wait|sorry|i mean|mixed|correction|instead|joking|lie|wrong|false|untrue|nonsense|changed? (?:my|his|her) mind',
    'only|if|unless|or|but|except|provided|as long as|perhaps|maybe|the (?:other|second|first|latter|former)',
  ].join('|')})\\b|n['’]t\\b`,
  'i',
);
export const takesBack = (sentence: string): boolean => TAKES_BACK.test(sentence);

/**
 * Why the words beside a person's act are said back. What says another act is, sentence by sentence; so is a sentence that is not understood where it
 * takes back, or names a number or one of the `others` that the act could have had in place of its own. The rest is theirs to say.
 */
export function personsProblem<A extends Act>(act: A, said: Said<A>, others: readonly RegExp[]): string | undefined {
  const words = act.words?.trim() ?? '';
  if (words === '') return undefined;
  const other = otherSaid(act, words, said);
  if (other || said(words)) return other;
  const loose = sentencesOf(words).filter((sentence) => !said(sentence));
  const back = loose.find((one) => takesBack(one) || others.some((name) => name.test(one)) || counts(act, one));
  return back === undefined
    ? undefined
    : `the act is ${act.type}, and the words beside it may take it back where they say ${JSON.stringify(back.slice(0, 80))}; say one plain thing`;
}

/** Whether a sentence has a number that is none of the act's, in digits or in letters, where the act has numbers. */
function counts({ words: _, intent: __, ...act }: Act, sentence: string): boolean {
  const own = (Object.values(act).flat() as unknown[]).filter((value) => typeof value === 'number');
  const said = [
    ...(sentence.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
    ...readNumbers(tokensOf(sentence)).map(({ value }) => value),
  ];
  return own.length > 0 && said.some((number) => !own.includes(number));
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
