/**
 * Where prose without any structure stands: whether it accepts, rejects or walks away.
 *
 * Looks for set phrases (English, Hinglish, some Spanish, Portuguese, German, French) and believes them only as plain
 * statements of the speaker: not denied ("I can't accept", "manzoor nahi"), not asked ("deal?"), not conditional ("if you ...,
 * it's a deal") and not expected of the other side ("I hope you accept"). A missed stance costs one more question to the model;
 * a wrong one would end a game, so every doubt goes against the phrase.
 */
import { currencyAfter } from './currencies.ts';
import { numberWords } from './number-words.ts';
import { type StanceKind, stancePhrases } from './stance-phrases.ts';
import { fold, type Token } from './tokens.ts';

export interface Stance {
  readonly accepts: boolean;
  readonly rejects: boolean;
  readonly walks: boolean;
  /** Speaks of accepting, but denied. */
  readonly refuses: boolean;
  /** Speaks of accepting or walking, but asked, with a condition, or of the other side. */
  readonly perhaps: boolean;
  /** "No deal": a rejection or an end, and the words do not say which. */
  readonly noDeal: boolean;
  /** Its first sentence begins with yes, okay, fine, and no condition follows anywhere. */
  readonly yes: boolean;
  /** Nothing but a no. */
  readonly no: boolean;
}

export interface Sentence {
  readonly from: number;
  /** One past its last token. */
  readonly to: number;
  readonly question: boolean;
}

const set = (words: string) => new Set(words.split(' ').map(fold));
const NEGATIONS = set(
  'not no never none cannot cant dont wont wouldnt couldnt isnt doesnt nahi nahin nai na mat nicht kein keine pas nao non niet unable refuse refusing hardly neither nor नहीं न मत without',
);
const NEGATIONS_AFTER = set('nahi nahin nai nicht pas नहीं no na');
const CONDITIONS = set('if unless agar wenn falls provided once until till warna otherwise toh else');
const FIRST_PERSON = set("i i'll i'd i'm we we'll we'd ill id im main hum yo ich je eu");
const OTHERS = set('you your they he she someone anyone seller buyer');
const CLAUSE_WORDS = set('but however though although lekin magar aber mais pero mas yet');
const CLAUSE_MARKS = new Set(',;():—–"“”'.split(''));
const FILLERS = set(
  "ok okay yes yeah yep sure fine great alright all right perfect good cool well then so hmm hm haan ha ji chalo chaliye theek thik hai achha accha acha arre are bhai bhaiya yaar dost oh wow lovely wonderful excellent thanks thank please hi hello eh ah sir boss friend buddy and at for it is just it's that that's ich bin mein par pe",
);
const NO_WORDS = set('no nope nahi nahin nein non nao nee never na नहीं');
const BESIDE_NO = set('way ji bhai bhaiya sorry thanks thank you sir');

const DETERMINERS = set('the your that this these those of last latest final new revised generous');
/** What one accepts, or what comes after it. */
const ACCEPTED = set(
  'offer offers deal price terms proposal counter counteroffer amount figure number conditions it now gladly happily as with but if because since nothing anything less',
);
const MAX_LOOK = 8;

export function sentencesOf(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const abbreviation =
      token.text === '.' && token.gap === 'none' && /^(?:rs|fr|approx)$/.test(tokens[at - 1]?.text ?? '');
    const ends = token.kind === 'line' || (token.kind === 'mark' && '.!?…;'.includes(token.text) && !abbreviation);
    if (!ends && at < tokens.length - 1) continue;
    const question = token.text === '?' || (token.text === '!' && tokens[at - 1]?.text === '?');
    if (at > from || !ends) sentences.push({ from, to: ends ? at : at + 1, question });
    else if (question && sentences.length > 0) sentences.push({ ...(sentences.pop() as Sentence), question });
    from = at + 1;
  }
  return sentences;
}

