/** Sentences that may stand beside what a message says: they hold nothing that could take it back. */
import { createGrammar, type Sentence } from './grammar.ts';

const reads = createGrammar({
  courtesy: [
    ['{polite}', () => true],
    ['{polite} (,|and|, and) {courtesy}', () => true],
  ],
  polite: [
    ['(hello|hi|welcome) (there|again|)', () => true],
    ['good (morning|day|evening|afternoon) (to you|)', () => true],
    ['(thank you|thanks) (very much|) (for your time|for your answer|for listening|for telling me|)', () => true],
    ['(that helps|goodbye|nice to meet you|i have nothing to add)', () => true],
    ['i (hope you are well|trust you|respect your opinion|respect your choice) (today|)', () => true],
    ['how are you (today|) ?', () => true],
  ],
});

/** Something of which more may be said: "I trust you. Very much." is no answer. */
const isFeeling = ({ tokens }: Sentence) => tokens.some(({ text }) => text === 'trust' || text === 'respect');
/** Stands for, or goes on with, what was said before: "it", or no subject and no name at all. */
const reachesBack = ({ tokens }: Sentence) =>
  tokens.some(({ text }) => text === 'it' || text === 'that') ||
  !tokens.some(({ text, name }) => text === 'i' || text === 'my' || (name !== undefined && name.kind !== 'number'));

const THANKS = /^(?:thank|thanks)$/;
const DEGREE = /^(?:(?:very|so) much|a lot|a great deal|not at all)$/;
/** Goes on with thanks: "Thank you. Very much." is no answer. */
const goesOn = (sentence: Sentence, i: number, all: readonly Sentence[]) =>
  DEGREE.test(sentence.tokens.map(({ text }) => text).join(' ')) &&
  all.slice(0, i).some((one) => isCourtesy(one) && one.tokens.some(({ text }) => THANKS.test(text)));

/** What else is said; undefined where one of them may go on with a courtesy. */
export function besideCourtesies(sentences: readonly Sentence[]): Sentence[] | undefined {
  const felt = sentences.findIndex((one) => isCourtesy(one) && isFeeling(one));
  const others = sentences.filter((one) => !isCourtesy(one));
  const after = felt < 0 ? [] : sentences.slice(felt + 1).filter((one) => !isCourtesy(one));
  return after.some(reachesBack) || sentences.some(goesOn) ? undefined : others;
}

export const isCourtesy = (sentence: Sentence) => reads<true>('courtesy', sentence) === true;
