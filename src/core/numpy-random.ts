/**
 * numpy's default generator, bit for bit: SeedSequence, PCG64 and what `default_rng(seed)` draws from them. For games whose numbers
 * were drawn in Python; the house's own streams are rng.ts.
 *
 * SeedSequence (O'Neill's seed_seq), PCG XSL RR 128/64 (O'Neill 2014), doubles of 53 bits, normals by the ziggurat of 256 layers
 * (Marsaglia and Tsang 2000, in Doornik's form), gammas of a shape above 1 by Marsaglia and Tsang (2000), Beta as a ratio of two.
 * The layers of the ziggurat are computed here instead of copied: they agree with numpy's table to the last bits, and so do the draws.
 */
import { exp, ln } from './math.ts';

export interface NumpyRandom {
  /** Uniform in [0, 1). */
  random(): number;
  uniform(low: number, high: number): number;
  normal(mean?: number, deviation?: number): number;
  /** Both shapes above 1. */
  beta(a: number, b: number): number;
}

/** `numpy.random.default_rng(seed)` for a whole seed below 2^53. */
export function numpyRandom(seed: number): NumpyRandom {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`a seed is a whole number from 0 to 2^53 - 1, got ${seed}`);
  return new Generator(seedSequence(seed));
}

/** Eight words of 32 bits: `SeedSequence(seed).generate_state(8)`. */
function seedSequence(seed: number): Uint32Array {
  const pool = new Uint32Array([seed % 4294967296, Math.floor(seed / 4294967296), 0, 0]);
  let constant = 0x43b0d7e5;
  const hashed = (value: number): number => {
    const x = value ^ constant;
    constant = Math.imul(constant, 0x931e8875);
    const y = Math.imul(x, constant);
    return y ^ (y >>> 16);
  };
  for (let i = 0; i < 4; i++) pool[i] = hashed(pool[i] as number);
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) {
      if (from === to) continue;
      const mixed = Math.imul(pool[to] as number, 0xca01f9dd) - Math.imul(hashed(pool[from] as number), 0x4973f715);
      pool[to] = mixed ^ ((mixed >>> 0) >>> 16);
    }
  }
  constant = 0x8b51f9dd;
  return Uint32Array.from({ length: 8 }, (_, i) => {
    const x = (pool[i % 4] as number) ^ constant;
    constant = Math.imul(constant, 0x58f38ded);
    const y = Math.imul(x, constant);
    return y ^ (y >>> 16);
  });
}

/** 128 bits as eight limbs of 16, the lowest first: sums of eight products stay below 2^53. */
const LIMBS = 8;
/** 0x2360ed051fc65da44385df649fccf645 */
const MULTIPLIER = [0xf645, 0x9fcc, 0xdf64, 0x4385, 0x5da4, 0x1fc6, 0xed05, 0x2360] as const;

/** SeedSequence gives its words of 64 bits low half first; PCG64 takes the high word of 64 first. */
function limbsOf(words: Uint32Array, at: number): number[] {
  return [2, 3, 0, 1].flatMap((i) => {
    const word = words[at + i] as number;
    return [word & 0xffff, word >>> 16];
  });
}

type Limbs = readonly [number, number, number, number, number, number, number, number];

class Generator implements NumpyRandom {
  private readonly state = new Float64Array(LIMBS);
  private readonly increment: readonly number[];
  /** The halves of the last output. */
  private high = 0;
  private low = 0;

  constructor(words: Uint32Array) {
    const sequence = limbsOf(words, 4);
    // Twice the sequence plus one: the increment is odd.
    this.increment = sequence.map(
      (limb, i) => ((limb << 1) & 0xffff) | (i === 0 ? 1 : (sequence[i - 1] as number) >>> 15),
    );
    this.step();
    let carry = 0;
    for (const [i, limb] of limbsOf(words, 0).entries()) {
      const sum = (this.state[i] as number) + limb + carry;
      this.state[i] = sum & 0xffff;
      carry = sum >>> 16;
    }
    this.step();
  }

