import type { Domain } from '../../types.ts';
import { arenaScenario } from '../bazaar/arena-scenario.ts';
import { withBriefs } from '../bazaar/brief.ts';
import type { DomainKit, Sampler } from '../kit.ts';
import { type ArenaDeal, arena } from './arena.ts';

const sampler =
  (task: string): Sampler =>
  (seed, { buyers } = {}) =>
    arenaScenario(task, { seed, buyers: buyers as number | undefined });

/** Its seats are those of a scenario, which says how many buyers there are. */
export const arenaKit: DomainKit = {
  rules: withBriefs(arena as Domain),
  about: 'one seller and several buyers after the same item, all at once',
  utility: 'as in price; 0 for a buyer who did not get it',
  samplers: {
    marketplace: sampler('marketplace_arena+hard'),
    faithful: sampler('marketplace_arena'),
  },
  options: ['buyers'],
  control: 'clean:boulware_firm',
  parties: (deal) => [(deal as ArenaDeal).buyer, 'seller'],
};
