/**
 * Python's random.Random(seed), for tests that follow published episodes draw by draw: the Mersenne Twister of Matsumoto and
 * Nishimura 1998 (MT19937), seeded by the array of the seed's 32-bit words, 53 bits a number.
 */
const N = 624;
const M = 397;

export function pythonRandom(seed: number): () => number {
  const state = new Uint32Array(N);
  state[0] = 19650218;
  for (let i = 1; i < N; i++) state[i] = Math.imul(shifted(state, i - 1), 1812433253) + i;
  let i = 1;
  for (let k = 0; k < N; k++) {
    state[i] = ((state[i] as number) ^ Math.imul(shifted(state, i - 1), 1664525)) + seed;
    if (++i >= N) {
      state[0] = state[N - 1] as number;
      i = 1;
    }
  }
  for (let k = 0; k < N - 1; k++) {
    state[i] = ((state[i] as number) ^ Math.imul(shifted(state, i - 1), 1566083941)) - i;
    if (++i >= N) {
      state[0] = state[N - 1] as number;
      i = 1;
    }
  }
  state[0] = 0x80000000;
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
  return () => ((word() >>> 5) * 67108864 + (word() >>> 6)) / 9007199254740992;
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
