/**
 * The price tasks. Prices past one's own reservation pay less than 0 and prices past the other's more than 1, by as much as the
 * public price range allows over the narrowest zone the sampler draws.
 */
import { type Drawing, type SampledTask, sampledTask, type Task } from '../task.ts';
import { findListing } from './listings/index.ts';
import { type SampleOptions, sampleListing } from './samplers.ts';

const OPPONENT = 'worded:clean:boulware_firm@templates';
const NARROW = { low: -60, high: 60 };

const list: readonly Omit<SampledTask, 'opponent'>[] = [
  {
    name: 'price-wide',
    about: 'buyer and seller agree on the price of one item, or not; many prices suit both',
    difficulty: 'easy',
    reward: { low: -5.6, high: 5.6 },
    sampler: 'general',
    settings: { zone: 'wide' },
  },
  {
    name: 'price-narrow',
    about: 'buyer and seller agree on the price of one item, or not; few prices suit both',
    difficulty: 'medium',
    reward: NARROW,
    sampler: 'general',
    settings: { zone: 'narrow' },
  },
  {
    name: 'price-empty',
    about: 'buyer and seller of one item; no price suits both, so walking away is best',
    difficulty: 'hard',
    reward: { low: -1, high: 1 },
    sampler: 'general',
    settings: { zone: 'empty' },
  },
  {
    name: 'price-any',
    about: 'buyer and seller of one item; many, few or no prices suit both, and nobody says which',
    difficulty: 'hard',
    reward: NARROW,
    sampler: 'general',
  },
  {
    name: 'price-janus',
    about: "the Janus lab's game: buyer and seller of one item, whose limits always lie 500 apart",
    difficulty: 'medium',
    reward: { low: -1.6, high: 2.6 },
    sampler: 'janus',
  },
];

export function priceTasks(kit: Drawing): readonly Task[] {
  return list.map((task) =>
    sampledTask(kit, {
      ...task,
      opponent: OPPONENT,
      ofListing(id, seed, options) {
        const listing = findListing(id);
        if (!listing) throw new RangeError(`there is no listing "${id}"`);
        return sampleListing(listing, seed, options as SampleOptions);
      },
    }),
  );
}
