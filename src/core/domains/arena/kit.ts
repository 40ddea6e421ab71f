import type { Domain } from '../../types.ts';
import { arenaScenario } from '../bazaar/arena-scenario.ts';
import { withBriefs } from '../bazaar/brief.ts';
import type { DomainKit } from '../kit.ts';
import { arena } from './arena.ts';

/** Its seats are those of a scenario, which says how many buyers there are. */
export const arenaKit: DomainKit = {
  rules: withBriefs(arena as Domain),
  about: 'one seller and several buyers after the same item, all at once',
  utility: 'as in price; 0 for a buyer who did not get it',
  samplers: {
    marketplace: (seed) => arenaScenario('marketplace_arena+hard', { seed }),
    faithful: (seed) => arenaScenario('marketplace_arena', { seed }),
  },
  control: 'clean:boulware_firm',
};
