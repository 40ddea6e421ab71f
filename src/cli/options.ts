/** Values on the command line: parsed once, refused in a sentence. */
import { InvalidArgumentError, Option } from 'commander';
import { price, type SamplerName, samplers, zoneKinds } from '../core/index.ts';

/** A parser for whole numbers in a range. */
export function wholeNumber(low: number, high = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text.trim()) || !Number.isSafeInteger(value) || value < low || value > high) {
      const range = high === Number.MAX_SAFE_INTEGER ? `of ${low} or more` : `from ${low} to ${high}`;
      throw new InvalidArgumentError(`Expected a whole number ${range}, got "${text}".`);
    }
    return value;
  };
}

/** "a" or "buyer", "b" or "seller": the seat's own name. */
export function seatNamed(text: string): string {
  const [first, second] = price.seats(undefined as never) as [string, string];
  if (text === 'a' || text === first) return first;
  if (text === 'b' || text === second) return second;
  throw new InvalidArgumentError(`Expected a seat, one of a, b, ${first}, ${second}, got "${text}".`);
}

export const seedOption = () => new Option('--seed <n>', 'seed of the game').argParser(wholeNumber(0)).default(1);
export const turnsOption = () => new Option('--turns <n>', 'turn limit').argParser(wholeNumber(1, 10_000));
export const jsonOption = () => new Option('--json', 'print one line of JSON for machines');
export const samplerOption = (value: SamplerName) =>
  new Option('--sampler <name>', 'where scenarios come from').choices(Object.keys(samplers)).default(value);
export const zoneOption = () => new Option('--zone <kind>', 'zone of agreement').choices([...zoneKinds]);
export const opensOption = () => new Option('--opens <seat>', 'who acts first').argParser(seatNamed);
