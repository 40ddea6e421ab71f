/**
 * Number words: English, and Hindi in Latin and Devanagari letters.
 *
 * Hindi has a word of its own for each number to 99, and people spell them as they like in Latin letters; the common ways are
 * listed. It also counts in quarters: dedh (1.5), dhai (2.5), sava (a quarter more), saadhe (a half more), paune (a quarter
 * less). A word that means something else in English or in everyday Hindi (do, das, teen, saath, ek) is marked weak: it is a
 * number only next to another number word or a currency.
 */
import { fold } from './tokens.ts';

export type NumberWord =
  | { readonly kind: 'small'; readonly value: number; readonly hindi: boolean; readonly weak: boolean }
  /** Multiplies what is before it by 100. */
  | { readonly kind: 'hundred'; readonly hindi: boolean }
  /** Multiplies the group before it, and a smaller part may follow, but not after a suffix such as k. */
  | { readonly kind: 'large'; readonly value: number; readonly hindi: boolean; readonly suffix: boolean }
  /** dedh and dhai: a number by themselves. */
  | { readonly kind: 'fraction'; readonly value: number }
  /** sava, saadhe, paune: added to the number after them. */
  | { readonly kind: 'more'; readonly value: number };

const ENGLISH =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const ENGLISH_TENS = 'thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** From 1 to 99: spellings separated by spaces. */
const HINDI: readonly string[] = [
  'ek एक',
  'do दो',
  'teen tin तीन',
  'chaar char चार',
  'paanch panch पाँच पांच',
  'chhah chhe chah cheh chhai छह छः छे',
  'saat सात',
  'aath आठ',
  'nau नौ',
  'das दस',
  'gyarah gyaarah ग्यारह',
  'barah baarah बारह',
  'terah तेरह',
  'chaudah चौदह',
  'pandrah pandra पंद्रह पन्द्रह',
  'solah सोलह',
  'satrah sattrah सत्रह',
  'atharah athaarah अठारह',
  'unnis unnees उन्नीस',
  'bees बीस',
  'ikkis ikkees इक्कीस',
  'bais baees बाईस',
  'teis teyees तेईस',
  'chaubis chaubees चौबीस',
  'pachees pachis pachchees pacchis पच्चीस',
  'chhabbis chhabbees छब्बीस',
  'sattais sattaees सत्ताईस',
  'atthais athais atthaees अट्ठाईस',
  'untis unattis unatees उनतीस',
  'tees तीस',
  'ikattis iktees इकतीस',
  'battis battees बत्तीस',
  'taintis taintees तैंतीस',
  'chauntis chauntees चौंतीस',
  'paintis paintees पैंतीस',
  'chhattis chhattees छत्तीस',
  'saintis saintees सैंतीस',
  'adtis artis adtees अड़तीस',
  'untalis untaalis उनतालीस',
  'chalis chaalis chalees chaalees चालीस',
  'iktalis iktaalis इकतालीस',
  'bayalis byalis bayaalis बयालीस',
  'taintalis taintaalis तैंतालीस',
  'chavalis chauvalis चवालीस चौवालीस',
  'paintalis paintaalis paintalees paintaalees पैंतालीस',
  'chhiyalis chhiyaalis छियालीस',
  'saintalis saintaalis सैंतालीस',
  'adtalis artalis adtaalis अड़तालीस',
  'unchas unanchas उनचास',
  'pachas pachaas पचास',
  'ikyavan ikyaavan इक्यावन',
  'bavan baavan बावन',
  'tirpan tirepan तिरपन',
  'chauvan chavvan चौवन',
  'pachpan पचपन',
  'chhappan छप्पन',
  'sattavan sattaavan सत्तावन',
  'atthavan athavan अट्ठावन',
  'unsath उनसठ',
  'saath sath साठ',
  'iksath इकसठ',
  'basath baasath बासठ',
  'tirsath tiresath तिरसठ',
  'chausath चौंसठ',
  'painsath paisath पैंसठ',
  'chhiyasath छियासठ',
  'sadsath sarsath सड़सठ',
  'adsath arsath अड़सठ',
  'unhattar unahattar उनहत्तर',
  'sattar सत्तर',
  'ikhattar ikahattar इकहत्तर',
  'bahattar बहत्तर',
  'tihattar तिहत्तर',
  'chauhattar चौहत्तर',
  'pachattar pachhattar pachahattar pichattar पचहत्तर',
  'chhihattar छिहत्तर',
  'satattar sathattar सतहत्तर',
  'athattar athhattar अठहत्तर',
  'unasi unnasi उन्यासी उनासी',
  'assi अस्सी',
  'ikyasi ikyaasi इक्यासी',
  'bayasi bayaasi बयासी',
  'tirasi tiraasi तिरासी',
  'chaurasi chauraasi चौरासी',
  'pachasi pachaasi पचासी',
  'chhiyasi chhiyaasi छियासी',
  'sattasi sattaasi सत्तासी',
  'atthasi athasi अट्ठासी अठासी',
  'navasi nawasi नवासी',
  'nabbe navve nabbay नब्बे',
  'ikyanve ikyaanve इक्यानवे',
  'banve baanve बानवे',
  'tiranve tiraanve तिरानवे',
  'chauranve chauraanve चौरानवे',
  'pachanve panchanve pachaanve पचानवे पंचानवे',
  'chhiyanve chhiyaanve छियानवे',
  'sattanve sattaanve सत्तानवे',
  'atthanve athanve अट्ठानवे',
  'ninyanve ninyaanve निन्यानवे',
];
const HINDI_WEAK = new Set(
  'ek एक do दो teen tin char panch chah cheh saat das bees tees artis saath sath paisath bais solah athais tis nau'
    .split(' ')
    .map(fold),
);

