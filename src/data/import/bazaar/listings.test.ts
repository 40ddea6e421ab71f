import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bazaarScenario, price } from '../../../core/index.ts';
import { readBazaarListings } from './listings.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-listings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (text: string) => {
  const file = join(folder, 'listings.csv');
  writeFileSync(file, text);
  return file;
};

describe('the CSV of amazon_realistic, by the rules of BazaarBATNA', () => {
  const file = write(
    [
      'product_id,product_name,category,discounted_price,actual_price,rating',
      'A1,"Braided cable, 1 m, black",Cables|USB,₹399,"₹1,099",4.2',
      `A2,${'x'.repeat(100)},Long,249.5,500,4`,
      'A3,No discount,Things,₹500,₹500,4',
      'A4,For nothing,Things,₹0,₹500,4',
      'A5,No price,Things,,₹500,4',
      'A6,"",Things,₹1,₹500,4',
      'A7,Short row,Things',
    ].join('\n'),
  );
  const { listings, left, problems } = readBazaarListings(file);

  test('a name ends at its first comma and at 80 characters; prices are read with sign and commas', () => {
    expect(listings).toEqual([
      {
        title: 'Braided cable',
        category: 'Cables|USB',
        description: 'Braided cable',
        currency: 'INR',
        listPrice: 1099,
        streetPrice: 399,
      },
      {
        title: 'x'.repeat(80),
        category: 'Long',
        description: 'x'.repeat(80),
        currency: 'INR',
        listPrice: 500,
        streetPrice: 249.5,
      },
    ]);
  });
  test('rows without 0 < discounted < actual are left out, those that cannot be read are named', () => {
    expect(left).toBe(2);
    expect(problems.map((problem) => problem.slice(file.length))).toEqual([
      ', line 8: it has 3 cells where the header has 6',
      ', line 6: expected a price, got ""',
      ', line 7: expected a name, got ""',
    ]);
  });
  test('a listing is a scenario: ask and budget at the list price, cost 0.7 of the street price', () => {
    const scenario = bazaarScenario('amazon_realistic', { seed: 1, listing: listings[0] });
    expect(price.problem(scenario)).toBeUndefined();
    expect(scenario.private).toMatchObject({
      buyer: { reservation: 1099 },
      seller: { reservation: 279.3, target: 1099 },
    });
  });
  test('another file is refused in a sentence', () => {
    expect(() => readBazaarListings(write('name,price\nx,1\n'))).toThrow(
      /has no column product_name, actual_price, discounted_price, category/,
    );
  });
});
