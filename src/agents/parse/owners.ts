/**
 * Whose an item is, for every word of a text: the side that the words before it or behind it give it to.
 *
 * Before: the last subject ("I take ...", "you get ..."), or whom something is given to ("give me ...", "I'll let you have ...");
 * a verb of taking without a subject goes back to the subject ("I give you the ball and keep the rest"), and an order speaks to
 * the other side ("keep the rest"). Behind: "2 books for me, the rest for you". A text that does both is mixed.
 */
import type { Seat } from '../../core/index.ts';
import { fold, type Token } from '../../core/words/tokens.ts';
import type { Side } from './claims.ts';

export interface Owners {
  readonly sides: readonly (Side | undefined)[];
  readonly mixed: boolean;
}

const set = (words: string) => new Set(words.split(' ').map(fold));
const OWN_WORDS = set("i i'll i'd i'm i've me mine my myself main mujhe mera");
const OTHER_WORDS = set("you you'll you'd you're you've your yours yourself u aap tum aapko tumhe");
/** "We split the books" says nothing of who gets them. */
const BOTH_WORDS = set("we we'll we'd us let's lets");
const TAKING = set('get gets take takes keep keeps have has receive receives want need');
const GIVING = set('give gives giving let offer hand leave leaving');
const ORDERS = set('give keep take have get let');

export function ownersOf(tokens: readonly Token[], seat: Seat, isItem: (at: number) => boolean): Owners {
  return ownersBehind(tokens, seat, isItem) ?? { sides: ownersBefore(tokens, seat), mixed: false };
}

function ownersBefore(tokens: readonly Token[], seat: Seat): (Side | undefined)[] {
  let subject: Side | undefined;
  let side: Side | undefined;
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    const speaker = speakerAt(tokens, at, seat);
    if (/^[.!?\n]$/.test(token.text)) subject = undefined;
    else if (speaker) {
      if (!GIVING.has(before?.text ?? '')) subject = speaker;
      side = speaker;
    } else if (BOTH_WORDS.has(token.text)) subject = side = undefined;
    else if (ORDERS.has(token.text) && subject === undefined && (before === undefined || before.kind !== 'word')) {
      subject = side = 'other';
    } else if (TAKING.has(token.text) && speakerAt(tokens, at - 1, seat) === undefined) side = subject ?? side;
    return side;
  });
}

function ownersBehind(tokens: readonly Token[], seat: Seat, isItem: (at: number) => boolean): Owners | undefined {
  const sides: (Side | undefined)[] = tokens.map(() => undefined);
  let [from, found, mixed, item] = [0, false, false, false];
  for (let at = 0; at < tokens.length; at++) {
    item ||= tokens[at]?.text === 'rest' || isItem(at);
    const side = speakerAt(tokens, at, seat);
    if (side === undefined) continue;
    if (item && tokens[at - 1]?.text === 'for') {
      sides.fill(side, from, at);
      [from, found, item] = [at + 1, true, false];
    } else
      mixed ||= [-1, 1, 2, 3].some(
        (n) => TAKING.has(tokens[at + n]?.text ?? '') || GIVING.has(tokens[at + n]?.text ?? ''),
      );
  }
  return found ? { sides, mixed } : undefined;
}

/** The seats' letters count only where they cannot be an article. */
function speakerAt(tokens: readonly Token[], at: number, seat: Seat): Side | undefined {
  const text = tokens[at]?.text ?? '';
  if (OWN_WORDS.has(text)) return 'own';
  if (OTHER_WORDS.has(text)) return 'other';
  if (text !== 'a' && text !== 'b') return undefined;
  const titled = /^(?:agent|player|seat|party)$/.test(tokens[at - 1]?.text ?? '');
  const acts = /^(?:gets?|takes?|keeps?|has|receives?|:)$/.test(tokens[at + 1]?.text ?? '');
  return titled || acts ? (text === seat ? 'own' : 'other') : undefined;
}
