/** Price scenarios with a name: the listings, the bazaar's tasks of one deal between two, and TERMS-Bench's families. */
import { bazaarScenario } from '../bazaar/scenario.ts';
import { bazaarTaskNames, findBazaarTask, type NamedTask } from '../bazaar/tasks.ts';
import type { NamedScenarios } from '../kit.ts';
import { termsTasks } from '../terms/tasks.ts';
import { findListing, listings } from './listings/index.ts';
import { sampleListing } from './samplers.ts';

export const namedPrices: NamedScenarios = {
  called: 'listing or task',
  names: [...listings.map(({ id }) => id), ...bazaarTaskNames, ...termsTasks.map(({ name }) => name)],
  draw(name, seed, options): ReturnType<NamedScenarios['draw']> {
    const listing = findListing(name);
    if (listing)
      return { scenario: sampleListing(listing, seed, options), source: { listing: name, seed, ...options } };
    const terms = termsTasks.find((task) => task.name === name);
    const [given] = Object.keys(options);
    if (terms && given === undefined) {
      const { scenario, source } = terms.scenario(seed, {});
      return { scenario, source };
    }
    if (terms) throw new RangeError(`${name} has a ${given} of its own: leave it out`);
    const { task } = findBazaarTask(name) as NamedTask;
    if (task.deals > 1 || task.buyers > 1)
      throw new RangeError(
        `${name} is more than one deal between two: parley negotiate --scenario ${name} plays all of it`,
      );
    if (given !== undefined)
      throw new RangeError(`${name} is a bazaar task and has a ${given} of its own: leave it out`);
    return { scenario: bazaarScenario(name, { seed }), source: { task: name, seed } };
  },
};
