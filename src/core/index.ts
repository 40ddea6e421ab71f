/** The pure core: no I/O, no clock, no dependencies. It runs in a browser tab. */
export * from './alternating-offers.ts';
export { aside } from './aside.ts';
export * from './beliefs/index.ts';
export * from './domains/index.ts';
export * from './ending.ts';
export * from './episode.ts';
export * from './hash.ts';
export * from './math.ts';
export * from './metrics/index.ts';
export * from './promise-like.ts';
export * from './replay.ts';
export { createRng, type Rng } from './rng.ts';
export * from './rounds.ts';
export * from './strategies/index.ts';
export * from './strategy.ts';
export * from './theory/index.ts';
export * from './transcript.ts';
export * from './types.ts';
