/**
 * Words beside an act, at every door: they go out where they are understood whole, by the grammar of the rule set's prose, as that very act, or are
 * courtesies. What takes back has no list that could be finished.
 */
import { type Act, canonicalJson } from '../../core/index.ts';
import { numbersIn, type Parsed } from '../parse/index.ts';
import { type Name, sentencesIn } from './grammar.ts';

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

/** What words can name, and whether that is another thing than the act's. */
export interface Things<A> {
  readonly names: readonly Name[];
  isOther(act: A, name: Pick<Name, 'kind' | 'value'>, said: Manner): boolean;
}
interface Manner {
  /** They hold a word that denies. */
  readonly denies: boolean;
  readonly asks: boolean;
}

/**
 * Of a model: words of which a sentence says another act, or may, are asked for again; for what else is not understood the plain line of the act is
 * said.
 */
export function modelsWords<A extends Act>(
  parsed: Parsed<A>,
  said: Said<A>,
  plain: (act: A) => string,
  things: Things<A>,
): Parsed<A> {
  if (!('act' in parsed)) return parsed;
  const { act } = parsed;
  const fault = besideProblem(act, said);
  if (!fault) return parsed;
  const words = act.words as string;
  const sentences = sentencesOf(words);
  const problem = [words, ...sentences].flatMap((one) => otherThan(act, said(one) ?? []) ?? [])[0];
  if (problem) return { problem };
  return sentences.some((one) => !said(one) && mayContradict(act, one, things))
    ? { problem: fault }
    : { act: { ...act, words: plain(act) }, fault };
}

const DENIES =
  /^(?:no|nope|nah|not|never|hardly|false|untrue|wrong|myth|neither|nor|none|nothing|nobody|unable|(?:do|does|did|wo|ca|could|would|should|is|are)nt|(?:declin|refus|reject|refut|doubt|disagre|den[iy]).*)$/;
/** A denial turns round what is no question and does not deny itself. */
function isTurned(act: object): boolean {
  const { type, accept, holds, matters } = act as Record<string, unknown>;
  return type !== 'ask' && accept !== false && holds !== false && matters !== 'weak';
}

/** Words that are not understood: they deny what the act does not, name another thing than it does, or a number that it does not have. */
export function mayContradict<A extends Act>(
  { words: _, ...act }: A,
  said: string,
  { names, isOther }: Things<A>,
): boolean {
  const sentences = sentencesIn(said, names);
  const tokens = sentences.flatMap((one) => one.tokens);
  const denies = tokens.some(({ text, name }) => name?.kind === 'denied' || (!name && DENIES.test(text)));
  if (denies && isTurned(act)) return true;
  const asks = sentences.every(({ end }) => end === '?');
  if (tokens.some(({ name }) => name && isOther(act as A, name, { denies, asks }))) return true;
  const own =
    JSON.stringify(act)
      .match(/\d+(?:\.\d+)?/g)
      ?.map(Number) ?? [];
  const unnamed = tokens.flatMap(({ raw, name }) => (name && name.kind !== 'number' ? [] : [raw])).join(' ');
  return numbersIn(unnamed.replace(/(?<=of |\/ )100\b/g, '')).some(({ value }) => !own.includes(value));
}

const sentencesOf = (words: string) => words.split(/(?<=[.!?;])\s+|[\n\r\u2028\u2029]+/);
