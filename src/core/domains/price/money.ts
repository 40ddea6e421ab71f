/** A price as people write it. Not Intl: its output differs between engines, and words are part of the transcript. */
const SIGNS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', INR: '₹', JPY: '¥', BRL: 'R$' };

/** "$1,250", "₹899.50", "CHF 1,200": a sign where there is a common one, cents only when there are any. */
export function formatPrice(amount: number, currency: string): string {
  const [whole = '0', fraction] = Math.abs(amount).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const digits = fraction === '00' ? grouped : `${grouped}.${fraction}`;
  return `${amount < 0 ? '-' : ''}${SIGNS[currency] ?? `${currency} `}${digits}`;
}

/** Currencies of ISO 4217 without a smaller coin. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/** To the smallest coin there is: what scripts ask for has cents in every currency. */
export function toCoins(amount: number, currency: string): number {
  const coins = WITHOUT_CENTS.has(currency) ? 1 : 100;
  // Never -0.
  return Math.round(amount * coins) / coins + 0;
}
