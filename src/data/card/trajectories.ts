/**
 * What a pass remembers of every trajectory id, in typed arrays: a number for each id in the order they came, and columns
 * under that number. 34 bytes an id and the slot in the hash table, and as much again right after the columns have doubled.
 */
import { type Hash, HashTable } from './hash-table.ts';

/** What has been counted of an id, so that each is counted once. */
export const Flag = {
  accepted: 1,
  twoAccepts: 2,
  twoReservations: 4,
  restarted: 8,
  returned: 16,
  merged: 32,
  copied: 64,
  failed: 128,
} as const;

export class Trajectories {
  readonly numbers = new HashTable();
  /** Reservations, and the price of the deal; NaN where not known. */
  buyer = new Float64Array(1024);
  seller = new Float64Array(1024);
  price = new Float64Array(1024);
  rows = new Uint32Array(1024);
  flags = new Uint16Array(1024);
  /** Column to the set of splits each id was seen in, as bits. */
  readonly splits = new Map<string, { readonly values: string[]; seen: Uint32Array }>();

  get count(): number {
    return this.numbers.size;
  }

  /** The id's number, or -1. */
  find(id: Hash): number {
    return this.numbers.find(id);
  }

  add(id: Hash): number {
    const number = this.count;
    if (number === this.flags.length) this.double();
    this.numbers.add(id, number);
    this.buyer[number] = this.seller[number] = this.price[number] = Number.NaN;
    return number;
  }

  has(number: number, flag: number): boolean {
    return ((this.flags[number] as number) & flag) !== 0;
  }

  /** Sets a flag; whether it was not set before. */
  mark(number: number, flag: number): boolean {
    if (this.has(number, flag)) return false;
    this.flags[number] = (this.flags[number] as number) | flag;
    return true;
  }

  private double(): void {
    const doubled = <A extends Float64Array | Uint32Array | Uint16Array>(old: A): A => {
      const larger = new (old.constructor as new (length: number) => A)(2 * old.length);
      larger.set(old as never);
      return larger;
    };
    this.buyer = doubled(this.buyer);
    this.seller = doubled(this.seller);
    this.price = doubled(this.price);
    this.rows = doubled(this.rows);
    this.flags = doubled(this.flags);
    for (const column of this.splits.values()) column.seen = doubled(column.seen);
  }
}
