/** Asking an agent outside a game: nobody listens to its remarks. */
import type { Rng } from './rng.ts';
import type { Context } from './types.ts';

export function aside(rng: Rng): Context {
  return { rng, note() {}, state() {}, attempt: 0, refused: undefined, signal: undefined };
}
