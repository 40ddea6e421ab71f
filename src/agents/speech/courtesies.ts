/** Sentences that may stand beside what a message says: they hold nothing that could take it back. */
import { createGrammar, type Sentence } from './grammar.ts';

const yes = () => true;
const reads = createGrammar({
  courtesy: [
    ['{polite}', yes],
    ['{polite} (,|and|, and) {courtesy}', yes],
  ],
  bare: [
    ['{greeting}', yes],
    ['{greeting} (,|and|, and) {bare}', yes],
  ],
  greeting: [
    ['(hello|hi|welcome) (there|again|)', yes],
    ['good (morning|day|evening|afternoon) (to you|)', yes],
    ['(thank you|thanks|goodbye)', yes],
  ],
  polite: [
    ['{greeting}', yes],
    ['(thank you|thanks) very much', yes],
    ['(thank you|thanks) (very much|) for (your time|your answer|listening|telling me)', yes],
    ['(that helps|nice to meet you|i have nothing to add)', yes],
    ['i (hope you are well|trust you|respect your opinion|respect your choice) (today|)', yes],
    ['how are you (today|) ?', yes],
  ],
});

export const isCourtesy = (sentence: Sentence) => reads<true>('courtesy', sentence) === true;
/** Names something, or says a clause, of which more may be said: "Thank you for your time. It is very important to me." is no answer. */
const isOfSomething = (sentence: Sentence) => isCourtesy(sentence) && reads<true>('bare', sentence) !== true;

const textOf = ({ tokens }: Sentence) => tokens.map(({ text }) => text).join(' ');
const hasSubject = ({ tokens }: Sentence) =>
  tokens.some(({ text, name }) => text === 'i' || text === 'my' || (name !== undefined && name.kind !== 'number'));
const NOUN = /^(?:the|proposal|plan|option)$/;
/** Stands for, or goes on with, what was said before: "it", how one is, a bare name, or no subject and no name at all. */
const reachesBack = (sentence: Sentence) =>
  sentence.tokens.every(({ text, name }) => name !== undefined || NOUN.test(text)) ||
  sentence.tokens.some(({ text }) => text === 'it' || text === 'that') ||
  /^i am\b/.test(textOf(sentence)) ||
  !hasSubject(sentence);

const DEGREE = /(?:^| )(?:much|lots|little|at all|somewhat|moderately|important)$/;
/** "Thank you. Very much." */
const goesOnWithThanks = (sentence: Sentence) =>
  DEGREE.test(textOf(sentence)) && !/^(?:it|that) /.test(textOf(sentence)) && !hasSubject(sentence);
const isThanks = (sentence: Sentence) => /\bthank(?:s| you)\b/.test(textOf(sentence)) && isCourtesy(sentence);

/** What else is said; undefined where one of them may go on with a courtesy. */
export function besideCourtesies(sentences: readonly Sentence[]): Sentence[] | undefined {
  const after = (is: (sentence: Sentence) => boolean) => {
    const at = sentences.findIndex(is);
    return at < 0 ? [] : sentences.slice(at + 1).filter((one) => !isCourtesy(one));
  };
  return after(isOfSomething).some(reachesBack) || after(isThanks).some(goesOnWithThanks)
    ? undefined
    : sentences.filter((one) => !isCourtesy(one));
}
