/**
 * Whether the clause around a price is one in which people make an offer: every word of it must be known from such clauses.
 *
 * "I live at number 65" and "my uncle thinks I can do 65" have a word too many, and so does whatever nobody has thought of here.
 * What is said for the price, beside it, is free: the item's own words, "for the small bookcase", and what comes after and,
 * because, so. A condition on the other side ("if you bring it"), a quotation, somebody else's speech and a retraction are not an
 * offer.
 */
import type { Reading } from '../../core/words/numbers.ts';
import { fold, type Token } from '../../core/words/tokens.ts';
import type { Sentence } from './clauses.ts';

const set = (words: string) => new Set(words.split(/\s+/).map(fold));

const KNOWN = set(
  `i i'll i'd i'm i've we we'll we'd we're me us you you'll you'd it it's its this that that's they my our your
  the a an was is am are be will would could can may might shall do does to of in on at for with by up down as far high low so and or
  just only even maybe perhaps possibly about around roughly how what what's why not don't let let's lets if more
  offer offering counter countering counteroffer propose proposing bid bidding suggest suggesting pay paying give giving go going take
  taking sell selling settle settling consider considering meet say saying try make making call start starting begin want asking like get buy part
  come coming drop agree split stretch manage shake hands close price final best lowest highest most least max maximum minimum limit lines line along
  thinking think hoping hope looking willing happy glad able ready prepared rent accept need budget keep keeping stay staying stand where right tops firm total all out have has got
  sound sounds seems seem feel suit suits work works fine fair reasonable agreeable acceptable possible okay ok good great alright enough instead then now today tonight tomorrow cash
  please sir boss friend mate buddy thanks thank hi hello hey yes yeah sure well hmm hm no way last first new opening initial
  middle half-way halfway between spend afford time one deal value worth weigh seriously plainly simply from here there yours
  down-payment offer's price's rate figure number amount each dear opening's kindly respect honest honestly frankly realistically
  rather gave raise raising increase u month months monthly per week pick collect grab probably really im id ill its lower lowering closer little bit actually wondering chance any them these still
  afraid wanting comfortable very pretty sorry purchase thats currently immediately upfront hand range bottom though somewhere meeting tell you're understand
  penny more less dollars dollar bucks cents euros pounds rupees
  bhai bhaiya bhaijaan yaar dost ji na mein me main mai hum hai hain hoon hun hu ho de do dedo dena dunga dungi doonga doongi denge doge dega deta deti dete
  sakta sakti sakte le lo lelo lunga lungi loonga lenge leta lete lijiye dijiye kar karo kardo karte karna kara lagao laga lagado lagega rahega kaisa final bas sirf
  rupaye rupay rs ka ke ki ko mera meri mere hamara chalega chalegi chalo rakh rakho rakhte theek thik haan toh to tak par pe aap tum aapko tumko mujhe liye yeh ye
  raha rahi rahe lena chahta chahti chahte chahunga chahungi karta karti shuru se seedha absolute mile milega jayegi karunga karungi bech bechunga tumhe tumhare thoda jaldi rakhunga kharid settle
  iska iske hisaab hisab loge padega padenge baat ban jao jaiye jaye lagenge lagta lagti aapke is abhi aaj arre are accha achha acha bolo boliye kya daam keemat agar hi bhi poore pura
  wie ware es mit ich kann fur fuer verkaufen mein biete angebot zahle gebe vorschlag euro vorschlagen machen wir sagen
  je vous te lo le la les en por que tal doy pago ofrezco propongo oferta dejo propose offre donne paie pour un une mi precio prix
  ofereco dou proponho meu minha preco fechado reais no na por os esta`,
);
/** Begins an offer within a clause: what stands before it is said for it. */
const HEADS = set("i i'll i'd i'm we we'll how what would could can will let's my make main mera why");
/** What may open the part before the head: a statement or a circumstance, and no order to the other side. */
const OPENERS = set(
  "i i'm i've we it it's this that the these there my with for at in as since because considering given after on being",
);
const STOPS = set('and aur y und et but or so because since considering given which while');
const OTHER_THINGS = set(
  'another other others different new newer used similar smaller bigger else elsewhere somebody someone each',
);
const SPEECH =
  /^(?:said|says|say|saying|told|tells|wrote|writes|asked|asks|goes|thinks|thought|claims|claimed|heard|mentioned|quoted|replied|bola|boli|bole|bolta|bolte|bolti|kaha|kehta|kehti|kehte|keh)$/;