const HUNDREDS: readonly (readonly [hindi: boolean, names: string])[] = [
  [false, 'hundred hundert'],
  [true, 'sau सौ'],
];
const LARGE: readonly (readonly [value: number, hindi: boolean, names: string])[] = [
  [1000, false, 'thousand tausend mille 千'],
  [1000, true, 'hazaar hazar hajar hajaar हज़ार'],
  [10_000, false, '万 萬'],
  [100_000, true, 'lakh lakhs lac lacs लाख'],
  [1_000_000, false, 'million millions millionen millones milhoes'],
  [10_000_000, true, 'crore crores karod करोड़'],
];
/** Only ever after another number, and nothing smaller follows. */
const SUFFIXES: readonly (readonly [value: number, names: string])[] = [
  [1000, 'k grand mil tsd'],
  [1_000_000, 'mn mio'],
  [10_000_000, 'cr'],
];

export const numberWords: ReadonlyMap<string, NumberWord> = build();

function build(): Map<string, NumberWord> {
  const words = new Map<string, NumberWord>();
  const add = (names: string, word: NumberWord) => {
    for (const name of names.split(' ')) words.set(fold(name), word);
  };
  HINDI.forEach((names, i) => {
    for (const name of names.split(' '))
      add(name, { kind: 'small', value: i + 1, hindi: true, weak: HINDI_WEAK.has(fold(name)) });
  });
  ENGLISH.forEach((name, value) => {
    add(name, { kind: 'small', value, hindi: false, weak: value < 2 });
  });
  ENGLISH_TENS.forEach((name, i) => {
    add(name, { kind: 'small', value: 30 + 10 * i, hindi: false, weak: false });
  });
  add('fourty', { kind: 'small', value: 40, hindi: false, weak: false });
  add('ninty', { kind: 'small', value: 90, hindi: false, weak: false });
  for (const [hindi, names] of HUNDREDS) add(names, { kind: 'hundred', hindi });
  for (const [value, hindi, names] of LARGE) add(names, { kind: 'large', value, hindi, suffix: false });
  for (const [value, names] of SUFFIXES) add(names, { kind: 'large', value, hindi: false, suffix: true });
  add('dedh derh डेढ़', { kind: 'fraction', value: 1.5 });
  add('dhai dhaai adhai ढाई', { kind: 'fraction', value: 2.5 });
  add('sava sawa सवा', { kind: 'more', value: 0.25 });
  add('saadhe sadhe saade साढ़े', { kind: 'more', value: 0.5 });
  add('paune pauney पौने', { kind: 'more', value: -0.25 });
  return words;
}
