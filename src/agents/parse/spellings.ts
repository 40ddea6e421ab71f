/**
 * One spelling for each word of a chat: contractions written out, apostrophes that were left out, Hinglish as people type it.
 *
 * Patterns and clauses both pass through here, so that a pattern may be written in any spelling. Genders of Hindi verbs fall
 * together (lungi, lunga); singular and plural do not: "le raha hai" is somebody else, "le rahe hain" may be us.
 */
import { fold } from '../../core/words/tokens.ts';

/** The spelling kept, then how else it is written. */
const SPELLINGS: readonly string[] = [
  'ok okay okey okie oki k kk',
  'alright alrite allright aight alrighty',
  'thanks thx thanx thnx thnks tks ty tysm thankyou',
  'please pls plz',
  'yes yess',
  'dokie dokey doke',
  'tonight tonite',
  'tomorrow tmrw tmr tomorow tommorow tommorrow',
  'definitely definately defo',
  'you u',
  'your ur',
  'are r',
  'haan han haa हां',
  'theek thik thk teek theik thek ठीक',
  'accha acha achha achcha achchha',
  'hai h hei है',
  'hain हैं',
  'hoon hun hu hoo',
  'raha rahi rha rhi',
  'rahe rhe',
  'nahi nahin nhi nai naheen नहीं',
  'zyada jyada jyaada zyaada ziada',
  'bahut bohot bahot bohut bhot bhut boht',
  'manzoor manjoor manzur manjur मंजूर स्वीकार swikar sweekar kabool qubool kubool qabool',
  'raazi razi raaji',
  'sauda souda saudaa',
  'kharid khareed',
  'chahiye chaiye chahie',
  'mein mei',
  'main mai',
  'bhai bhaai bhy',
  'bhaiya bhaiyya bhaiyaa',
  'sahab saab sahib saahab',
  'shukriya sukriya shukria',
  'dhanyavaad dhanyawad dhanyavad dhanyawaad',
  'alvida alwida',
  'rehne rahne',
  'dijiye dijie dijiyega',
  'lijiye lijie lijiyega',
  'chaliye chalie',
  'chhodo choro chodo chhoro',
  'keemat kimat qeemat',
  'mahanga mehnga mehenga mahnga',
  'khatam khatm',
  'aap ap',
  'aapka aapki apka apki',
  'aapke apke',
  'tumhara tumhari tera teri',
  'mera meri',
  'hamara hamari humara humari',
  'pakka pakki paka paki',
  'gaya gayi gai gya gyi',
  'hua hui huyi',
  'leta leti',
  'deta deti',
  'karta karti',
  'aata aati ata ati',
  'jaata jaati jata jati',
  'milta milti',
  'laata laati lata lati',
  'bhejta bhejti',
  'sakta sakti skta',
  'sakte skte',
  'karna karni',
  'lena leni',
  'bechna bechni',
  'kharidna kharidni',
  'mujhe muje mjhe',
  'humein hume hamein hame humko hamko',
  'yeh ye',
  'phir fir',
  'shaam sham',
];

const CANONICAL = new Map<string, string>();
for (const row of SPELLINGS) {
  const [kept, ...others] = row.split(' ').map(fold) as [string, ...string[]];
  for (const other of others) CANONICAL.set(other, kept);
}

/** What is written as one word and said as several. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  "won't": 'will not',
  "can't": 'can not',
  cannot: 'can not',
  cant: 'can not',
  wont: 'will not',
  dont: 'do not',
  doesnt: 'does not',
  isnt: 'is not',
  arent: 'are not',
  didnt: 'did not',
  wouldnt: 'would not',
  couldnt: 'could not',
  "let's": 'let us',
  lets: 'let us',
  im: 'i am',
  ive: 'i have',
  its: 'it is',
  thats: 'that is',
  youre: 'you are',
  youve: 'you have',
  weve: 'we have',
  gonna: 'going to',
  theekhai: 'theek hai',
  thikhai: 'theek hai',
  hanji: 'haan ji',
  haanji: 'haan ji',
  lelo: 'le lo',
  dedo: 'de do',
  lelunga: 'le lunga',
};
const ENDINGS: readonly (readonly [ending: string, word: string])[] = [
  ["n't", 'not'],
  ["'ll", 'will'],
  ["'re", 'are'],
  ["'ve", 'have'],
  ["'d", 'would'],
  ["'m", 'am'],
];
const AFTER_ILL =
  /^(?:take|accept|buy|pay|have|go|come|pick|be|bring|collect|get|give|do|send|see|grab|fetch|pass|leave)$/;

/** One word as it is spelt here. */
export function spelt(word: string): string {
  const short = word.replace(/(\p{L})\1{2,}/gu, '$1'); // yesss, dealll
  const same = short.replace(/(?:oo|u)ng[ai]$/u, 'unga'); // loongi, lunga
  return CANONICAL.get(same) ?? same;
}

/** A word as the words that it stands for, each as it is spelt here. */
export function writtenOut(word: string, next: string | undefined): string[] {
  const known = Object.hasOwn(WRITTEN_OUT, word) ? WRITTEN_OUT[word] : undefined;
  if (known !== undefined) return known.split(' ');
  // It's, the table's yours; whose something is, no pattern tells.
  if (word.length > 2 && word.endsWith("'s")) return [spelt(word.slice(0, -2)), 'is'];
  if (word === 's') return ['is'];
  if (word === 'ill' && AFTER_ILL.test(next ?? '')) return ['i', 'will'];
  for (const [ending, last] of ENDINGS) {
    if (word.endsWith(ending) && word.length > ending.length) return [word.slice(0, -ending.length), last];
  }
  return [spelt(word)];
}
