/** Price scenarios with a name: the listings, and the bazaar's tasks of one deal between two. */
import { bazaarScenario } from '../bazaar/scenario.ts';
import { bazaarTaskNames, findBazaarTask, type NamedTask } from '../bazaar/tasks.ts';
import type { NamedScenarios } from '../kit.ts';
import { findListing, listings } from './listings/index.ts';
import { sampleListing } from './samplers.ts';

export const namedPrices: NamedScenarios = {
  called: 'listing or task',
  names: [...listings.map(({ id }) => id), ...bazaarTaskNames],
  draw(name, seed, options): ReturnType<NamedScenarios['draw']> {
    const listing = findListing(name);
    if (listing)
      return { scenario: sampleListing(listing, seed, options), source: { listing: name, seed, ...options } };
    const { task } = findBazaarTask(name) as NamedTask;
    if (task.deals > 1 || task.buyers > 1)
      throw new RangeError(
        `${name} is more than one deal between two: parley negotiate --scenario ${name} plays all of it`,
      );
    const [given] = Object.keys(options);
    if (given !== undefined)
      throw new RangeError(`${name} is a bazaar task and has a ${given} of its own: leave it out`);
    return { scenario: bazaarScenario(name, { seed }), source: { task: name, seed } };
  },
};
