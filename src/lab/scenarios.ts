/**
 * Which scenario to play: a sampler and a seed, a listing by its id or a bazaar task (price), or a scenario in a JSON file.
 * `source` is what goes into the episode's id: where the scenario came from, never more.
 */
import { readFileSync } from 'node:fs';
import { nearest } from '../agents/nearest.ts';
import {
  bazaarScenario,
  bazaarTaskNames,
  contentHash,
  type Domain,
  type domains,
  findBazaarTask,
  findListing,
  type ItemsScenario,
  type ItemsSeat,
  items,
  itemsSamplers,
  listings,
  type NamedTask,
  type PriceScenario,
  price,
  type SampleOptions,
  type Scenario,
  type Seat,
  type Source,
  sampleListing,
  samplers,
  type Table,
} from '../core/index.ts';

export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

export type DomainName = keyof typeof domains;

/** The samplers of each domain; the first is the default. */
export const samplersOf = {
  price: { general: samplers.general, janus: samplers.janus },
  items: { dond: itemsSamplers.dond, casino: itemsSamplers.casino, janus: itemsSamplers.janus },
} as const satisfies Record<DomainName, Record<string, unknown>>;

export interface ScenarioChoice extends SampleOptions {
  readonly seed: number;
  /** A listing's id, a bazaar task of one deal, or the path of a JSON file. Without it, the sampler draws. */
  readonly scenario?: string;
  readonly sampler?: string;
}

export interface Chosen<S extends Scenario = Scenario> {
  readonly scenario: S;
  readonly source: Source;
}

/** A scenario of any domain. */
export function chooseScenarioOf(domain: DomainName, choice: ScenarioChoice): Chosen {
  switch (domain) {
    case 'price':
      return chooseScenario(choice);
    case 'items':
      return chooseItems(choice);
    default:
      return domain satisfies never;
  }
}

/** A scenario of the price domain. */
export function chooseScenario({
  scenario,
  sampler = 'general',
  seed,
  ...options
}: ScenarioChoice): Chosen<PriceScenario> {
  if (scenario?.endsWith('.json')) return fromFile(price, scenario, options) as Chosen<PriceScenario>;
  if (scenario !== undefined && findBazaarTask(scenario)) return checked(price, fromTask(scenario, seed, options));
  if (scenario !== undefined) return checked(price, fromListing(scenario, seed, options));
  const sample = samplersOf.price[samplerNamed('price', sampler)];
  return checked(price, { scenario: sample(seed, options), source: { sampler, seed, ...given(options) } });
}

function chooseItems({
  scenario,
  sampler = 'dond',
  seed,
  zone,
  turnLimit,
  opens,
}: ScenarioChoice): Chosen<ItemsScenario> {
  if (zone !== undefined) throw new ScenarioError('--zone is for prices: items have no zone of agreement to choose');
  const options = { turnLimit, opens: opens as ItemsSeat | undefined };
  if (scenario?.endsWith('.json')) return fromFile(items, scenario, options) as Chosen<ItemsScenario>;
  if (scenario !== undefined)
    throw new ScenarioError(`listings are for prices: give a .json file, or a --sampler, got "${scenario}"`);
  const sample = samplersOf.items[samplerNamed('items', sampler)];
  return checked(items, { scenario: sample(seed, options), source: { sampler, seed, ...given(options) } });
}

function samplerNamed<D extends DomainName>(domain: D, name: string): keyof (typeof samplersOf)[D] {
  const names = Object.keys(samplersOf[domain]);
  if (!names.includes(name))
    throw new ScenarioError(`there is no sampler "${name}" for ${domain}; there are ${names.join(', ')}`);
  return name as keyof (typeof samplersOf)[D];
}

function checked<S extends Scenario>(domain: Domain, chosen: Chosen<S>): Chosen<S> {
  const problem = domain.problem(chosen.scenario);
  if (problem) throw new ScenarioError(problem);
  return chosen;
}

function fromListing(id: string, seed: number, options: SampleOptions): Chosen<PriceScenario> {
  const listing = findListing(id);
  if (!listing) {
    const names = nearest(id, [...listings.map((l) => l.id), ...bazaarTaskNames]);
    throw new ScenarioError(`there is no listing or task "${id}"; did you mean ${names.join(' or ')}?`);
  }
  return { scenario: sampleListing(listing, seed, options), source: { listing: id, seed, ...given(options) } };
}

function fromTask(name: string, seed: number, options: SampleOptions): Chosen<PriceScenario> {
  const { task } = findBazaarTask(name) as NamedTask;
  if (task.deals > 1 || task.buyers > 1)
    throw new ScenarioError(
      `${name} is more than one deal between two: parley negotiate --scenario ${name} plays all of it`,
    );
  const [given] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined)
    throw new ScenarioError(`${name} is a bazaar task and has a ${given} of its own: leave it out`);
  return { scenario: bazaarScenario(name, { seed }), source: { task: name, seed } };
}

function fromFile(domain: Domain, file: string, { turnLimit, opens }: { turnLimit?: number; opens?: Seat }): Chosen {
  let value: Scenario<Table>;
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as Scenario<Table>;
  } catch (error) {
    throw new ScenarioError(`cannot read a scenario from ${file}: ${(error as Error).message}`);
  }
  const problem = domain.problem(value);
  if (problem) throw new ScenarioError(`${file}: ${problem}`);
  const table = { ...(turnLimit && { turnLimit }), ...(opens && { opens }) };
  const scenario = { ...value, public: { ...value.public, ...table } };
  return { scenario, source: { scenario: contentHash(scenario) } };
}

function given(options: object): Source {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Source;
}
