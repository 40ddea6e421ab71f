/** Values on the command line: parsed once, refused in a sentence. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { seatProblem } from '../agents/index.ts';
import {
  type Domain,
  type DomainKit,
  findKit,
  kits,
  rolesOf,
  type SamplerName,
  type Scenario,
  type Seat,
  samplers,
  zoneKinds,
} from '../core/index.ts';
import { noSuchDomain } from '../lab/experiment/scenarios.ts';
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

/** "a" or "buyer", "b" or "seller": the seat's own name in this domain. */
export function seatIn(domain: Domain, text: string, scenario?: Scenario): Seat {
  const seats = scenario ? domain.seats(scenario) : rolesOf(domain.name);
  if (seats.length > 2) {
    if (seats.includes(text)) return text;
    throw new UsageError(`a seat of this ${domain.name} is one of ${seats.join(', ')}, got "${text}"`);
  }
  const [first, second] = seats as [Seat, Seat];
  if (text === 'a' || text === first) return first;
  if (text === 'b' || text === second) return second;
  const names = [...new Set(['a', 'b', first, second])].join(', ');
  throw new UsageError(`a seat of ${domain.name} is one of ${names}, got "${text}"`);
}

/** Refuses whoever cannot sit in the seat that it was given, before anything is played. */
export function refuseSeats(specs: Readonly<Record<Seat, string>>): void {
  for (const [seat, spec] of Object.entries(specs)) {
    const problem = seatProblem(spec, seat);
    if (problem !== undefined) throw new UsageError(problem);
  }
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
export const samplerOption = (value: SamplerName) =>
  new Option('--sampler <name>', 'where scenarios come from').choices(Object.keys(samplers)).default(value);
export const zoneOption = () => new Option('--zone <kind>', 'zone of agreement').choices([...zoneKinds]);
/** What the sampler of a domain can be told besides the table: --set talk=prose --set tieRule=sticky. */
export const setOption = () =>
  new Option('--set <name=value>', `a setting of the scenarios; may be given again (${settings()})`).argParser(
    (text: string, all: Readonly<Record<string, string | number>> = {}) => {
      const [, name, value] = /^([^=\s]+)=(.+)$/.exec(text.trim()) ?? [];
      if (name === undefined || value === undefined)
        throw new InvalidArgumentError(`Expected NAME=VALUE, as in talk=prose, got "${text}".`);
      if (Object.hasOwn(all, name)) throw new InvalidArgumentError(`${name} is set twice.`);
      return { ...all, [name]: /^[+-]?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value };
    },
  );

function settings(): string {
  return kits()
    .flatMap(({ rules, options = [] }) => {
      const own = options.filter((name) => !['turnLimit', 'opens', 'zone'].includes(name));
      return own.length > 0 ? [`${rules.name}: ${own.join(', ')}`] : [];
    })
    .join('; ');
}

export const opensOption = () => new Option('--opens <seat>', 'who acts first');
/** What is played: a name, or a file with a domain of one's own, which `readDomain` has loaded before the verb sees its name. */
export const domainOption = () => {
  const names = kits().map(({ rules }) => rules.name);
  const about = `what is negotiated: ${names.join(', ')}, or a .ts or .js file with a domain of your own; multi_item is items as the Janus lab draws them`;
  return new Option('--domain <name>', about).default('price');
};

/** Domains of one's own beside those of the house, as a server has them. */
export const domainsOption = () =>
  new Option('--domain <file>', 'a domain of your own too: a .ts or .js file; may be given again').argParser(collect);

/** A value of an option that may be given again. */
export function collect(value: string, all: readonly string[] = []): string[] {
  return [...all, value];
}

/** Names of other systems: a domain of ours, and the sampler that draws as they did. */
const ELSEWHERE: Readonly<Record<string, { readonly domain: string; readonly sampler: string }>> = {
  multi_item: { domain: 'items', sampler: 'janus' },
  single_issue_price: { domain: 'price', sampler: 'janus' },
};

/** An --out that is empty: a variable of the shell that was not set, as a rule. */
export function refuseEmptyOut(command: Command): void {
  const { out } = command.opts<{ out?: unknown }>();
  if (typeof out === 'string' && out.trim() === '')
    throw new UsageError('--out is empty: name a place, or leave --out away');
}

/** Puts the name of a domain in place of its file, of each where there are several; a verb that has no --domain is left alone. */
export async function readDomain(command: Command): Promise<void> {
  const { domain, sampler, scenario } = command.opts<{ domain?: unknown; sampler?: unknown; scenario?: unknown }>();
  const source = command.getOptionValueSource('domain');
  const put = (value: unknown) => command.setOptionValueWithSource('domain', value, source);
  const meant = typeof domain === 'string' && Object.hasOwn(ELSEWHERE, domain) ? ELSEWHERE[domain] : undefined;
  if (meant) {
    put(meant.domain);
    const takesSampler = command.options.some(({ long }) => long === '--sampler');
    if (takesSampler && sampler === undefined && scenario === undefined)
      command.setOptionValueWithSource('sampler', meant.sampler, 'default');
  } else if (typeof domain === 'string') put(await nameOfDomain(domain));
  else if (Array.isArray(domain)) {
    const names: string[] = [];
    for (const one of domain as string[]) names.push(await nameOfDomain(one));
    put(names);
  }
}

async function nameOfDomain(given: string): Promise<string> {
  if (!/\.[cm]?[jt]s$/.test(given)) return kitNamed(given).rules.name;
  const { loadDomain } = await import('../lab/experiment/own/domain.ts');
  try {
    return await loadDomain(given);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${given}: ${error.message}`) : error;
  }
}

/** For files of games, which say themselves what was played: only a domain of one's own has to be given. */
export const ownDomainOption = () =>
  new Option('--domain <file>', 'the .ts or .js file of the domain, where games of your own were played');

/** What is known of the domain of a recorded game, loaded from where its run says it lies. */
export async function kitOfGame(file: string, domain: string): Promise<DomainKit> {
  // Also where it was given: the run says which rules its games were played by.
  if (findKit(domain)?.hash !== undefined || !findKit(domain)) {
    const { loadBeside } = await import('../lab/experiment/own/beside.ts');
    await loadBeside(file);
  }
  const kit = findKit(domain);
  if (kit) return kit;
  throw new UsageError(`${file} has a game of "${domain}", which is not known here: give its file with --domain`);
}

export function kitNamed(domain: string): DomainKit {
  const kit = findKit(domain);
  if (kit) return kit;
  throw new UsageError(noSuchDomain(domain));
}

export const anySamplerOption = () => {
  const names = kits().map(({ rules, samplers: list }) => `${rules.name}: ${Object.keys(list).join(', ')}`);
  return new Option('--sampler <name>', `where scenarios come from (${names.join('; ')}; the first is the default)`);
};

/** Tournaments and plots of the literature are of the Janus lab's scenarios; elsewhere the first sampler of the domain. */
export function usualSampler(domain: string): string | undefined {
  const names = Object.keys(findKit(domain)?.samplers ?? {});
  return names.find((name) => name === 'janus') ?? names[0];
}
