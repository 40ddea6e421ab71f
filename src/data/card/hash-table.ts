/**
 * Millions of 64-bit hashes in typed arrays, each with a whole number: what a pass over a large file can afford to remember.
 *
 * Open addressing, 12 bytes a slot, doubled at 70 % full: 17 to 35 MB for each million entries, half as much again while it
 * doubles. A key may be added more than once, with other values. Two texts share a hash once in 2^64: among 10 million rows
 * a chance of 3 in a million. Not for secrets.
 */

export interface Hash {
  readonly high: number;
  readonly low: number;
}

/** Two multiplying lanes over the characters, then the finisher of MurmurHash3 (Appleby 2011) on each. */
export function hashText(text: string): Hash {
  let high = 0x243f6a88 ^ text.length;
  let low = 0x85a308d3;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(((high << 13) | (high >>> 19)) ^ unit, 0x85ebca6b);
    low = Math.imul(((low << 17) | (low >>> 15)) ^ unit, 0xc2b2ae35);
  }
  high = mix(high + low);
  return { high: high >>> 0, low: mix(low + high) >>> 0 };
}

function mix(h: number): number {
  let x = h;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

const FULL = 0.7;
const WORDS = 3;

export class HashTable {
  size = 0;
  private slots: number;
  /** Three words a slot: the hash, and the value plus one, so that 0 is an empty slot. */
  private words: Uint32Array;

  constructor(slots = 1 << 10) {
    this.slots = slots;
    this.words = new Uint32Array(WORDS * slots);
  }

  /** The value that was added first under this key, or -1. */
  find({ high, low }: Hash): number {
    for (let at = this.start(low); this.words[at + 2] !== 0; at = this.next(at)) {
      if (this.words[at] === high && this.words[at + 1] === low) return (this.words[at + 2] as number) - 1;
    }
    return -1;
  }

  has({ high, low }: Hash, value: number): boolean {
    for (let at = this.start(low); this.words[at + 2] !== 0; at = this.next(at)) {
      if (this.words[at] === high && this.words[at + 1] === low && this.words[at + 2] === value + 1) return true;
    }
    return false;
  }

  /** `value` is a whole number from 0 to 2^32 - 2. */
  add({ high, low }: Hash, value: number): void {
    if (this.size >= FULL * this.slots) this.double();
    this.put(high, low, value + 1);
    this.size++;
  }

  private put(high: number, low: number, stored: number): void {
    let at = this.start(low);
    while (this.words[at + 2] !== 0) at = this.next(at);
    this.words[at] = high;
    this.words[at + 1] = low;
    this.words[at + 2] = stored;
  }

  private double(): void {
    const old = this.words;
    this.slots *= 2;
    this.words = new Uint32Array(WORDS * this.slots);
    for (let at = 0; at < old.length; at += WORDS) {
      const stored = old[at + 2] as number;
      if (stored !== 0) this.put(old[at] as number, old[at + 1] as number, stored);
    }
  }

  private start(low: number): number {
    return WORDS * (low & (this.slots - 1));
  }

  private next(at: number): number {
    const after = at + WORDS;
    return after === this.words.length ? 0 : after;
  }
}
