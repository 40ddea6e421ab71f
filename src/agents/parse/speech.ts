/** Small judgements on prose: whether it is speech at all, whether it only says yes, whether what follows a number refuses it. */
import { denies, type Sentence } from './stance.ts';
import { fold, type Token } from './tokens.ts';

const set = (words: string) => new Set(words.split(' ').map(fold));
const AGREEING = set(
  'ok okay yes yeah yep sure fine alright all right great perfect good sounds fair haan ha ji theek thik hai chalo chalega vale oui ja sim si thanks thank you please then it is that sir bhai cool lovely wonderful ठीक है हां हाँ',
);
const REFUSING = set(
  'too high low steep expensive lowball zyada jyada kam mehnga mahanga bahut teuer caro cher ridiculous insulting insult crazy joke impossible higher lower better',
);
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

/** "Okay, sure": a yes and nothing else. */
export function onlyAgrees(tokens: readonly Token[]): boolean {
  return tokens.every(({ kind, text }) => kind !== 'word' || AGREEING.has(text));
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