const CONDITIONS = set(
  'if unless provided providing assuming supposing once when agar jab wenn falls si warna otherwise',
);
const AND_THEN =
  /^(?:i|i'll|i'd|i'm|i've|we|we'll|we're|it's|that's|that|it|not|no|nothing|call|done|deal|main|yahi|bas|its|i'l|ill|they're|yours)$/;
const SELF = set('i we possible that it this');
const YOU_AGREE = set('can could would will do take accept go make say agree come drop sell give like want let');
/** What the other side would have to do beside selling or paying. */
const DEMANDS = set(
  'bring deliver delivery throw add include ship send carry fix repair polish paint clean load wait hold assemble show',
);
const YOU_DEMANDS = set('help cover come pick collect take pay leave keep bring');
const BEFORE_ONLY = set('pick collect pay');
const YOU = set("you you'll you'd u aap tum");
const QUOTES = new Set('"“”«»„'.split(''));
const MAX_LOOK = 14;
/** How far from a price anything is looked for at all. */
const FAR = 40;

export function isOfferClause(
  tokens: readonly Token[],
  { first, last }: Reading,
  sentence: Sentence,
  item: ReadonlySet<string>,
): boolean {
  let from = clauseStart(tokens, first, sentence.from);
  while (from < first && STOPS.has(tokens[from]?.text ?? '')) from++; // so how about
  const known = ({ kind, text }: Token) => kind !== 'word' || KNOWN.has(text) || item.has(text);
  // Before: back to where the offer begins; what comes before that must be said for it.
  let head = first;
  while (head > from && known(tokens[head - 1] as Token) && !STOPS.has(tokens[head - 1]?.text ?? '')) head--;
  if (head > from) {
    const joined = STOPS.has(tokens[head - 1]?.text ?? '');
    const begins = isHead(tokens, head) || joined;
    if (!begins || !OPENERS.has(tokens[from]?.text ?? '')) return false;
    for (let at = from; at < head; at++) if (SPEECH.test(tokens[at]?.text ?? '')) return false;
  }
  if (/^(?:am|i'm|im)$/.test(tokens[first - 1]?.text ?? '')) return false; // I am 65
  const speaks = tokens.slice(head, first).some(({ text }) => /^(?:i|we|i'll|i'd|we'll|i'm|ill|id|main)$/.test(text));
  return tailIsFree(tokens, last + 1, sentence.to, known, speaks) && !isCheck(tokens, { first, last }, sentence);
}

/** "Would you take 65" begins with its verb; "my dad would offer 65" does not. */
function isHead(tokens: readonly Token[], at: number): boolean {
  const [text, next] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? ''];
  return HEADS.has(text) && (!/^(?:would|could|can|will)$/.test(text) || /^(?:you|u|we|i)$/.test(next));
}

/** `speaks`: the speaker is the subject of the clause. */
function tailIsFree(
  tokens: readonly Token[],
  from: number,
  to: number,
  known: (token: Token) => boolean,
  speaks: boolean,
): boolean {
  for (let at = from; at < to && at - from < MAX_LOOK; at++) {
    const token = tokens[at] as Token;
    if (token.kind === 'line' || (token.kind === 'mark' && /^[,;:()—–]$/.test(token.text))) return true;
    const next = tokens[at + 1]?.text ?? '';
    // And what the speaker does, or that it is all; not what the other side is to do.
    if (token.text === 'and' || token.text === 'aur')
      return AND_THEN.test(next) || (speaks && !/^(?:you|you'll|tum|aap)$/.test(next));
    if (STOPS.has(token.text)) return true;
    if (token.text === 'if') return !isCondition(tokens, at);
    if (token.text === 'for' && /^(?:the|a|an|your|this|that|both|it|these)$/.test(next)) {
      for (let rest = at; rest < Math.min(to, at + FAR); rest++)
        if (OTHER_THINGS.has(tokens[rest]?.text ?? '')) return false;
      return true;
    }
    if (!known(token)) return false;
  }
  return true;
}

/** "Is it 65?" checks a number; "is 65 okay?" and "does 65 work?" offer it. */
function isCheck(
  tokens: readonly Token[],
  { first, last }: Pick<Reading, 'first' | 'last'>,
  sentence: Sentence,
): boolean {
  if (!sentence.question || !/^(?:is|was|does|did|are|were)$/.test(tokens[sentence.from]?.text ?? '')) return false;
  const offered =
    first === sentence.from + 1 &&
    /^(?:ok|okay|fine|possible|acceptable|good|alright|agreeable|work|sound|suit|enough|fair)$/.test(
      tokens[last + 1]?.text ?? '',
    );
  return !offered;
}

/** The comma, colon or line before a number, or the head of its sentence. */
function clauseStart(tokens: readonly Token[], first: number, from: number): number {
  for (let at = first - 1; at >= Math.max(from, first - FAR); at--) {
    const { kind, text } = tokens[at] as Token;
    if (kind === 'line' || (kind === 'mark' && /^[,;:()—–]$/.test(text)) || /^(?:but|lekin|magar|however)$/.test(text))
      return at + 1;
  }
  return Math.max(from, first - FAR);
}

/** Whether an if or agar asks something of the other side, or of the world, beyond the price itself. */
function isCondition(tokens: readonly Token[], at: number): boolean {
  const [next, verb] = [tokens[at + 1]?.text ?? '', tokens[at + 2]?.text ?? ''];
  if (/^(?:i|we|i'm|possible|not)$/.test(next)) return false;
  if (/^(?:that|it|this)$/.test(next) || next === "that's" || next === "it's") {
    return (
      !/^(?:works?|suits?|is|okay|ok|helps|sounds|fine|agreeable|possible)$/.test(verb) ||
      SELF.has(tokens[at + 3]?.text ?? '')
    );
  }
  return !(/^(?:you|you'd|you'll|you're)$/.test(next) && (YOU_AGREE.has(verb) || next !== 'you'));
}

function beginsClause(tokens: readonly Token[], at: number, from: number): boolean {
  const before = tokens[at - 1];
  return at === from || before?.kind !== 'word' || /^(?:and|so|ok|okay|then|just|please|if)$/.test(before.text);
}

/** "You bring it over", "throw in the chairs": a clause of its own that makes the price beside it conditional. */
function isDemand(tokens: readonly Token[], at: number, before: boolean): boolean {
  const [text, next] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (YOU.has(text)) return DEMANDS.has(next) || (YOU_DEMANDS.has(next) && before);
  return DEMANDS.has(text) || (before && BEFORE_ONLY.has(text));
}

/** Whether the sentence around a price makes it somebody else's, or ties it to a condition. */
export function isTied(tokens: readonly Token[], { first, last }: Reading, sentence: Sentence): boolean {
  const from = clauseStart(tokens, first, sentence.from);
  for (let at = Math.max(sentence.from, first - FAR); at < Math.min(sentence.to, last + FAR); at++) {
    const { text } = tokens[at] as Token;
    if (QUOTES.has(text)) return true;
    if ((at < from || at > last) && beginsClause(tokens, at, sentence.from) && isDemand(tokens, at, at < from))
      return true;
    // 65, but you deliver it
    if (
      at > last &&
      /^(?:but|and|lekin|magar|par|aur)$/.test(text) &&
      /^(?:you|you'll|tum|aap)$/.test(tokens[at + 1]?.text ?? '')
    )
      return true;
    if (at < from && SPEECH.test(text)) return true;
    const inClause = at >= from && at <= last;
    if (
      CONDITIONS.has(text) &&
      !(inClause && (text === 'agar' || text === 'wenn' || text === 'si')) &&
      isCondition(tokens, at)
    )
      return true;
  }
  return false;
}
