import { arenaScenario } from '../bazaar/arena-scenario.ts';
import type { DomainKit } from '../kit.ts';
import { type ArenaDeal, arena } from './arena.ts';

/** Its seats are those of a scenario, which says how many buyers there are. */
export const arenaKit: DomainKit = {
  rules: arena,
  about: 'one seller and several buyers after the same item, all at once',
  utility: 'as in price; 0 for a buyer who did not get it',
  samplers: {
    marketplace: (seed) => arenaScenario('marketplace_arena+hard', { seed }),
    faithful: (seed) => arenaScenario('marketplace_arena', { seed }),
  },
  control: 'clean:boulware_firm',
  parties: (deal) => [(deal as ArenaDeal).buyer, 'seller'],
};