  /** state = state x multiplier + increment, modulo 2^128. */
  private step(): void {
    const { state, increment } = this;
    let carry = 0;
    for (let i = LIMBS - 1; i >= 0; i--) {
      // From the top down, so that the lower limbs are still the old ones; carries are settled below.
      let sum = increment[i] as number;
      for (let j = 0; j <= i; j++) sum += (state[j] as number) * (MULTIPLIER[i - j] as number);
      state[i] = sum;
    }
    for (let i = 0; i < LIMBS; i++) {
      const sum = (state[i] as number) + carry;
      carry = Math.floor(sum / 65536);
      state[i] = sum - carry * 65536;
    }
  }

  private next(): void {
    this.step();
    const s = this.state as unknown as Limbs;
    const low = ((s[0] ^ s[4]) | ((s[1] ^ s[5]) << 16)) >>> 0;
    const high = ((s[2] ^ s[6]) | ((s[3] ^ s[7]) << 16)) >>> 0;
    const turn = s[7] >>> 10;
    const [a, b] = turn < 32 ? [high, low] : [low, high];
    const by = turn & 31;
    this.high = by === 0 ? a : ((a >>> by) | (b << (32 - by))) >>> 0;
    this.low = by === 0 ? b : ((b >>> by) | (a << (32 - by))) >>> 0;
  }

  random(): number {
    this.next();
    return (this.high * 2097152 + (this.low >>> 11)) / 9007199254740992;
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  normal(mean = 0, deviation = 1): number {
    return mean + deviation * this.standardNormal();
  }

  beta(a: number, b: number): number {
    if (!(a > 1 && b > 1)) throw new RangeError(`beta takes two shapes above 1, got ${a} and ${b}`);
    const first = this.gamma(a);
    return first / (first + this.gamma(b));
  }

  private gamma(shape: number): number {
    const b = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * b);
    for (;;) {
      let x = 0;
      let v = 0;
      do {
        x = this.standardNormal();
        v = 1 + c * x;
      } while (v <= 0);
      v = v * v * v;
      const u = this.random();
      if (u < 1 - 0.0331 * (x * x) * (x * x)) return b * v;
      if (ln(u) < 0.5 * x * x + b * (1 - v + ln(v))) return b * v;
    }
  }

  private standardNormal(): number {
    for (;;) {
      this.next();
      const { high, low } = this;
      const layer = low & 0xff;
      const size = (high & 0x1fffffff) * 8388608 + (low >>> 9);
      const x = size * (ziggurat.width[layer] as number) * (low & 0x100 ? -1 : 1);
      if (size < (ziggurat.inside[layer] as number)) return x;
      if (layer === 0) {
        for (;;) {
          const tail = -ln(1 - this.random()) / EDGE;
          const y = -ln(1 - this.random());
          if (y + y > tail * tail) return low & 0x20000 ? -(EDGE + tail) : EDGE + tail;
        }
      }
      const [above, here] = [ziggurat.density[layer - 1] as number, ziggurat.density[layer] as number];
      if ((above - here) * this.random() + here < exp(-0.5 * x * x)) return x;
    }
  }
}

/** Where the tail begins, and the width of the lowest layer: a rectangle with the area of that layer, tail included. */
const EDGE = 3.6541528853610088;
const BASE = 3.910757959524912;
const UNIT = 4503599627370496;

/** Width of each layer over 2^52, how much of it lies under the density for sure, and the density at its edge. */
const ziggurat = layers();

function layers() {
  const area = BASE * exp(-0.5 * EDGE * EDGE);
  const edges = new Float64Array(256);
  edges[255] = EDGE;
  for (let i = 254; i >= 1; i--) {
    const outer = edges[i + 1] as number;
    edges[i] = Math.sqrt(-2 * ln(area / outer + exp(-0.5 * outer * outer)));
  }
  return {
    width: edges.map((edge, i) => (i === 0 ? BASE : edge) / UNIT),
    inside: edges.map((edge, i) =>
      i === 0 ? Math.floor((EDGE / BASE) * UNIT) : i === 1 ? 0 : Math.floor(((edges[i - 1] as number) / edge) * UNIT),
    ),
    density: edges.map((edge) => exp(-0.5 * edge * edge)),
  };
}
