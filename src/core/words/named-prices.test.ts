import { expect, it } from 'vitest';
import { pricesNamed } from './named-prices.ts';

const read = (words: string, low = 200, high = 200_000) =>
  pricesNamed(words, { low, high }).map(({ amount }) => amount);

it('reads prices as people write them', () => {
  expect(read('I can do 850.')).toEqual([850]);
  expect(read('$1,250, not a cent more')).toEqual([1250]);
  expect(read('₹1,20,000 hai, bhai')).toEqual([120_000]);
  expect(read('How about 1.200 €?')).toEqual([1200]);
  expect(read('849.50 or 849,50')).toEqual([849.5, 849.5]);
  expect(read('1.2k then, or 1,2K')).toEqual([1200, 1200]);
  expect(read('12 thousand, 1.5 lakh')).toEqual([12_000, 150_000]);
  expect(read('you say 900, I say 850')).toEqual([900, 850]);
});

it('does not take every number for a price', () => {
  expect(read('The SanDisk 200GB and the iPhone 5S, 350ml')).toEqual([]);
  expect(read('I am 300 % sure, 250% even, 400 percent')).toEqual([]);
  expect(read('2 chairs, 10.5% off, 99 problems')).toEqual([]);
});

it('takes an amount with a currency for a price, wherever it lies', () => {
  expect(read('$5 is all I have')).toEqual([5]);
  expect(read('5 dollars, Rs. 50, EUR 60, 70 euros')).toEqual([5, 50, 60, 70]);
});

it('knows how far a number was rounded', () => {
  const [whole, decimals, thousands] = pricesNamed('850, 849.50 and 1.2k', { low: 200, high: 2000 });
  expect([whole?.rounding, decimals?.rounding, thousands?.rounding]).toEqual([0.5, 0.005, 50]);
});
