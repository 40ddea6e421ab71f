/**
 * Which scenario to play: a sampler and a seed, a listing by its id, or a scenario in a JSON file.
 * `source` is what goes into the episode's id: where the scenario came from, never more.
 */
import { readFileSync } from 'node:fs';
import { nearest } from '../agents/index.ts';
import {
  contentHash,
  findListing,
  listings,
  type PriceScenario,
  price,
  type SampleOptions,
  type SamplerName,
  type Source,
  sampleListing,
  samplers,
} from '../core/index.ts';

export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

export interface ScenarioChoice extends SampleOptions {
  readonly seed: number;
  /** A listing's id, or the path of a JSON file. Without it, the sampler draws. */
  readonly scenario?: string;
  readonly sampler?: SamplerName;
}

export interface Chosen {
  readonly scenario: PriceScenario;
  readonly source: Source;
}

export function chooseScenario({ scenario, sampler = 'general', seed, ...options }: ScenarioChoice): Chosen {
  const chosen = scenario?.endsWith('.json')
    ? fromFile(scenario, options)
    : scenario !== undefined
      ? fromListing(scenario, seed, options)
      : { scenario: samplers[sampler](seed, options), source: { sampler, seed, ...given(options) } };
  const problem = price.problem(chosen.scenario);
  if (problem) throw new ScenarioError(problem);
  return chosen;
}

function fromListing(id: string, seed: number, options: SampleOptions): Chosen {
  const listing = findListing(id);
  if (!listing) {
    const names = nearest(
      id,
      listings.map((l) => l.id),
    );
    throw new ScenarioError(`there is no listing "${id}"; did you mean ${names.join(' or ')}?`);
  }
  return { scenario: sampleListing(listing, seed, options), source: { listing: id, seed, ...given(options) } };
}

function fromFile(file: string, options: SampleOptions): Chosen {
  let value: PriceScenario;
  try {
    value = JSON.parse(readFileSync(file, 'utf8')) as PriceScenario;
  } catch (error) {
    throw new ScenarioError(`cannot read a scenario from ${file}: ${(error as Error).message}`);
  }
  const problem = price.problem(value);
  if (problem) throw new ScenarioError(`${file}: ${problem}`);
  const table = {
    ...(options.turnLimit && { turnLimit: options.turnLimit }),
    ...(options.opens && { opens: options.opens }),
  };
  const scenario = { ...value, public: { ...value.public, ...table } };
  return { scenario, source: { scenario: contentHash(scenario) } };
}

function given(options: SampleOptions): Source {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Source;
}
