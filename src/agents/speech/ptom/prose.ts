/**
 * What prose does in ptom, read by a closed grammar. The persuader asks how much something matters, tells one of its facts in the words of that
 * fact, or recommends; the target says how much something matters, whether it knew a fact and where it leans, or takes a recommendation or not.
 * A message does one of these, each sentence is understood whole, and beside it there are courtesies and no more.
 */
import {
  canonicalJson,
  lastPtomAct,
  PTOM_EVERYTHING,
  type PtomAct,
  type PtomPersuader,
  type PtomView,
  ptomActs,
} from '../../../core/index.ts';
import type { Parsed } from '../../parse/index.ts';
import { type Heard, NO_ACT, wholeActs } from '../beside.ts';
import { besideCourtesies, isCourtesy } from '../courtesies.ts';
import { createGrammar, type Grammar, type Name, type Rules, type Sentence, sentencesIn } from '../grammar.ts';

type Option = 'A' | 'B';
type Band = (PtomAct & { type: 'answer' })['matters'];
type Lean = (PtomAct & { type: 'react' })['lean'];

export function readPtomProse(words: string, view: PtomView): Parsed<PtomAct> {
  const said = words.trim();
  if (said === '') return { problem: 'the message is empty; write some words' };
  const acts = wholeActs(ptomSaid(said, view)) ?? [];
  if (acts.length > 1) return { problem: 'the message does several things; do one' };
  const [act] = acts;
  if (!act)
    return { problem: `the message is understood as none of ${ptomActs(view).join(', ')}; say it more plainly` };
  return ptomActs(view).includes(act.type)
    ? { act: { ...act, words: said } }
    : { problem: `the message is understood as ${act.type}, and now one can ${ptomActs(view).join(' or ')}` };
}

/** What the words do: nothing where they are courtesies, undefined where they are not understood. */
export function ptomSaid(words: string, view: PtomView): Heard<PtomAct>[] | undefined {
  const all = sentencesIn(words, namesOf(view));
  const persuades = view.seat === 'persuader';
  const sentences = persuades ? all.filter((one) => !isCourtesy(one)) : besideCourtesies(all);
  if (!sentences) return undefined;
  const grammars = persuades ? [persuadesIn] : [answersIn, reactsIn, decidesIn];
  const known = sentences.every((one) => grammars.some((grammar) => grammar.has('act', one)));
  const acts = (persuades ? persuading(sentences, view) : listening(sentences, view)) ?? (known ? [NO_ACT] : undefined);
  return acts?.filter((act, i) => acts.findIndex((one) => canonicalJson(one) === canonicalJson(act)) === i);
}

/** A fact is named by its own words, all of them in their order; an option by its name or letter, and "a" is no letter, nor is that of "A lot". */
export function namesOf({ own, public: { options, dimensions } }: PtomView): Name[] {
  const letters = (['A', 'B'] as const).flatMap((value) => [
    { kind: 'option', value, words: options[value].name },
    { kind: 'option', value, words: `option ${value}` },
    { kind: 'option', value, words: value, exact: true },
  ]);
  const lots = ['a lot', 'a great deal'].map((words) => ({ kind: '', value: 'lots', words }));
  return [
    ...letters,
    ...lots,
    ...dimensions.map((value) => ({ kind: 'dimension', value, words: value.replaceAll('_', ' ') })),
    ...((own as Partial<PtomPersuader>).facts ?? []).map(({ id, content }) => ({
      kind: 'fact',
      value: id,
      words: content,
    })),
  ];
}

