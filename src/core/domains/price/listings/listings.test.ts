import { expect, test } from 'vitest';
import { cars } from './cars.ts';
import { contracts } from './contracts.ts';
import { goods } from './goods.ts';
import { housing } from './housing.ts';
import { findListing, listings } from './index.ts';
import { salaries } from './salaries.ts';

/** Every number written in a text, with thousands separators taken out: '9,000 km' gives 9000. */
function numbersIn(text: string): number[] {
  const joined = text.replace(/(?<=\d)[,' ](?=\d{3}(?!\d))/g, '');
  return (joined.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
}

test('ids are unique and kebab-case, and each one finds its listing', () => {
  expect(listings.length).toBeGreaterThanOrEqual(60);
  expect(new Set(listings.map((l) => l.id)).size).toBe(listings.length);
  for (const listing of listings) {
    expect(listing.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(findListing(listing.id)).toBe(listing);
  }
  expect(findListing('no-such-listing')).toBeUndefined();
});

test('each of the five fields holds its share, all under its own name', () => {
  const fields = { goods, cars, housing, salaries, contracts };
  const least = { goods: 26, cars: 12, housing: 14, salaries: 10, contracts: 10 };
  expect(new Set(listings.map((l) => l.field))).toEqual(new Set(Object.keys(fields)));
  for (const [field, own] of Object.entries(fields)) {
    expect(own.length, field).toBeGreaterThanOrEqual(least[field as keyof typeof least]);
    expect(new Set(own.map((l) => l.field))).toEqual(new Set([field]));
  }
});

test('at least seven currencies, each an ISO code', () => {
  const currencies = new Set(listings.map((l) => l.currency));
  expect(currencies.size).toBeGreaterThanOrEqual(7);
  const known = new Set(Intl.supportedValuesOf('currency'));
  for (const currency of currencies) expect(known.has(currency), currency).toBe(true);
});

test('prices are positive, have at most two decimals, and the street price is 0.7 to 1 of the list price', () => {
  for (const { id, listPrice, streetPrice } of listings) {
    for (const price of [listPrice, streetPrice]) {
      expect(Number.isFinite(price), id).toBe(true);
      expect(price, id).toBeGreaterThan(0);
      expect(Number(price.toFixed(2)), id).toBe(price);
    }
    expect(streetPrice / listPrice, id).toBeGreaterThanOrEqual(0.7);
    expect(streetPrice / listPrice, id).toBeLessThanOrEqual(1);
  }
});

test('descriptions say enough, and neither they nor the titles tell the street price', () => {
  expect(numbersIn('9,000 km, 1.5 litre, 90 x 200')).toEqual([9000, 1.5, 90, 200]);
  for (const { id, title, description, streetPrice } of listings) {
    expect(title.trim(), id).not.toBe('');
    expect(description.length, id).toBeGreaterThanOrEqual(40);
    expect(numbersIn(description), id).not.toContain(streetPrice);
    expect(numbersIn(title), id).not.toContain(streetPrice);
  }
});
