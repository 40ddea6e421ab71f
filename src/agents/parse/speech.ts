/** Small judgements on prose: whether it is speech at all, whether it is taken back, whether what follows a number refuses it. */

import { fold, type Token } from '../../core/words/tokens.ts';
import { denies, type Sentence } from './clauses.ts';

const set = (words: string) => new Set(words.split(' ').map(fold));
const REFUSING = set(
  'too high low steep expensive lowball zyada jyada kam mehnga mahanga bahut teuer caro cher ridiculous insulting insult crazy joke impossible higher lower better',
);
const RETRACTION =
  /^(?:kidding|joking|joke|jk|lol|haha|hahaha|rofl|lmao|nevermind|sarcasm|mazaak|mazak|scratch|forget|dreams|imagine)$/;
/** Longer than any spoken turn; the models' essays end up as problems. */
const MAX_SPEECH = 2000;

/** Mostly letters, of a length people speak in, and no leftovers of a format. */
export function looksSpoken(text: string, tokens: readonly Token[]): boolean {
  if (text.length > MAX_SPEECH || /[{}<>|]|```/.test(text)) return false;
  let [letters, others] = [0, 0];
  for (const { kind, start, end } of tokens) {
    if (kind === 'word') letters += end - start;
    else if (kind !== 'line') others += end - start;
  }
  return letters >= 2 && letters >= 2 * others;
}

/** "Just kidding": what was said before it may not have been meant. */
export function retracts(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ text }, at) =>
      RETRACTION.test(text) || (text === 'not' && /^(?:might|may|maybe|perhaps)$/.test(tokens[at - 1]?.text ?? '')), // I might go to 65, I might not
  );
}

/** "45? That is too low": the sentence after the number turns it down. */
export function soundsRefusing(tokens: readonly Token[], number: number, sentences: readonly Sentence[]): boolean {
  const next = sentences.find(({ from }) => from > number);
  const own = sentences.find(({ from, to }) => number >= from && number < to);
  for (const { from, to } of [own, next].flatMap((sentence) => sentence ?? [])) {
    for (let at = Math.max(from, number + 1); at < to; at++) {
      const token = tokens[at] as Token;
      if (REFUSING.has(token.text) && tokens[at - 1]?.text !== 'as') return true;
      // "And not a penny more" insists.
      if (denies(token) && token.text !== 'na' && !/^(?:a|one|more|less)$/.test(tokens[at + 1]?.text ?? ''))
        return true;
    }
  }
  return false;
}