export function stanceOf(tokens: readonly Token[]): Stance {
  const found = {
    accepts: false,
    rejects: false,
    walks: false,
    refuses: false,
    perhaps: false,
    noDeal: false,
    yes: false,
  };
  const sentences = sentencesOf(tokens);
  for (const sentence of sentences) {
    let conditional = false;
    for (let at = sentence.from; at < sentence.to; at++) conditional ||= CONDITIONS.has((tokens[at] as Token).text);
    for (let at = sentence.from; at < sentence.to; at++) {
      const match = phraseAt(tokens, at, sentence);
      if (!match) continue;
      const last = at + match.length - 1;
      if (match.kind === 'yes') found.yes ||= sentence === sentences[0];
      else if (match.kind === 'noDeal') found.noDeal = true;
      else if (isDenied(tokens, at, last, sentence)) {
        if (match.kind === 'accept') found.refuses = true;
      } else if (sentence.question || conditional || tokens[at - 1]?.text === 'or') found.perhaps = true;
      else if (match.kind === 'accept') found.accepts = true;
      else if (match.kind === 'reject') found.rejects = true;
      else found.walks = true;
      at = last;
    }
  }
  found.yes &&= !tokens.some(({ text }) => CONDITIONS.has(text) || CLAUSE_WORDS.has(text));
  const goodbye = tokens.some(({ text }) => /^(?:bye|goodbye|farewell|alvida|adios|adieu|tchau)$/.test(text));
  if (found.noDeal && goodbye && !found.accepts) found.walks = true;
  const words = tokens.filter((token) => token.kind === 'word' || token.kind === 'number');
  const no = words.length < 6 && words.some(({ text }) => NO_WORDS.has(text));
  return { ...found, no: no && words.every(({ text }) => NO_WORDS.has(text) || BESIDE_NO.has(text)) };
}

function phraseAt(
  tokens: readonly Token[],
  at: number,
  sentence: Sentence,
): { kind: StanceKind; length: number } | undefined {
  const token = tokens[at] as Token;
  if (token.kind !== 'word') return undefined;
  if (/^(?:accept|accepting)$/.test(token.text)) return acceptVerb(tokens, at, sentence);
  for (const phrase of stancePhrases.get(token.text) ?? []) {
    const { kind, words, opens, notAfter } = phrase;
    const end = at + words.length;
    if (end > sentence.to || !words.every((word, i) => tokens[at + i]?.text === word)) continue;
    const next = end < sentence.to ? (tokens[end] as Token) : undefined;
    if (phrase.next && next?.kind === 'word' && !phrase.next.has(next.text) && !isAmount(next)) continue;
    if (notAfter.has(tokens[at - 1]?.text ?? '') || (opens && !onlyFillersBefore(tokens, at, sentence.from))) continue;
    return { kind, length: words.length };
  }
  return undefined;
}

/** "Accept" is said by the speaker of the speaker ("I happily accept"), or is all that is said ("Accept the offer"). */
function acceptVerb(
  tokens: readonly Token[],
  at: number,
  { from, to }: Sentence,
): { kind: StanceKind; length: number } | undefined {
  const accept = { kind: 'accept', length: 1 } as const;
  if (!acceptsSomething(tokens, at, to)) return undefined;
  for (let back = at - 1; back >= from && at - back <= MAX_LOOK; back--) {
    const { text } = tokens[back] as Token;
    if (OTHERS.has(text)) return undefined;
    if (FIRST_PERSON.has(text)) return accept;
  }
  if (!onlyFillersBefore(tokens, at, from) || to - at > MAX_LOOK) return undefined;
  return accept;
}

/** "I accept", "... your last offer", "... it because ...", but not "I accept cash" or "I accept that you cannot". */
function acceptsSomething(tokens: readonly Token[], at: number, to: number): boolean {
  let next = at + 1;
  while (next < to && next - at < 4 && DETERMINERS.has((tokens[next] as Token).text)) next++;
  const token = next < to ? tokens[next] : undefined;
  return token === undefined || isFiller(token) || ACCEPTED.has(token.text);
}

function onlyFillersBefore(tokens: readonly Token[], at: number, from: number): boolean {
  for (let back = at - 1; back >= from; back--) {
    const token = tokens[back] as Token;
    if (breaksClause(token)) return true;
    if (at - back > MAX_LOOK || !isFiller(token)) return false;
  }
  return true;
}

function isFiller(token: Token): boolean {
  return token.kind !== 'word' || FILLERS.has(token.text) || isAmount(token);
}

function isAmount({ text }: Token): boolean {
  return numberWords.has(text) || currencyAfter(text, true) !== undefined;
}

/** A no in the same clause: shortly before, or right after in the languages that put it there. */
function isDenied(tokens: readonly Token[], first: number, last: number, { from, to }: Sentence): boolean {
  for (let back = first - 1; back >= from && first - back <= MAX_LOOK; back--) {
    const token = tokens[back] as Token;
    if (breaksClause(token)) break;
    if (denies(token)) return true;
  }
  for (let ahead = last + 1; ahead < to && ahead - last <= 3; ahead++) {
    const token = tokens[ahead] as Token;
    if (breaksClause(token)) break;
    if (NEGATIONS_AFTER.has(token.text)) return true;
  }
  return false;
}

export function breaksClause({ kind, text }: Token): boolean {
  return kind === 'line' || (kind === 'mark' ? CLAUSE_MARKS.has(text) : CLAUSE_WORDS.has(text));
}

export function denies({ text }: Token): boolean {
  return NEGATIONS.has(text) || text.endsWith("n't");
}
