/** A price as people write it. Not Intl: its output differs between engines, and words are part of the transcript. */
const SIGNS: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£', INR: '₹', JPY: '¥', BRL: 'R$' };

/** "$1,250", "₹899.50", "CHF 1,200": a sign where there is a common one, cents only when there are any. */
export function formatPrice(amount: number, currency: string): string {
  const [whole = '0', fraction] = Math.abs(amount).toFixed(2).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const digits = fraction === '00' ? grouped : `${grouped}.${fraction}`;
  return `${amount < 0 ? '-' : ''}${SIGNS[currency] ?? `${currency} `}${digits}`;
}
