import { arenaScenario } from '../bazaar/arena-scenario.ts';
import type { DomainKit } from '../kit.ts';
import { arena } from './arena.ts';

/** Its seats are those of a scenario, which says how many buyers there are. */
export const arenaKit: DomainKit = {
  rules: arena,
  samplers: {
    marketplace: (seed) => arenaScenario('marketplace_arena+hard', { seed }),
    faithful: (seed) => arenaScenario('marketplace_arena', { seed }),
  },
  control: 'clean:boulware_firm',
};
