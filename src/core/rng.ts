/**
 * Seeded random numbers in labelled, independent streams.
 *
 * Generator: xoshiro128** (Blackman and Vigna 2018), 128 bits of state, 32-bit output.
 * A stream is named by its seed and its path of labels: `createRng(7).split('seat').split('buyer')`. Splitting depends on
 * the path alone and never on how many numbers were drawn, so adding a draw in one place moves nothing anywhere else.
 * Not for secrets.
 */
import { ln } from './math.ts';

export interface Rng {
  /** A stream of its own, named by this stream's path and the label. */
  split(label: string | number): Rng;
  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number;
  /** Uniform in [0, 1), 53 bits. */
  float(): number;
  /** Uniform in [low, high). */
  uniform(low: number, high: number): number;
  /** A whole number from 0 to n - 1, without bias. */
  integer(n: number): number;
  /** Normal by the polar method. */
  normal(mean: number, deviation: number): number;
  pick<T>(items: readonly T[]): T;
  /** A new array in random order (Fisher and Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** What names a stream, as data: `rngFromState` of it is the same stream, in another thread too. */
export type RngKey = readonly [number, number, number, number];

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** The finisher of MurmurHash3 (Appleby 2011): every input bit moves every output bit. */
function mix(h: number): number {
  let x = h;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** The characters of a number that is a label. The engine keeps the texts of numbers for a while, and every episode has one. */
const spelled = new Uint16Array(32);

/** Puts `#` and the number there; gives back how many characters that are. */
function spell(x: number): number {
  if (!(x >= 0 && x <= 0x7fffffff && x === Math.floor(x))) {
    const text = `#${x}`;
    for (let i = 0; i < text.length; i++) spelled[i] = text.charCodeAt(i);
    return text.length;
  }
  let length = 2;
  for (let bound = 10; bound <= x; bound *= 10) length++;
  let rest = x;
  for (let i = length - 1; i > 0; i--) {
    const tens = Math.floor(rest / 10);
    spelled[i] = 48 + rest - 10 * tens;
    rest = tens;
  }
  spelled[0] = 35;
  return length;
}

class Stream implements Rng {
  // The key names the stream; the state is made from it at the first draw, since most streams are split and never drawn.
  private readonly k0: number;
  private readonly k1: number;
  private readonly k2: number;
  private readonly k3: number;
  private s0 = 0;
  private s1 = 0;
  private s2 = 0;
  private s3 = 0;

  constructor(k0: number, k1: number, k2: number, k3: number) {
    this.k0 = k0 | 0;
    this.k1 = k1 | 0;
    this.k2 = k2 | 0;
    this.k3 = k3 | 0;
  }

  /** Undefined once something was drawn. */
  get key(): RngKey | undefined {
    const begun = (this.s0 | this.s1 | this.s2 | this.s3) !== 0;
    return begun ? undefined : [this.k0, this.k1, this.k2, this.k3];
  }

  split(label: string | number): Rng {
    let a = this.k0 ^ 0x9e3779b9;
    let b = this.k1;
    let c = this.k2;
    let d = this.k3;
    // A number and the same digits as text are two labels, and 'ab' then 'c' is not 'a' then 'bc': type and length go in.
    const isNumber = typeof label === 'number';
    const length = isNumber ? spell(label) : label.length;
    for (let i = 0; i <= length; i++) {
      let unit = 0x10000 + length + (isNumber ? 0x20000 : 0);
      if (i < length) unit = isNumber ? (spelled[i] as number) : label.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x85ebca6b);
      b = Math.imul(rotateLeft(b, 5) ^ unit, 0xc2b2ae35);
      c = Math.imul(rotateLeft(c, 11) ^ unit, 0x27d4eb2f);
      d = Math.imul(rotateLeft(d, 17) ^ unit, 0x165667b1);
    }
    // Every lane into every lane, the finishers, and again: the last step of MurmurHash3's 128-bit form.
    a = (a + b + c + d) | 0;
    b = mix(b + a);
    c = mix(c + a);
    d = mix(d + a);
    a = (mix(a) + b + c + d) | 0;
    return new Stream(a, b + a, c + a, d + a);
  }

  uint32(): number {
    if ((this.s0 | this.s1 | this.s2 | this.s3) === 0) this.begin();
    const result = Math.imul(rotateLeft(Math.imul(this.s1, 5), 7), 9) >>> 0;
    const t = this.s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= this.s1;
    this.s1 ^= this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= t;
    this.s3 = rotateLeft(this.s3, 11);
    return result;
  }

  private begin(): void {
    this.s0 = this.k0;
    this.s1 = this.k1;
    this.s2 = this.k2;
    this.s3 = this.k3;
    // The all-zero state is the one state xoshiro never leaves.
    if ((this.s0 | this.s1 | this.s2 | this.s3) === 0) this.s0 = 1;
  }

  float(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.float();
  }

  integer(n: number): number {
    if (!Number.isSafeInteger(n) || n < 1 || n > 4294967296) {
      throw new RangeError(`integer(n) takes a whole n from 1 to 2^32, got ${n}`);
    }
    const limit = 4294967296 - (4294967296 % n);
    for (;;) {
      const draw = this.uint32();
      if (draw < limit) return draw % n;
    }
  }

  normal(mean: number, deviation: number): number {
    for (;;) {
      const u = 2 * this.float() - 1;
      const v = 2 * this.float() - 1;
      const q = u * u + v * v;
      if (q > 0 && q < 1) return mean + deviation * u * Math.sqrt((-2 * ln(q)) / q);
    }
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('pick takes a list with at least one item, got an empty one');
    return items[this.integer(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const order = items.slice();
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      const held = order[i] as T;
      order[i] = order[j] as T;
      order[j] = held;
    }
    return order;
  }
}

// In the hands of every agent: one that changes it would change the draws of all others.
Object.freeze(Stream.prototype);

/** The stream of a seed: a whole number from 0 to 2^53 - 1. */
export function createRng(seed: number): Rng {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`a seed is a whole number from 0 to 2^53 - 1, got ${seed}`);
  }
  return new Stream(0x243f6a88, 0x85a308d3, seed >>> 0, Math.floor(seed / 4294967296)).split('seed');
}

/** The key of a stream that nothing was drawn from yet; undefined for any other. */
export function keyOf(rng: Rng): RngKey | undefined {
  return rng instanceof Stream ? rng.key : undefined;
}

/** xoshiro128** from a bare state, for checking against published outputs. */
export function rngFromState(s0: number, s1: number, s2: number, s3: number): Rng {
  return new Stream(s0, s1, s2, s3);
}
