/**
 * Python's `random.Random(seed)`, draw by draw: the Mersenne Twister of Matsumoto and Nishimura 1998 (MT19937), seeded by the array
 * of the seed's 32-bit words, 53 bits a number. For games whose numbers were drawn in Python; the house's own streams are rng.ts.
 */
import { ln } from './math.ts';

export interface PythonRandom {
  /** Uniform in [0, 1). */
  random(): number;
  /** Normal, by Box and Muller: two draws give two numbers, the second of which waits for the next call. */
  gauss(mean: number, deviation: number): number;
  /** A whole number from 0 to n - 1: what `choice` and `randrange` draw. */
  below(n: number): number;
}

const N = 624;
const M = 397;

export function pythonRandom(seed: number): PythonRandom {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(`a seed is a whole number from 0 to 2^53 - 1, got ${seed}`);
  const state = seeded(seed < 4294967296 ? [seed] : [seed % 4294967296, Math.floor(seed / 4294967296)]);
  let at = N;
  const word = (): number => {
    if (at === N) {
      twist(state);
      at = 0;
    }
    let y = state[at++] as number;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
  const random = () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;
  let waiting: number | undefined;
  return {
    random,
    gauss(mean, deviation) {
      const ready = waiting;
      waiting = undefined;
      if (ready !== undefined) return mean + ready * deviation;
      const angle = random();
      const radius = Math.sqrt(-2 * ln(1 - random()));
      const [sine, cosine] = turned(angle);
      waiting = sine * radius;
      return mean + cosine * radius * deviation;
    },
    below(n) {
      const bits = 32 - Math.clz32(n);
      for (;;) {
        const drawn = word() >>> (32 - bits);
        if (drawn < n) return drawn;
      }
    },
  };
}

function seeded(key: readonly number[]): Uint32Array {
  const state = new Uint32Array(N);
  state[0] = 19650218;
  for (let i = 1; i < N; i++) state[i] = Math.imul(shifted(state, i - 1), 1812433253) + i;
  let i = 1;
  const onward = () => {
    if (++i < N) return;
    state[0] = state[N - 1] as number;
    i = 1;
  };
  for (let k = 0; k < N; k++) {
    const j = k % key.length;
    state[i] = ((state[i] as number) ^ Math.imul(shifted(state, i - 1), 1664525)) + (key[j] as number) + j;
    onward();
  }
  for (let k = 0; k < N - 1; k++) {
    state[i] = ((state[i] as number) ^ Math.imul(shifted(state, i - 1), 1566083941)) - i;
    onward();
  }
  state[0] = 0x80000000;
  return state;
}

function shifted(state: Uint32Array, i: number): number {
  const x = state[i] as number;
  return x ^ (x >>> 30);
}

function twist(state: Uint32Array): void {
  for (let k = 0; k < N; k++) {
    const y = ((state[k] as number) & 0x80000000) | ((state[(k + 1) % N] as number) & 0x7fffffff);
    state[k] = (state[(k + M) % N] as number) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}

/** Sine and cosine of a share of a full turn, by the series within an eighth of one: the language leaves both to the engine. */
function turned(share: number): [sine: number, cosine: number] {
  const quarter = Math.round(4 * share);
  const x = 2 * Math.PI * (share - quarter / 4);
  let [sine, cosine] = [1, 1];
  for (let n = 20; n >= 2; n -= 2) {
    cosine = 1 - (cosine * x * x) / (n * (n - 1));
    sine = 1 - (sine * x * x) / (n * (n + 1));
  }
  sine *= x;
  switch (quarter % 4) {
    case 0:
      return [sine, cosine];
    case 1:
      return [cosine, -sine];
    case 2:
      return [-sine, -cosine];
    default:
      return [-cosine, sine];
  }
}
