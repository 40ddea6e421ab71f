/**
 * What prose does in trace, read by a closed grammar. What an argument is about is named by its text as it stands, as "belief 2" or as "the
 * proposition"; its source is a phrase such as "the evidence shows that". The target says a number from 0 to 100.
 */
import { type Appeal, houseTexts, type TraceAct, type TraceView, trace } from '../../../core/index.ts';
import type { Parsed } from '../../parse/index.ts';
import { type Heard, NO_ACT, wholeActs } from '../beside.ts';
import { besideCourtesies, isCourtesy } from '../courtesies.ts';
import { createGrammar, type Name, type Rules, type Sentence, sentencesIn } from '../grammar.ts';

export function readTraceProse(words: string, view: TraceView): Parsed<TraceAct> {
  const said = words.trim();
  if (said === '') return { problem: 'the message is empty; write some words' };
  const acts = wholeActs(traceSaid(said, view));
  if (acts?.length !== 1)
    return {
      problem:
        view.seat === 'persuader'
          ? 'the message is understood as no argument, assertion or question about these beliefs; say it more plainly'
          : 'the message is understood as no belief from 0 to 100; say a number',
    };
  const whole = { ...acts[0], words: said } as TraceAct;
  const problem = trace.check(view, whole);
  return problem === undefined ? { act: whole } : { problem };
}

/** What the words do: nothing where they are courtesies, undefined where they are not understood. */
export function traceSaid(words: string, view: TraceView): Heard<TraceAct>[] | undefined {
  const all = sentencesIn(words, namesOf(view));
  const sentences = view.seat === 'persuader' ? all.filter((one) => !isCourtesy(one)) : besideCourtesies(all);
  if (!sentences) return undefined;
  const last = view.history.at(-1)?.act;
  if (view.seat === 'target' && last?.type === 'ask') return answering(sentences, last.about);
  const acts = sentences.map((one) => (view.seat === 'persuader' ? claimed(one, view) : reported(one, view)));
  return acts.includes(undefined) ? undefined : (acts as Heard<TraceAct>[]);
}

const AUXILIARY = /^(?:should|could|can|will|would|is|are|has|have|do|does)$/;
/** Opens a clause inside another: an auxiliary after it is not that of the sentence. */
const SUBORDINATE =
  /^(?:when|where|while|if|unless|because|since|as|than|that|what|which|who|whom|whose|how|why|whether|before|after|until|although|though)$/;

/**
 * Nodes by their text, by that with a "not" after the auxiliary of its main clause, and by their numbers; the one that was asked about. Such a "not"
 * denies in the texts of the house; in others ("parts are not", "the mayor thinks it is not") it may not, and one says "it is not true that".
 */
export function namesOf({ public: { proposition, beliefs }, history }: TraceView): Name[] {
  const asked = history.at(-1)?.act;
  const names = [proposition, ...beliefs].flatMap((text, node): Name[] => {
    const words = text.replace(/[.!?]+\s*$/, '').split(/\s+/);
    const first = words.findIndex((word) => AUXILIARY.test(word.toLowerCase()) || SUBORDINATE.test(word.toLowerCase()));
    const denied = [...words.slice(0, first + 1), 'not', ...words.slice(first + 1)].join(' ');
    return [
      { kind: 'text', value: node, words: words.join(' ') },
      ...(AUXILIARY.test(words[first]?.toLowerCase() ?? '') && houseTexts.has(text)
        ? [{ kind: 'denied', value: node, words: denied }]
        : []),
      { kind: 'node', value: node, words: node === 0 ? 'the proposition' : `belief ${node}` },
    ];
  });
  return asked?.type === 'ask' ? [...names, { kind: 'node', value: asked.about, words: 'what you asked' }] : names;
}

interface Claim {
  readonly about: readonly number[];
  readonly holds: boolean;
  /** Of a link: that it speaks for the other, or against it. */
  readonly speaksFor?: boolean;
}
type Said = (Claim & { readonly appeal?: Appeal }) | { readonly asks: number };
interface Report {
  readonly belief: number;
  /** What it was before, where that is said. */
  readonly from?: number;
  readonly rose?: boolean;
}
const claims = (holds: boolean) => (node: number) => ({ about: [node], holds });
const links = (holds: boolean, speaksFor: boolean) => (from: number, to: number) => ({
  about: [from, to],
  holds,
  speaksFor,
});
const by = (appeal: Appeal) => () => appeal;
const argues = (appeal: Appeal, claim: Claim) => ({ ...claim, appeal });

const EVIDENCE = '(the (evidence|figures|numbers|data|facts)|studies|statistics) (show|shows|prove|proves)';
const EXPERTS = '((the|) (experts|doctors|engineers|scientists|teachers)|those who know the matter) (say|agree)';
const TO_THEM = '(those whom it touches|what it means to them|the (children|parents|families|workers|old|sick|poor))';

