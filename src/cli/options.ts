/**
 * Values on the command line: parsed once, refused in a sentence. Those that name a domain, or what it has, are in domain-options.ts:
 * they bring every domain along, and a verb without them need not wait for that.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from './errors.ts';

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

const seed = (of: string) => new Option('--seed <n>', `seed of the ${of}`).argParser(wholeNumber(0));
/** Of a verb that plays one game. */
export const seedOption = () => seed('game').default(1);
/** Of a verb that draws several scenarios. */
export const scenarioSeedOption = () => seed('scenarios');
export const scenariosOption = () =>
  new Option(
    '--scenarios <source>',
    'a sampler, a bazaar task, a scenario file, or craigslist:train or craigslist:test after import',
  );
export const resumeOption = () => new Option('--resume', 'continue what was stopped');
export const regretOption = () =>
  new Option('--regret', "report the loss of every move against the best response to the opponent's script (slow)");
export const turnsOption = () => new Option('--turns <n>', 'turn limit').argParser(wholeNumber(1, 10_000));
export const jsonOption = () => new Option('--json', 'print one line of JSON for machines');
export const takeOverOption = () =>
  new Option('--take-over', 'continue although a process of another machine, known to be dead, still holds the lock');
/** A name from before that still works, and that the help no longer tells. */
export const formerly = (flags: string, now: string) => new Option(flags, `the same as ${now}`).hideHelp();
export const opensOption = () => new Option('--opens <seat>', 'who acts first');
/** Domains of one's own beside those of the house, as a server has them. */
export const domainsOption = () =>
  new Option('--domain <file>', 'a domain of your own too: a .ts or .js file; may be given again').argParser(collect);

/** A value of an option that may be given again. */
export function collect(value: string, all: readonly string[] = []): string[] {
  return [...all, value];
}

/** An --out that is empty: a variable of the shell that was not set, as a rule. */
export function refuseEmptyOut(command: Command): void {
  const { out } = command.opts<{ out?: unknown }>();
  if (typeof out === 'string' && out.trim() === '')
    throw new UsageError('--out is empty: name a place, or leave --out away');
}

/** For files of games, which say themselves what was played: only a domain of one's own has to be given. */
export const ownDomainOption = () =>
  new Option('--domain <file>', 'the .ts or .js file of the domain, where games of your own were played');
