/**
 * What a pass remembers of every trajectory id, in typed arrays: a number for each id in the order they came, and columns
 * under that number. 30 bytes an id, 4 more for each split column, and up to twice that right after the columns have doubled.
 */
import { type Hash, HashTable } from './hash-table.ts';
import type { Ending } from './negotiation.ts';
import type { Role } from './step.ts';

/** What has been counted of an id, so that each is counted once. */
export const Flag = {
  accepted: 1,
  twoAccepts: 2,
  twoReservations: 4,
  restarted: 8,
  returned: 16,
  merged: 32,
  hasOutcome: 64,
} as const;

export class Trajectories {
  private readonly numbers = new HashTable();
  private rows = new Uint32Array(1024);
  /** Of the deal; NaN where there is none. */
  private price = new Float64Array(1024);
  private buyer = new Float64Array(1024);
  private seller = new Float64Array(1024);
  private flags = new Uint16Array(1024);
  private readonly splits = new Map<string, Uint32Array>();

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

  has(number: number, flags: number): boolean {
    return ((this.flags[number] as number) & flags) !== 0;
  }

  /** Sets a flag; whether it was not set before. */
  mark(number: number, flag: number): boolean {
    if (this.has(number, flag)) return false;
    this.flags[number] = (this.flags[number] as number) | flag;
    return true;
  }

  addRows(number: number, count: number): void {
    this.rows[number] = (this.rows[number] as number) + count;
  }

  end(number: number, ending: Ending): void {
    if (ending.kind === 'deal') this.price[number] = ending.price ?? Number.NaN;
  }

  /** By its rows: `price` is null without a deal, `rho` as it should be on the label. */
  outcomeOf(number: number): { readonly rows: number; readonly price: number | null; readonly rho: number | null } {
    const rows = this.rows[number] as number;
    const price = this.price[number] as number;
    if (Number.isNaN(price)) return { rows, price: null, rho: -1 };
    const [low, high] = [this.seller[number] as number, this.buyer[number] as number];
    return { rows, price, rho: high > low ? (price - low) / (high - low) : null };
  }

  /** Whether reservations are those that the id had before; the first ones are remembered. */
  agrees(number: number, reservation: Readonly<Record<Role, number | undefined>>): boolean {
    let agrees = true;
    for (const role of ['buyer', 'seller'] as const) {
      const value = reservation[role];
      if (value === undefined) continue;
      const before = this[role][number] as number;
      if (Number.isNaN(before)) this[role][number] = value;
      else if (before !== value) agrees = false;
    }
    return agrees;
  }

  /** The splits that an id was seen in, as bits. */
  splitsOf(column: string, number: number): number {
    return this.splits.get(column)?.[number] ?? 0;
  }

  addSplit(column: string, number: number, bit: number): void {
    const seen = this.splits.get(column) ?? new Uint32Array(this.flags.length);
    this.splits.set(column, seen);
    seen[number] = (seen[number] as number) | bit;
  }

  private double(): void {
    const length = 2 * this.flags.length;
    const { rows, price, buyer, seller, flags } = this;
    this.rows = new Uint32Array(length);
    this.rows.set(rows);
    this.price = new Float64Array(length);
    this.price.set(price);
    this.buyer = new Float64Array(length);
    this.buyer.set(buyer);
    this.seller = new Float64Array(length);
    this.seller.set(seller);
    this.flags = new Uint16Array(length);
    this.flags.set(flags);
    for (const [column, seen] of this.splits) {
      const larger = new Uint32Array(length);
      larger.set(seen);
      this.splits.set(column, larger);
    }
  }
}
