/** What a URL asks for, made into something that can be played: whoever typed it may have slipped. */

const FIRST_SEED = 7;

export function seedIn(asked: unknown): number {
  const seed = Number(asked ?? FIRST_SEED);
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : FIRST_SEED;
}
