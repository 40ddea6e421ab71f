/** What a question of the persuader asks: what the target likes, what it knows, or how it ranks the proposals. `*` stands for all. */
import type { Rules } from '../grammar.ts';

export interface Asked {
  readonly likes?: readonly string[];
  readonly cells?: readonly { readonly of: readonly string[]; readonly on: readonly string[] }[];
  readonly ranking?: true;
}

const likes = (on: string | readonly string[]): Asked => ({ likes: [on].flat() });
const allLikes = (): Asked => ({ likes: ['*'] });
/** A list that names one twice is no list of the three. */
const ranking = (...named: string[]): Asked | undefined =>
  new Set(named).size === named.length ? { ranking: true } : undefined;
const knows = (of: NonNullable<Asked['cells']>[number]): Asked => ({ cells: [of] });
const about = (of: readonly string[], on: readonly string[]) => ({ of, on });

const TELL = '((please|) tell me|i would like to know)';
const MORE = '(more|less|fewer|higher|lower|more or less|more or fewer)';
const WHICH = 'which (one|proposal|plan|option|of (the|) (three|proposals|plans|three proposals)|)';
const NOW = '(now|right now|today|so far|currently|at the moment|at this moment|)';
const THEM = '(them|the (three|) (proposals|plans|options)|{P} , {P} (,|) and {P})';

export const questions: Rules = {
  topic: [
    ['{some}', (of: string[]) => about(of, ['*'])],
    ['the three proposals', () => about(['*'], ['*'])],
    ['{list}', (on: string[]) => about(['*'], on)],
    ['{list} (with|under|in) {some}', (on: string[], of: string[]) => about(of, on)],
    ['the (effect|effects) of {some} on {list}', about],
    ['the (effect|effects) of each proposal on {list}', (on: string[]) => about(['*'], on)],
    ['the (effect|effects) of {some}', (of: string[]) => about(of, ['*'])],
    ['the (effect|effects) on {list}', (on: string[]) => about(['*'], on)],
  ],
  list: [
    ['{ns}', (on: string[]) => on],
    ['{ors}', (on: string[]) => on],
    ['{n} , {n}', (...on: string[]) => on],
  ],
  effect: [
    ['(how|whether) {p} (affects|changes|influences) {list}', (p: string, on: string[]) => about([p], on)],
    ['what {p} does to {list}', (p: string, on: string[]) => about([p], on)],
    [
      'whether {p} (increases|decreases|raises|lowers|increases or decreases|raises or lowers) {list}',
      (p: string, on: string[]) => about([p], on),
    ],
  ],
  asked: [
    ['(how|what) (do|does) you (feel about|think of|think about|see) {list} ?', likes],
    ['(do|does) you (like|dislike|want|mind|enjoy|support|value|care about) {list} (or not|) ?', likes],
    [`(do|does) you (like|want|prefer) ${MORE} {n} ?`, likes],
    [`would you (like|prefer|like to see|rather have) ${MORE} {n} ?`, likes],
    ['what (is|are) your (view|views|opinion|feelings) (on|of|about) {list} ?', likes],
    ['how important (is|are) {list} to you ?', likes],
    ['(do|does) {list} matter to you ?', likes],
    ['(is|are) {list} important to you ?', likes],
    ['(is|are) {list} something you (like|want|care about) ?', likes],
    ['are you (in favour of|for or against|for|against) (more|less|) {list} ?', likes],
    ['what do you (like|like and dislike|care about|value) ?', allLikes],
    ['what (are|is) your (priorities|preferences) ?', allLikes],
    ['what matters (most|) to you ?', allLikes],
    [`what (do|does) you (already|) know (about|of) {topic} ?`, knows],
    [`what (have|has) you (already|) (heard|been told) (about|of) {topic} ?`, knows],
    ['do you (happen to|) know {effect} ?', knows],
    ['do you know anything about {topic} ?', knows],
    ['do you have any information about {topic} ?', knows],
    ['have you (heard|been told) {effect} ?', knows],
    [`which effects of {some} (are you aware of|do you know) ?`, (of: string[]) => ({ cells: [about(of, ['*'])] })],
    ['are you aware of {effect} ?', knows],
    [`${WHICH} (do|does) you (currently|) (prefer|favour|like|like best) ${NOW} ?`, ranking],
    [`${WHICH} would you (choose|pick|take|go for) ${NOW} ?`, ranking],
    [`what would you (choose|pick|decide) ${NOW} ?`, ranking],
    ['what are you leaning towards ?', ranking],
    [`how (do|would) you (rank|order) ${THEM} (from best to worst|) ${NOW} ?`, ranking],
    [`what is your (current|) ranking (of ${THEM}|) ?`, ranking],
    ['what is your favourite (proposal|plan|option|) ?', ranking],
    [`(can|could|would) you (please|) rank ${THEM} (for me|) ?`, ranking],
    [`(please|) rank ${THEM}`, ranking],
    [`${TELL} (how you feel about|what you think of) {list}`, likes],
    [`${TELL} what you (like|like and dislike|care about)`, allLikes],
    [`${TELL} (what|everything) you (already|) know (about|of) {topic}`, knows],
    ['(can|could|would) you tell me (what|everything) you know (about|of) {topic} ?', knows],
    [`${TELL} which (one|proposal|plan|) you prefer ${NOW}`, ranking],
  ],
  question: [['(hello ,|hi ,|tell me ,|(please|) tell me :|) {asked}', (asked: Asked) => asked]],
};
