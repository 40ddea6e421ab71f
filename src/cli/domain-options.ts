/** What is negotiated, as the command line says it: a domain, and the samplers, settings and seats that it has. */
import { type Command, InvalidArgumentError, Option } from 'commander';
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

/** What is played: a name, or a file with a domain of one's own, which `readDomain` has loaded before the verb sees its name. */
export const domainOption = () => {
  const names = kits().map(({ rules }) => rules.name);
  const about = `what is negotiated: ${names.join(', ')}, or a .ts or .js file with a domain of your own; multi_item is items as the Janus lab draws them`;
  return new Option('--domain <name>', about).default('price');
};

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

/** Names of other systems: a domain of ours, and the sampler that draws as they did. */
const ELSEWHERE: Readonly<Record<string, { readonly domain: string; readonly sampler: string }>> = {
  multi_item: { domain: 'items', sampler: 'janus' },
  single_issue_price: { domain: 'price', sampler: 'janus' },
};

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
