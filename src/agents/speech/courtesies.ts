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

export const isCourtesy = (sentence: Sentence) => reads<true>('courtesy', sentence) === true;
