/**
 * How a reply mentions an amount: as the speaker's own price, to turn it down, or to report it.
 *
 * "How about 45?" offers, "45 is too high" and "I can't do 45" refuse, "I paid 45 for it" and "your price of 45" report, a bare
 * "45, final" stands for itself. Where both an offer and a refusal or a report could be meant, it is not taken for an offer, and
 * neither is a price in a clause with a word that offers do not have (offer-clauses.ts).
 */
import type { Reading } from '../../core/words/numbers.ts';
import { fold, type Token } from '../../core/words/tokens.ts';
import { breaksClause, denies, type Sentence } from './clauses.ts';
import { isOfferClause, isTied } from './offer-clauses.ts';

export type Mention = 'offered' | 'refused' | 'reported' | 'bare' | 'neutral';

const set = (words: string) => new Set(words.split(' ').map(fold));
const OFFER_BEFORE = set(
  'offer offering counter countering counteroffer propose proposing bid bidding suggest do pay paying give go going take sell selling settle consider meet say try make call start begin want asking ask like get buy part come drop agree split stretch manage shake close price final best lowest highest max maximum minimum lines thinking hoping looking willing happy rent accept at for around need raise raising increase budget keep mera meri mere liye sirf bas ofrezco doy pago propongo oferta tal por dejo biete angebot mit fuer fur zahle gebe vorschlag propose offre donne paie pour ofereco dou pago proponho',
);
const OFFER_AFTER = set(
  'dunga dungi doonga doongi dega denge lo lelo lunga loonga lungi lenge chalega karo kar kardo final laga rakh rakho rakhte bolo boliye lijiye dijiye do dedo firm sound sounds okay possible tops rahega lagega kaisa par mein me tak all jao jaiye loge lagenge padega padenge de dena dijiyega sakta sakti sakte deta deti',
);
const REFUSED_AFTER = set(
  'too high steep expensive low lowball zyada jyada kam mehnga mahanga teuer caro cara cher trop demasiado muito excessive ridiculous insulting insult crazy joke unreasonable unfair higher lower above beyond over exceeds bahut impossible much',
);
const AFTER_STOPS = set('and aur y und et but or so because since considering given which while');
const BOUNDS = set('than below under above over beyond instead');
const REPORTED = set(
  "they he she they're he's someone somebody people others another friend neighbor neighbour cousin ebay amazon flipkart olx craigslist market bazaar online store shop elsewhere website similar comparable confirm current priced paid bought cost costs costed were saw seen offered said sold told asked listed listing retail retails retailed msrp originally original worth valued appraised goes sells usually normally typically agreed promised earlier yesterday aapka aapke aapki tumhara unka usne",
);
const WAS_NEXT = set('thinking hoping looking wondering planning expecting considering');
const YOUR_NOUNS = set(
  'price offer ask asking number counter counteroffer proposal bid quote rate figure initial last first',
);
const YOU_VERBS = set('want ask asking said offered mentioned quoted are have need proposed suggested');
const POLITE = set(
  'ok okay yes yeah cash in have got please sir bhai bhaiya ji yaar hi hello thanks thank you then just only is my it maybe perhaps hmm fine well and the a final for',
);
/** A short sentence with one of these asks about the number rather than naming it. */
const ASKING = set('still what how why when where which that who kya kyun');
const MAX_LOOK = 10;
const MAX_SHORT = 24;

/** `item`: the words of the item's title and description, which say nothing new. */
export function mentionOf(
  tokens: readonly Token[],
  reading: Reading,
  sentence: Sentence,
  item: ReadonlySet<string> = new Set(),
): Mention {
  const mention = mentionByWords(tokens, reading, sentence);
  if (mention !== 'offered' && mention !== 'bare') return mention;
  if (isTied(tokens, reading, sentence)) return 'neutral';
  return isOfferClause(tokens, reading, sentence, item) ? mention : 'neutral';
}

