/**
 * The listings of BazaarBATNA's amazon_realistic: a CSV with product_name, actual_price, discounted_price and category, prices
 * as "₹1,099". Kept are rows with 0 < discounted < actual; a name ends at its first comma and at 80 characters, as in BazaarBATNA. The
 * actual price becomes the list price, the discounted one the street price. Rows that cannot be read are named.
 */
import type { BazaarListing } from '../../../core/index.ts';
import { parseCsv } from '../csv.ts';
import { ImportError, textOf } from '../text.ts';

export interface BazaarListings {
  readonly listings: readonly BazaarListing[];
  /** Rows without room for a bargain. */
  readonly left: number;
  /** Rows that could not be read, a sentence each. */
  readonly problems: readonly string[];
}

const COLUMNS = ['product_name', 'actual_price', 'discounted_price', 'category'] as const;
const LONGEST_NAME = 80;
const EXPECTED = `a CSV with the columns ${COLUMNS.join(', ')}`;

export function readBazaarListings(file: string): BazaarListings {
  const { columns, rows, broken } = parseCsv(textOf(file, EXPECTED));
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new ImportError(`${file} has no column ${missing.join(', ')}; expected ${EXPECTED}`);
  const listings: BazaarListing[] = [];
  const problems = broken.map(({ line, says }) => `${file}, line ${line}: ${says}`);
  let left = 0;
  for (const { line, cells } of rows) {
    const [name = '', actual = '', discounted = '', category = ''] = COLUMNS.map((column) => cells[column]);
    const [listPrice, streetPrice] = [amountOf(actual), amountOf(discounted)];
    const title = name.split(',', 1)[0]?.trim().slice(0, LONGEST_NAME) ?? '';
    if (listPrice === undefined || streetPrice === undefined || title === '') {
      const [what, got] =
        title === '' ? ['a name', name] : listPrice === undefined ? ['a price', actual] : ['a price', discounted];
      problems.push(`${file}, line ${line}: expected ${what}, got "${got.slice(0, 40)}"`);
    } else if (0 < streetPrice && streetPrice < listPrice) {
      listings.push({ title, category, description: title, currency: 'INR', listPrice, streetPrice });
    } else left++;
  }
  return { listings, left, problems };
}

/** "₹1,099.50" is 1099.5. */
function amountOf(text: string): number | undefined {
  const digits = text
    .replace(/^\s*(?:₹|Rs\.?|INR)?\s*/i, '')
    .replaceAll(',', '')
    .trim();
  return /^\d+(?:\.\d+)?$/.test(digits) ? Math.round(100 * Number(digits)) / 100 : undefined;
}
