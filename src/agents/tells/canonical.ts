/**
 * Words as the patterns want them: lower case, one spelling a word, numbers as `#`, each with its place in the text.
 *
 * People type "abhii", "prise", "nhi", "im". A word becomes its usual spelling by the list of variants below, or, from five
 * letters on, by one slip (a letter missing, added, changed or swapped) from a word that a pattern uses, with the same first
 * letter, unless it is an English word of its own. Punctuation that ends a clause stays as a token, so no pattern and no
 * negation reaches across it. A comma inside a number belongs to the number.
 */
import { numbersIn } from '../parse/index.ts';

export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The usual spelling, then others. Hinglish has no fixed spelling; these are the ways people type. */
const VARIANTS: readonly string[] = [
  'nahi nahin nhi nahii naheen nai nhin nahee nehi',
  'abhi abi abhii abhee',
  'jaldi jldi jaldii jaldee jldii',
  'aaj aj aaaj',
  'kal kl',
  'aur aor',
  'log logo logon',
  'dekh dekhh',
  'rahe rhe rahey',
  'raha rha',
  'rahi rhi',
  'hain hai h',
  'thoda thora thodaa thode thodi',
  'bahut bohot bahot bhot bhut boht',
  'bilkul bilkool blkul bikul',
  'naya nya naye nayi',
  'jaisa jesa jaise jaisi',
  'aakhri akhri aakhiri akhiri aakhri aakhree',
  'paise paisa pese paisey',
  'bhejo bhej bhejdo bhejiye',
  'mushkil mushkill muskil mushqil',
  'koi koyi',
  'dusra doosra dusre doosre dusri doosri',
  'kharidar khareedar kharidaar khareedaar grahak graahak customer customers',
  'nuksan nuksaan nuqsan nuksann ghata ghaata',
  'kam kum',
  'zyada jyada zyaada jada ziada',
  'upar uper oopar',
  'neeche niche neche',
  'hoga hogaa honga',
  'milega milegaa',
  'bas bass',
  'pehle pahle phle pehele',
  'girra gira giraa',
  'toota tuta tutta tooti',
  'chhota chota chhoti choti chhotaa',
  'sahi saahi',
  'pakka pakki paka',
  'sach sachh',
  'kasam qasam',
  'dijiye dijie',
  'sirf srf',
  'please pls plz plzz',
  'cannot cant',
  'price prices rate rates prise pricee',
  'kimat keemat qeemat',
  'offers offer ofer offr ofers',
  'buyers buyer byers byer',
  'people ppl peple poeple',
  'scratches scratch scrach scrathces scratchs',
  'warranty warrenty waranty warrantee guarantee',
  'immediately immediatly imediately asap',
  'today tody todays tdy 2day',
  'tomorrow tommorow tomorow tmrw tmr',
  'because bcoz bcz cuz coz',
  'losing loosing',
  'interested intrested intersted',
  'negotiation negotiations negotiable negotiate nego bargaining',
  'definitely definately defo',
  'receipt reciept bill',
];

const usual = new Map<string, string>();
for (const line of VARIANTS) {
  const [spelling = '', ...others] = line.split(' ');
  for (const other of others) usual.set(other, spelling);
}

/** Real words one slip away from one that a pattern uses. */
const OTHER_WORDS = new Set(
  'prime pride prize print spice marked marker places placed lowers tower buyer knew loses loser lasts least rented tested wanted finals finale minor miner mind chips chirp ships shipped seals scaled waste wasted taste tasted whole while where there these those third thing think worth work works world words would could should shoulder firms first fires films fine final finally stand stands start started party dented denied hurt hurts hurray hurting house hours yours today toady delay deals dealt dealer dealers demand demands damage manage managed matter market markets offer offered office officer origin originally condition conditions conditioner working walking waking lacking looking locking cooking booking watching matching catching marching profit profits prophet perfect perfectly prefect period battery better bitter butter letter butler scream screen green queen'.split(
    ' ',
  ),
);

/** Every word of the text, and the marks that end a clause. `known`: the words that the patterns are made of. */
export function canonical(text: string, known: ReadonlySet<string>): Word[] {
  const numbers = numbersIn(text);
  const words: Word[] = [];
  let next = 0;
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*|[.,;:!?\n…()-]+|%/gu)) {
    const { index: start } = match;
    const end = start + match[0].length;
    while (next < numbers.length && (numbers[next]?.end as number) <= start) next++;
    const number = numbers[next];
    if (number && start < number.end && end > number.start) {
      const previous = words.at(-1);
      // One token for the whole number, its currency and its separators.
      if (previous?.word === '#' && previous.end > number.start) words[words.length - 1] = { ...previous, end };
      else words.push({ word: '#', start, end });
      continue;
    }
    const word = /^[\p{L}\p{M}\p{N}]/u.test(match[0]) ? spelling(match[0], known) : markOf(match[0]);
    if (word !== '') words.push({ word, start, end });
  }
  return words;
}

/** A dash inside a phrase ("like-new") is no mark. */
function markOf(marks: string): string {
  if (marks === '%') return '%';
  return marks.includes('?') ? '?' : /[^-()]/.test(marks) ? '.' : '';
}

/** Spellings already looked up, by the words that were known: the same few words come in every message. */
const lookedUp = new WeakMap<ReadonlySet<string>, Map<string, string>>();
const MOST_LOOKED_UP = 20_000;

function spelling(raw: string, known: ReadonlySet<string>): string {
  const cache = lookedUp.get(known) ?? new Map<string, string>();
  lookedUp.set(known, cache);
  const found = cache.get(raw) ?? lookUp(raw, known);
  if (cache.size < MOST_LOOKED_UP) cache.set(raw, found);
  return found;
}

function lookUp(raw: string, known: ReadonlySet<string>): string {
  const plain = raw.normalize('NFKC').toLowerCase().replace(/['’]/g, '');
  const word = usual.get(plain) ?? plain;
  if (known.has(word) || OTHER_WORDS.has(word)) return word;
  // "soooo", "jaldiii": three of a letter are a drawl.
  const squeezed = word.replace(/(\p{L})\1{2,}/gu, '$1');
  const short = usual.get(squeezed) ?? squeezed;
  if (known.has(short)) return short;
  if (short.length < 5) return short;
  for (const candidate of known) if (candidate[0] === short[0] && oneSlip(short, candidate)) return candidate;
  return short;
}

/** Whether one letter missing, added, changed or swapped with its neighbour makes one word of the other. */
export function oneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || short.length < 4) return false;
  let i = 0;
  while (i < short.length && short[i] === long[i]) i++;
  if (long.length > short.length) return short.slice(i) === long.slice(i + 1);
  if (short.slice(i + 1) === long.slice(i + 1)) return true;
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2);
}