const reads = createGrammar({
  source: [
    [`${EVIDENCE} that`, by('logos')],
    ['it follows (logically|) that', by('logos')],
    [`${EXPERTS} that`, by('ethos')],
    [`(think of|imagine) ${TO_THEM} :`, by('pathos')],
  ],
  after: [
    [`(,|:) ${EVIDENCE} (it|so)`, by('logos')],
    [`(,|:) ${EXPERTS} so`, by('ethos')],
  ],
  claim: [
    ['{text}', claims(true)],
    ['{denied}', claims(false)],
    ['it is true that {text}', claims(true)],
    ['it is (false|not true) that {text}', claims(false)],
    ['{node} is true', claims(true)],
    ['{node} is (false|not true)', claims(false)],
  ],
  end: [
    ['{node}', (node: number) => node],
    ['that {text}', (node: number) => node],
  ],
  link: [
    ['{end} (speaks for|is a (good|) reason for) {node}', links(true, true)],
    ['{end} (does not speak for|is no reason for) {node}', links(false, true)],
    ['{end} (speaks against|is a (good|) reason against) {node}', links(true, false)],
    ['{end} (does not speak against|is no reason against) {node}', links(false, false)],
  ],
  claimed: [
    ['{source} {claim}', argues],
    ['{source} {link}', argues],
    // After a denial a source may be one that is contradicted.
    ['{claim} {after}', (claim: Claim, appeal: Appeal) => (claim.holds ? argues(appeal, claim) : undefined)],
    ['{link} {after}', (link: Claim, appeal: Appeal) => (link.holds ? argues(appeal, link) : undefined)],
    ['((believe|trust) me :|) {claim}', (claim: Claim) => claim],
    ['((believe|trust) me :|) {link}', (link: Claim) => link],
    ['how (much|strongly) do you (believe|hold) (that {text}|{node}) ?', (asks: number) => ({ asks })],
    ['do you (believe|think) that {text} ?', (asks: number) => ({ asks })],
  ],
  n: [
    ['{number} (percent|of 100|out of 100)', (number: number) => (number <= 100 ? number : undefined)],
    // "0.7" or "1" alone may be of 1.
    ['{number}', (number: number) => (number === 0 || (number > 1 && number <= 100) ? number : undefined)],
  ],
  went: [
    ['to {n} (now|)', (belief: number) => ({ belief })],
    ['from {n} to {n}', (from: number, belief: number) => ({ belief, from })],
  ],
  // By how much is not how much: a belief that went somewhere went to it.
  said: [
    ['(about|) {n} (, i would say|)', (n: number) => n],
    ['(i am|) (now|) at (about|) {n} (now|)', (n: number) => n],
    [
      'i (now|) believe (it|{node}) to {n} (now|)',
      (...found: number[]) => (found.length === 1 || found[0] === 0 ? found.at(-1) : undefined),
    ],
    ['my belief (:|is|is at|is now at|stands at) {n} (now|)', (n: number) => n],
  ],
  report: [
    ['{said}', (belief: number) => ({ belief })],
    ['(i am|) still at (about|) {n} (now|)', (belief: number) => ({ belief, from: belief })],
    ['(you moved me|i (went|moved)) {went}', (went: Report) => went],
    ['(my belief (rose|went up)|i (went|moved) up) {went}', (went: Report) => ({ ...went, rose: true })],
    ['(my belief (fell|went down)|i (went|moved) down) {went}', (went: Report) => ({ ...went, rose: false })],
  ],
  held: [
    ['(i believe|i hold|) {node} (to|is at|at|:|) {n} (now|)', (node: number, n: number) => ({ [node]: n })],
    ['(i am at|) {n} on {node}', (n: number, node: number) => ({ [node]: n })],
  ],
  both: [
    ['{held}', (one: object) => one],
    [
      '{held} (,|) (and|) {held}',
      (one: object, other: object) =>
        Object.keys({ ...one, ...other }).length === 2 ? { ...one, ...other } : undefined,
    ],
  ],
} satisfies Rules);

function claimed(sentence: Sentence, { public: { edges } }: TraceView): Heard<TraceAct> | undefined {
  const said = reads<Said>('claimed', sentence);
  if (said === undefined) return reads.has('claimed', sentence) ? NO_ACT : undefined;
  if ('asks' in said) return { type: 'ask', about: said.asks };
  const { about, holds, appeal, speaksFor } = said;
  const ofProposition = about.length === 1 && about[0] === 0;
  // Who exclaims may be astonished.
  if (appeal === undefined && ofProposition)
    return sentence.end === '!' ? { part: { holds } } : { type: 'assert', holds };
  const edge = edges.find(({ from, to }) => from === about[0] && to === about[1]);
  // That a reason for it speaks against it is no claim that this game has.
  if (speaksFor !== undefined && edge?.positive !== speaksFor) return NO_ACT;
  return appeal === undefined ? { part: { about, holds } } : { type: 'argue', about, holds, appeal };
}

/** A belief that rose or fell did so from the last report, which may be told in round numbers; one that is still there is what it was. */
function reported(sentence: Sentence, view: TraceView): Heard<TraceAct> | undefined {
  const said = reads<Report>('report', sentence);
  if (!said) return reads.has('report', sentence) || reads.has('both', sentence) ? NO_ACT : undefined;
  const before = lastBelief(view);
  const { belief, rose, from = before } = said;
  const moved = rose === undefined || [before, from].every((one) => (rose ? belief > one : belief < one));
  return moved && Math.abs(from - before) < 1 ? { type: 'report', belief } : NO_ACT;
}

export function lastBelief({ public: { start }, history }: TraceView): number {
  const report = history.findLast(({ act }) => 'belief' in act)?.act as { belief: number } | undefined;
  return report?.belief ?? start;
}

/** The belief in the proposition and in what was asked about, each named. */
function answering(sentences: readonly Sentence[], asked: number): Heard<TraceAct>[] | undefined {
  const parts = sentences.map((one) => reads<Record<number, number>>('both', one));
  if (parts.includes(undefined))
    return sentences.every((one) => reads.has('both', one) || reads.has('report', one)) ? [NO_ACT] : undefined;
  const held = Object.assign({}, ...parts) as Record<number, number>;
  const { 0: belief, [asked]: other } = held;
  const said = parts.flatMap((one) => Object.keys(one ?? {})).length;
  if (said === 0) return [];
  if (said === 2 && belief !== undefined && other !== undefined) return [{ type: 'answer', belief, held: other }];
  const part = { ...(belief !== undefined && { belief }), ...(other !== undefined && { held: other }) };
  return Object.keys(part).length === said ? [{ part }] : [NO_ACT];
}
