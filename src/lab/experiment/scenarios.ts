/**
 * Which scenario to play: a sampler and a seed, one that its domain knows by name (of price: a listing or a bazaar task), or a
 * scenario in a JSON file. `source` is what goes into the episode's id: where the scenario came from, never more.
 */
import { didYouMean, nearest } from '../../agents/nearest.ts';
import {
  contentHash,
  type Domain,
  type DomainKit,
  findKit,
  kits,
  type PriceScenario,
  price,
  type SampleOptions,
  type Sampler,
  type Scenario,
  type Source,
  type Table,
} from '../../core/index.ts';
import { readPlain } from '../../models/node/plain.ts';

export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/** Options are checked by the domain: one that its samplers do not take is refused. */
export interface ScenarioChoice extends SampleOptions {
  readonly seed: number;
  /** A name that the domain knows, or the path of a JSON file. Without it, the sampler draws. */
  readonly scenario?: string;
  readonly sampler?: string;
  /** Options that only this domain has. */
  readonly more?: Source;
}

export interface Chosen<S extends Scenario = Scenario> {
  readonly scenario: S;
  readonly source: Source;
}

/** A scenario of any domain. */
export function chooseScenarioOf(domain: string, { scenario, sampler, seed, more, ...table }: ScenarioChoice): Chosen {
  const kit = kitNamed(domain);
  const options = given({ ...table, ...more });
  refuseUnknown(kit, options);
  if (scenario?.endsWith('.json') && more && Object.keys(more).length > 0)
    throw new ScenarioError(`${scenario} is a scenario as it stands: leave ${Object.keys(more).join(', ')} out`);
  if (scenario?.endsWith('.json')) return fromFile(kit.rules, scenario, options);
  return checked(
    kit.rules,
    scenario === undefined ? sampled(kit, sampler, seed, options) : byName(kit, scenario, seed, options),
  );
}

/** A scenario of the price domain. */
export function chooseScenario(choice: ScenarioChoice): Chosen<PriceScenario> {
  return chooseScenarioOf(price.name, choice) as Chosen<PriceScenario>;
}

/** What is known of a domain, or the sentence that refuses its name. */
function kitNamed(name: string): DomainKit {
  const kit = findKit(name);
  if (kit) return kit;
  throw new ScenarioError(noSuchDomain(name));
}

export function noSuchDomain(name: string): string {
  const known = kits().map(({ rules }) => rules.name);
  return `there is no domain "${name}"; there are ${known.join(', ')}, or give a .ts or .js file with one of your own`;
}

/** Why nobody changes seats in this domain, in the domain's words. */
export function swapRefusal({ rules, fixedRoles }: DomainKit): string {
  return `the seats of ${rules.name} cannot be swapped (${fixedRoles?.replace(/\.$/, '')})`;
}

function refuseUnknown({ rules, options: known = [] }: DomainKit, options: Source): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const all = known.length > 0 ? `they take ${known.join(', ')}` : 'they take no options';
  throw new ScenarioError(`scenarios of ${rules.name} have no ${unknown} to choose: ${all}`);
}

export function samplerRefusal(sampler: string, domain: string, names: readonly string[]): string {
  const [near] = nearest(sampler, names, 1);
  const meant = near === undefined ? '' : ` (did you mean ${near}?)`;
  return `there is no sampler "${sampler}" for ${domain}${meant}; there are ${names.join(', ')}`;
}

function sampled({ rules, samplers }: DomainKit, asked: string | undefined, seed: number, options: Source): Chosen {
  const [first = ''] = Object.keys(samplers);
  const sampler = asked ?? first;
  if (!Object.hasOwn(samplers, sampler)) {
    throw new ScenarioError(samplerRefusal(sampler, rules.name, Object.keys(samplers)));
  }
  const sample = samplers[sampler] as Sampler;
  return refused(() => ({ scenario: sample(seed, options), source: { sampler, seed, ...options } }));
}

function byName({ rules, named, samplers }: DomainKit, name: string, seed: number, options: Source): Chosen {
  if (!named)
    throw new ScenarioError(
      `${rules.name} has no scenarios by name: give a .json file, or a sampler (${Object.keys(samplers).join(', ')}), got "${name}"`,
    );
  if (!named.names.includes(name)) {
    const hint = didYouMean(name, named.names, `parley list scenarios --domain ${rules.name} names them`);
    throw new ScenarioError(`there is no ${named.called} "${name}"; ${hint}`);
  }
  return refused(() => named.draw(name, seed, options));
}

/** What a domain refuses to draw is refused here in its words. */
function refused<T>(draw: () => T): T {
  try {
    return draw();
  } catch (error) {
    if (error instanceof RangeError) throw new ScenarioError(error.message);
    throw error;
  }
}

function checked(rules: Domain, chosen: Chosen): Chosen {
  const problem = rules.problem(chosen.scenario);
  if (problem) throw new ScenarioError(problem);
  return chosen;
}

function fromFile(rules: Domain, file: string, { turnLimit, opens }: Source): Chosen {
  let value: Scenario<Table>;
  try {
    value = JSON.parse(readPlain(file)) as Scenario<Table>;
  } catch (error) {
    throw new ScenarioError(`cannot read a scenario from ${file}: ${(error as Error).message}`);
  }
  const isScenario = typeof value === 'object' && value !== null && 'version' in value && 'public' in value;
  const problem = isScenario
    ? rules.problem(value)
    : 'it is no scenario, which has domain, version, id, public, private';
  if (problem) throw new ScenarioError(`${file}: ${problem}`);
  const table = { ...(turnLimit && { turnLimit }), ...(opens && { opens }) };
  const scenario = { ...value, public: { ...value.public, ...table } };
  return { scenario, source: { scenario: contentHash(scenario) } };
}

function given(options: object): Source {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Source;
}
