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

type Kind = 'accept' | 'reject' | 'walk' | 'noDeal' | 'yes';
interface Phrase {
  readonly kind: Kind;
  readonly words: readonly string[];
  /** Believed only where nothing but fillers and numbers is before it in its clause. */
  readonly opens: boolean;
  /** Not before these words. */
  readonly not: ReadonlySet<string>;
  /** Not right after these words. */
  readonly notAfter: ReadonlySet<string>;
  /** Where given, no other word may come next. */
  readonly only: ReadonlySet<string> | undefined;
}

const set = (words: string) => new Set(words === '' ? [] : words.split(' ').map(fold));
const PHRASES = new Map<string, Phrase[]>();
function add(kind: Kind, opens: boolean, phrases: string, not = '', notAfter = '', only?: string): void {
  for (const phrase of phrases.split(',')) {
    const words = phrase.split(' ').map(fold);
    const first = words[0] as string;
    const limits = { not: set(not), notAfter: set(notAfter), only: only === undefined ? undefined : set(only) };
    PHRASES.set(first, [...(PHRASES.get(first) ?? []), { kind, words, opens, ...limits }]);
  }
}
add(
  'accept',
  false,
  "i'll take it,ill take it,i will take it,we'll take it,i'll buy it,you have a deal,you've got a deal,you got a deal,youve got a deal,you have got a deal,we got a deal,got yourself a deal,have yourself a deal,we have a deal,we've got a deal,it's a deal,its a deal,it is a deal,that's a deal,deal pakki,deal pakka,sauda pakka,done deal,deal accepted,offer accepted,that works,that works for me,it works for me,this works for me,that will work,that'll work,fine with me,fine by me,okay with me,ok with me,i can live with that,let's do it,lets do it,let's shake on it,i agree to,i agree on,we are agreed,trato hecho,negocio fechado,marché conclu,affare fatto,abgemacht,einverstanden,j'accepte,acepto,aceito,accetto,akkoord,ich akzeptiere,ich nehme an,manzoor,manjoor,manzur,मंजूर,स्वीकार",
  'if for',
);
add('accept', true, 'works for me,would work for me');
/** After a word that accepts by itself, only these may follow in its clause: "deal done", but not "deal karna". */
const AFTERTHOUGHTS =
  'at then done it thanks thank thx hai hain par on pe mein accepted man pakki pakka and bhai bhaiya ji yaar dost my friend sounds good great ok okay sir boss buddy dude now please yes from us i we let cheers';
add(
  'accept',
  true,
  "deal,agreed,accepted,sold,done,pakka,pakki,fechado,combinado,hecho,vendu,vendido,akzeptiert,angenommen,de acuerdo,d'accord,d'accordo",
  '',
  'good great fair fine perfect lovely wonderful cool excellent best better sweet',
  AFTERTHOUGHTS,
);
add('accept', true, 'i agree,we agree', 'with that it but the this is about and');
add(
  'walk',
  false,
  "i'm out,im out,i am out,i walk away,i'll walk away,i will walk away,i'm walking away,i am walking away,i quit,i'm leaving,im leaving,i am leaving,i give up,i'm done here,i am done here,i'm ending this,i am ending this,i withdraw,i shall withdraw,i'm stepping away,i am stepping away,i will bow out,i'll leave it here,i will leave it here,estou fora,desisto,me retiro,me voy,ich steige aus,ich bin raus,je me retire",
  'of on the it my',
);
add('walk', true, 'i walk,walk away,quit,walking away', 'through to with from around');
add(
  'reject',
  false,
  "i reject,i decline,i must decline,i will decline,i'll decline,i'll have to decline,i have to decline,i respectfully decline,no thanks,no thank you,i'll pass,i will pass,i pass,rechazo,ich lehne ab,je refuse,recuso",
  'to it the',
);
add('reject', true, 'rejected,declined');
add('noDeal', false, 'no deal,deal nahi,deal nahin,kein deal,no hay trato');
add(
  'yes',
  true,
  'ok,okay,yes,yeah,yep,sure,fine,alright,all right,great,perfect,haan,theek hai,thik hai,sounds good,sounds fair,chalega,vale,oui,ja,sim,si,ठीक है',
);

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
  "ok okay yes yeah yep sure fine great alright all right perfect good cool well then so hmm hm haan ha ji chalo chaliye theek thik hai achha accha acha arre are bhai bhaiya yaar dost oh wow lovely wonderful excellent thanks thank please hi hello eh ah sir boss friend buddy and at for it is just it's mein par pe",
);
const NO_WORDS = set('no nope nahi nahin nein non nao nee never na नहीं');
const BESIDE_NO = set('way ji bhai bhaiya sorry thanks thank you sir');

/** What one accepts, or how. */
const ACCEPTED = set(
  'the your that this these those it offer offers deal price terms of as with now gladly happily nothing anything no any but if because since',
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
): { kind: Kind; length: number } | undefined {
  const token = tokens[at] as Token;
  if (token.kind !== 'word') return undefined;
  if (/^(?:accept|accepting)$/.test(token.text)) return acceptVerb(tokens, at, sentence);
  for (const { kind, words, opens, not, notAfter, only } of PHRASES.get(token.text) ?? []) {
    if (at + words.length > sentence.to || !words.every((word, i) => tokens[at + i]?.text === word)) continue;
    const next = at + words.length < sentence.to ? (tokens[at + words.length] as Token) : undefined;
    if (next && (not.has(next.text) || (only && next.kind === 'word' && !only.has(next.text) && !isAmount(next))))
      continue;
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
): { kind: Kind; length: number } | undefined {
  const accept = { kind: 'accept', length: 1 } as const;
  // "I accept cash" is something else.
  const next = tokens[at + 1];
  if (at + 1 < to && next?.kind === 'word' && !isFiller(next) && !ACCEPTED.has(next.text)) return undefined;
  for (let back = at - 1; back >= from && at - back <= MAX_LOOK; back--) {
    const { text } = tokens[back] as Token;
    if (OTHERS.has(text)) return undefined;
    if (FIRST_PERSON.has(text)) return accept;
  }
  if (!onlyFillersBefore(tokens, at, from) || to - at > MAX_LOOK) return undefined;
  for (let ahead = at + 1; ahead < to; ahead++) {
    const token = tokens[ahead] as Token;
    if (token.kind === 'word' && !isFiller(token) && !ACCEPTED.has(token.text)) {
      return undefined;
    }
  }
  return accept;
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
