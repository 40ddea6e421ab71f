/**
 * What can be bargained over: a listing is one thing offered in public, with the facts that one can haggle about.
 * All of them were invented and written for this project; none comes from a data set or names a real person.
 * The list price is what is asked in public (for pay, what the candidate asks; for a contract, the supplier's quote);
 * the street price is what such a thing usually sells for, and no title or description tells it.
 */
import { cars } from './cars.ts';
import { contracts } from './contracts.ts';
import { goods } from './goods.ts';
import { housing } from './housing.ts';
import { salaries } from './salaries.ts';

export type Field = 'goods' | 'cars' | 'housing' | 'salaries' | 'contracts';

export interface Listing {
  /** Kebab-case, unique over all fields. */
  readonly id: string;
  readonly field: Field;
  /** A finer kind within the field, such as 'bike', 'rent' or 'cleaning'. */
  readonly category: string;
  readonly title: string;
  /** One to three sentences: condition, what is included, why it is offered. */
  readonly description: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The price asked in public. */
  readonly listPrice: number;
  /** What such a thing usually sells for: 0.70 to 1.0 of the list price. */
  readonly streetPrice: number;
}

export const listings: readonly Listing[] = [...goods, ...cars, ...housing, ...salaries, ...contracts];

/** The listing with this id, if there is one. */
export function findListing(id: string): Listing | undefined {
  return listings.find((listing) => listing.id === id);
}