function mentionByWords(tokens: readonly Token[], reading: Reading, sentence: Sentence): Mention {
  const [before, after] = clauseAround(tokens, reading, sentence);
  const strong = before.some(({ text }, i) => {
    const previous = before[i + 1]?.text ?? '';
    return text === 'about' ? /^(?:how|what)$/.test(previous) : /^(?:not|don't)$/.test(text) && previous === 'why';
  });
  if (!strong && refuses(before, after)) return 'refused';
  if (reports(before, after)) return 'reported';
  const limit = after.some(({ text }, i) => text === 'as' && /^(?:low|high|far)$/.test(after[i + 1]?.text ?? ''));
  if (
    strong ||
    limit ||
    before.some(({ text }) => OFFER_BEFORE.has(text)) ||
    after.some(({ text }) => OFFER_AFTER.has(text))
  ) {
    return 'offered';
  }
  if (
    /^is what (?:i|we) (?:can|could|have|would|will|am)\b/.test(
      tokens
        .slice(reading.last + 1, reading.last + 5)
        .map(({ text }) => text)
        .join(' '),
    )
  )
    return 'offered';
  const to = asksBack(tokens, reading.last + 1, sentence.to) ? reading.first : sentence.to;
  for (let at = sentence.from; at < to && at - sentence.from < MAX_SHORT; at++) {
    if (ASKING.has(tokens[at]?.text ?? '')) return 'neutral';
  }
  const others = [...before, ...after].filter(({ kind, text }) => kind === 'word' && !POLITE.has(text));
  return others.length < 4 ? 'bare' : 'neutral';
}

/** "65, what do you say?" asks for an answer to it, and not about it. */
function asksBack(tokens: readonly Token[], from: number, to: number): boolean {
  const said = tokens.slice(from, Math.min(to, from + MAX_LOOK)).map(({ text }) => text);
  return /^[,:;–—-]? ?(?:so )?(?:what do you (?:say|think)|how does (?:that|it) sound|how is that|how about it|kya (?:bolte|kehte) ho|kya khayal hai)$/.test(
    said.join(' '),
  );
}

/** The clause before the number, nearest word first, and the clause after it. */
function clauseAround(tokens: readonly Token[], { first, last }: Reading, { from, to }: Sentence): [Token[], Token[]] {
  const before: Token[] = [];
  for (let at = first - 1; at >= from && first - at <= MAX_LOOK; at--) {
    const token = tokens[at] as Token;
    if (token.text !== ':' && breaksClause(token)) break;
    before.push(token);
  }
  const after: Token[] = [];
  for (let at = last + 1; at < to && at - last <= MAX_LOOK; at++) {
    const token = tokens[at] as Token;
    if (breaksClause(token) || AFTER_STOPS.has(token.text)) break;
    after.push(token);
  }
  return [before, after];
}

function refuses(before: readonly Token[], after: readonly Token[]): boolean {
  // "Why not 45" proposes; "na" is as often "please" as "no".
  const denial = (token: Token, next: Token | undefined) =>
    token.text !== 'na' && denies(token) && next?.text !== 'why';
  if (before.some((token, i) => denial(token, before[i + 1]) || token.text === 'too')) return true;
  if (before.slice(0, 2).some(({ text }) => BOUNDS.has(text))) return true;
  if (after[0]?.text === 'se' && /^(?:upar|kam|zyada|neeche|niche)$/.test(after[1]?.text ?? '')) return true;
  return after.some((token, i) => {
    if (after[i - 1]?.text === 'as' && after[i + 1]?.text === 'as') return false; // as low as I can go
    return (
      denial(token, undefined) ||
      REFUSED_AFTER.has(token.text) ||
      (token.text === 'more' && after[i + 1]?.text === 'than')
    );
  });
}

function reports(before: readonly Token[], after: readonly Token[]): boolean {
  const clause = [...before].reverse().concat(after);
  return clause.some(({ text }, i) => {
    const next = clause[i + 1]?.text ?? '';
    if (REPORTED.has(text)) return !(text === 'aapke' && next === 'liye');
    if (text === 'was') return !WAS_NEXT.has(next);
    if (text === 'why') return !/^(?:not|don't)$/.test(next);
    if (text === 'got') return /^(?:i|we)$/.test(clause[i - 1]?.text ?? '');
    if (text === 'your') return YOUR_NOUNS.has(next);
    if (text === "you're") return next === 'asking';
    // "Would you want 45?" asks; "you want 45" reports.
    return (
      text === 'you' && YOU_VERBS.has(next) && !/^(?:would|could|can|will|do|if|let)$/.test(clause[i - 1]?.text ?? '')
    );
  });
}
