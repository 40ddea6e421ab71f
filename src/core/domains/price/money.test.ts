import { expect, test } from 'vitest';
import { listings } from './listings/index.ts';
import { formatPrice, toCoins } from './money.ts';

test('yen have no cents, euros have', () => {
  expect(formatPrice(toCoins(1250.37, 'JPY'), 'JPY')).toBe('¥1,250');
  expect(formatPrice(toCoins(1250.371, 'EUR'), 'EUR')).toBe('€1,250.37');
  expect(Object.is(toCoins(-0.2, 'JPY'), 0)).toBe(true);
});

test('what has cents is as Intl has it', () => {
  const digits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  for (const currency of ['JPY', 'KRW', 'VND', 'CLP', 'ISK', ...new Set(listings.map((one) => one.currency))])
    expect(toCoins(0.25, currency) === 0, currency).toBe(digits(currency) === 0);
});