const asks = (about: string) => ({ about });
const everything = () => asks(PTOM_EVERYTHING);
const recommends = (option: Option, other?: Option) => (option === other ? undefined : { option });
const tells = (fact: string) => ({ fact });
const PICK = '(take|choose|pick|go with|go for)';
/** What somebody will do himself is no advice. */
const URGES = `(i (recommend|advise|suggest)|i would (recommend|suggest|take|choose|go for)|my (advice|recommendation) is|you should ${PICK}|(please|do|) ${PICK})`;
const WHY = '(, please|, you will love it|(,|) (because|since|as) it (suits|fits) you (best|)|)';
const persuader: Rules = {
  act: [
    ['(hello ,|hi ,|tell me ,|) {asked} ?', (asked: object) => asked],
    ['(please|) tell me how important {dimension} is to you', asks],
    ['(by the way ,|(please|) note that|you should know that|please consider (:|that)|) {fact}', tells],
    ['did you know (that|) {fact} ?', tells],
    ['did you know ?', () => ({})],
    ['(from what you told me ,|all things considered ,|) {advice}', (advice: object) => advice],
  ],
  asked: [
    ['how much does {dimension} matter to you', asks],
    ['how important is {dimension} to you', asks],
    ['is {dimension} important to you (or not|)', asks],
    ['does {dimension} matter to you', asks],
    ['and {dimension} , is that important to you', asks],
    ['and {dimension} , how much do you value that', asks],
    ['(how much|) do you (care about|value) {dimension}', asks],
    ['how do you feel about {dimension}', asks],
    ['what matters (most|) to you (here|on this trip|)', everything],
    ['what would you look at first', everything],
    ['what do you (care about|value) (most|)', everything],
    ['what is (most|) important to you', everything],
    ['what are your priorities', everything],
  ],
  advice: [
    [`${URGES} {option} ${WHY}`, recommends],
    [`${URGES} {option} (over|rather than|, not) {option}`, recommends],
    ['{option} is (the one|best) for you', recommends],
  ],
};

const core = (dimension: string) => ({ dimension, matters: 'core' });
const moderate = (dimension: string) => ({ dimension, matters: 'moderate' });
const weak = (dimension: string) => ({ dimension, matters: 'weak' });
/** What was asked about, without its name. */
const IT = '';
const answers: Rules = {
  it: [
    ['(it|that)', () => IT],
    ['{dimension}', (dimension: string) => dimension],
  ],
  act: [
    ['{it} is what i care about most (of all|)', core],
    ['what i care about most is {dimension}', core],
    ['i care most about {dimension}', core],
    ['{it} is (core|essential|crucial|very important) ((to|for) me|)', core],
    ['that is core for me , {dimension}', core],
    ['{it} matters (lots|most) to me', core],
    ['(lots|very much)', () => core(IT)],
    ['{it} plays a part (, among other things|)', moderate],
    ['somewhat , {dimension} counts', moderate],
    ['{it} is (fairly|somewhat|moderately) important (to me|)', moderate],
    ['{it} matters somewhat (to me|)', moderate],
    ['that is moderate , {dimension}', moderate],
    ['(somewhat|moderately|fairly important|moderately important)', () => moderate(IT)],
    ['{it} hardly matters (to me|)', weak],
    ['i do not (think much|care much|care) about {it}', weak],
    ['{it} is not (very|) important to me', weak],
    ['{it} does not matter (much|) to me', weak],
    ['(hardly at all|very little|not (so|very|) much|not at all)', () => weak(IT)],
  ],
};

interface Reaction {
  readonly news?: boolean;
  readonly lean?: Lean;
}
const reactions: Rules = {
  heard: [
    ['(oh ,|) that is (new|news) to me', () => ({ news: true })],
    ['(oh ,|) i did not know that', () => ({ news: true })],
    ['i (already knew that|knew that|knew that already|knew that before)', () => ({ news: false })],
    ['that is not new to me', () => ({ news: false })],
  ],
  lean: [
    ['i (still|now|) (lean to|lean towards|prefer) {option} (now|)', (lean: Lean) => ({ lean })],
    ['i (could go either way|am (still|) (unsure|undecided))', () => ({ lean: 'unsure' })],
  ],
  act: [
    ['{heard}', (heard: Reaction) => heard],
    ['{lean}', (lean: Reaction) => lean],
    ['{heard} (,|) (and|but) {lean}', (heard: Reaction, lean: Reaction) => ({ ...heard, ...lean })],
  ],
};

