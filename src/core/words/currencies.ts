/**
 * Currencies as people write them, signs and words, with the ISO 4217 codes that each can mean.
 *
 * Many are shared: a dollar sign is any dollar, "pesos" are of many countries, and "bucks" are whatever is paid with here.
 * Hundredths (cents, paise, pence) are kept apart.
 */
import { fold } from './tokens.ts';

const DOLLARS = 'USD CAD AUD NZD SGD HKD MXN TWD ARS CLP COP BRL';
const PESOS = 'MXN ARS CLP COP PHP UYU DOP';
const CROWNS = 'SEK NOK DKK ISK CZK';
const RUPEES = 'INR PKR LKR NPR MUR';

/** Codes on the left, or nothing where it is any currency at all. */
const NAMES: readonly (readonly [codes: string, names: string])[] = [
  [DOLLARS, '$ dollar dollars dollers dolar dolares dollari'],
  ['USD', 'usd us$'],
  ['CAD', 'cad c$ ca$'],
  ['AUD', 'aud a$ au$'],
  ['NZD', 'nzd nz$'],
  ['SGD', 'sgd s$'],
  ['HKD', 'hkd hk$'],
  ['MXN', 'mxn mx$'],
  ['BRL', 'r$ brl reais'],
  ['EUR', '€ eur euro euros eurs'],
  ['GBP', '£ gbp quid sterling pound pounds'],
  ['INR', 'inr ₹'],
  [RUPEES, 'rs ₨ rupee rupees rupaye rupaya rupay rupaiye rupaiya rupiya rupiye rupye रुपये रुपए रुपया रू रु'],
  ['JPY CNY', '¥ 円 元 圆 块 yen yuan'],
  ['JPY', 'jpy'],
  ['CNY', 'cny rmb'],
  ['KRW', '₩ krw 원 won'],
  ['CHF', 'chf sfr franken fr'],
  ['CHF XOF XAF EUR', 'franc francs'],
  [CROWNS, 'kr kronor kroner krona krone kronur'],
  ['SEK', 'sek'],
  ['NOK', 'nok'],
  ['DKK', 'dkk'],
  ['PLN', 'pln zl zł zloty zlotys zlotych'],
  ['CZK', 'czk kc kč'],
  ['HUF', 'huf ft forint'],
  ['RUB', '₽ rub rubles roubles руб рублей рубля'],
  ['UAH', '₴ uah'],
  ['TRY', '₺ tl lira liras'],
  ['KES', 'ksh kes kshs'],
  ['KES UGX TZS', 'shilling shillings bob sh'],
  ['NGN', '₦ ngn naira'],
  ['ZAR', 'zar rand rands r'],
  ['GHS', '₵ ghs cedi cedis'],
  ['EGP', 'egp'],
  ['AED', 'aed dirham dirhams dhs'],
  ['SAR QAR OMR', 'riyal riyals sar'],
  ['ILS', '₪ ils nis shekel shekels'],
  ['THB', '฿ thb baht'],
  ['MYR', 'rm myr ringgit'],
  ['IDR', 'rp idr rupiah'],
  ['PHP', '₱ php'],
  ['VND', '₫ vnd dong'],
  ['BDT', '৳ bdt taka tk'],
  ['PKR', 'pkr'],
  ['LKR', 'lkr'],
  [PESOS, 'peso pesos'],
  ['', 'buck bucks'],
];

const HUNDREDTHS = 'cent cents ¢ c pence p penny pennies paisa paise centime centimes centavo centavos centimos';

/** Names that are other words too: never before a number, and the short ones only where they touch the one before. */
const AFTER_ONLY = new Set('r zl kc won sh fr bob pound dong php rand tk sar nis ft'.split(' '));
const TOUCHING = new Set('r sh fr ft p c'.split(' '));

const CODES = new Map<string, string>();
for (const [codes, names] of NAMES) for (const name of names.split(' ')) CODES.set(fold(name), codes);
const HUNDREDTH_NAMES = new Set(HUNDREDTHS.split(' ').map(fold));

/** The name itself where it is a currency, such as "$", "usd" or "rupees". */
export function currencyBefore(word: string): string | undefined {
  return CODES.has(word) && !AFTER_ONLY.has(word) ? word : undefined;
}

export function currencyAfter(word: string, touches: boolean): string | undefined {
  return CODES.has(word) && (touches || !TOUCHING.has(word)) ? word : undefined;
}

export function isHundredth(word: string, touches: boolean): boolean {
  return HUNDREDTH_NAMES.has(word) && (touches || !TOUCHING.has(word));
}

/** Of two names for one amount, as in "$45 CAD", the one that can mean less. */
export function narrower(a: string, b: string): string {
  const count = (name: string) => (CODES.get(name) ?? '').split(' ').length + (CODES.get(name) === '' ? 1000 : 0);
  return count(b) < count(a) ? b : a;
}

/** Whether a currency as written can be the one with this ISO code. */
export function canMean(currency: string, code: string): boolean {
  const codes = CODES.get(currency);
  return codes === undefined || codes === '' || codes.split(' ').includes(code.toUpperCase());
}
