/**
 * TERMS-Bench as tasks of an environment, one a family. Every seed draws from the blocks beyond the published suite, so that nobody
 * trains on it; whoever sits down takes either seat, since both sides have a type.
 */
import type { Domain } from '../../types.ts';
import { price } from '../price/price.ts';
import type { Task } from '../task.ts';
import { families } from './families.ts';
import { sampleTerms, termsSeed } from './scenario.ts';

const ABOUT = {
  candid: 'whose words show its stance',
  taciturn: 'whose words show nothing',
  expressive: 'who reacts strongly and shows it',
  strategic: 'who reacts strongly and shows nothing',
  stochastic: 'whose prices and words are noisy',
  adversarial: 'who punishes every sign of haste and always presses',
} as const;

export const termsTasks: readonly Task[] = families.map((family) => ({
  name: `terms-${family}`,
  domain: price as Domain,
  about: `TERMS-Bench: one price, ten rounds, no offer taken back; across a counterpart of hidden type ${ABOUT[family]}`,
  difficulty: family === 'adversarial' || family === 'stochastic' ? 'hard' : 'medium',
  // Ten wide at least, with offers anywhere from 0 to 100.
  reward: { low: -10, high: 10 },
  opponent: 'terms:counterpart',
  deals: 1,
  scenario(seed, { listing, turnLimit, opens }) {
    const [given] = Object.entries({ listing, turnLimit, opens }).filter(([, value]) => value !== undefined);
    if (given) throw new RangeError(`terms-${family} has a ${given[0]} of its own: leave it out`);
    const own = termsSeed(family, seed);
    return { scenario: sampleTerms(own), source: { sampler: 'terms', seed: own }, seed };
  },
}));