/** `of`: the option that is named, where one is. To refuse one is not to refuse the other. */
interface Decision {
  readonly accept: boolean;
  readonly of?: Option;
}
const accepts = (of?: Option) => ({ accept: true, of });
const refuses = (of?: Option) => ({ accept: false, of });
const YES = '(yes ,|good ,|no doubt ,|)';
const decisions: Rules = {
  act: [
    [`${YES} i (accept|agree|will accept|will take (it|that|that one))`, () => accepts()],
    [`${YES} i (will|) (take|choose|go with|go for) {option}`, accepts],
    ['{option} it is', accepts],
    ['(yes|agreed|accepted|deal)', () => accepts()],
    ['agreed , that is my choice', () => accepts()],
    ['(no|no , thank you|no , thanks)', () => refuses()],
    ['i (refuse|decline|do not accept|will not accept|will not take (it|that one))', () => refuses()],
    ['i will not take {option}', refuses],
    ['i would rather not (take that one|take it|)', () => refuses()],
    ['that one is not for me', () => refuses()],
    ['i would rather (take|choose|go to|go for) {option}', (of: Option) => refuses(of === 'A' ? 'B' : 'A')],
  ],
};

const [persuadesIn, answersIn, reactsIn, decidesIn] = [persuader, answers, reactions, decisions].map(createGrammar) as [
  Grammar,
  Grammar,
  Grammar,
  Grammar,
];

/** What each of the sentences says; undefined where one of them is not understood. */
function eachOf<T>(sentences: readonly Sentence[], reads: Grammar): T[] | undefined {
  const read = sentences.map((one) => reads<T>('act', one));
  return read.includes(undefined) ? undefined : (read as T[]);
}

function persuading(sentences: readonly Sentence[], { own }: PtomView): Heard<PtomAct>[] | undefined {
  const read = eachOf<{ about?: string; fact?: string; option?: Option }>(sentences, persuadesIn);
  const acts = read?.flatMap(({ about, fact, option }): PtomAct[] => {
    if (about !== undefined) return [{ type: 'ask', about }];
    if (option) return [{ type: 'recommend', option }];
    const told = (own as PtomPersuader).facts.find(({ id }) => id === fact);
    return told ? [{ type: 'disclose', fact: told }] : [];
  });
  // "Did you know?" is part of a fact.
  return !acts || read?.length === acts.length || acts.some(({ type }) => type === 'disclose')
    ? acts
    : [...acts, { part: { type: 'disclose' } }];
}

function listening(sentences: readonly Sentence[], view: PtomView): Heard<PtomAct>[] | undefined {
  const last = lastPtomAct(view);
  switch (last?.type) {
    case 'ask':
      return answering(eachOf(sentences, answersIn), last.about);
    case 'disclose':
      return reacting(eachOf(sentences, reactsIn));
    case 'recommend':
      return deciding(eachOf(sentences, decidesIn), last.option);
    default:
      return sentences.length === 0 ? [] : undefined;
  }
}

type Answer = { readonly dimension: string; readonly matters: Band };
function answering(read: Answer[] | undefined, asked: string): Heard<PtomAct>[] | undefined {
  return read?.map(({ dimension, matters }) => {
    if (dimension === IT && asked === PTOM_EVERYTHING) return { part: { matters } };
    const about = dimension || asked;
    const fits = asked === PTOM_EVERYTHING || about === asked;
    return fits ? { type: 'answer', dimension: about, matters } : { part: { dimension: about, matters } };
  });
}

/** Whether it was new and where one leans, each said once. */
function reacting(read: Reaction[] | undefined): Heard<PtomAct>[] | undefined {
  if (!read || read.length === 0) return read as undefined;
  const [news, lean] = [read.flatMap((one) => one.news ?? []), read.flatMap((one) => one.lean ?? [])];
  return news.length === 1 && lean.length === 1
    ? [{ type: 'react', news: news[0] as boolean, lean: lean[0] as Lean }]
    : read.map((part) => ({ part: { ...part } }));
}

/** To take the other option is not to take this one. */
function deciding(read: Decision[] | undefined, option: Option): Heard<PtomAct>[] | undefined {
  return read?.map(({ accept, of = option }) =>
    of === option ? { type: 'decide', accept } : { part: { type: 'decide', accept: !accept } },
  );
}
