/** One seller, three buyers: each agent takes one buyer's seat, another in each game, among rivals of one kind. */
import type { ExperimentFile } from '../experiment.ts';
import { STAND_IN } from '../stand-in.ts';

export const arena: ExperimentFile = {
  title: 'Arena',
  about: 'Each agent takes the seat of one buyer among rivals of one kind, before one seller.',
  scenarios: { tasks: ['marketplace_arena+hard'], count: 90, seed: 1 },
  models: [STAND_IN],
  agents: ['llm:{model}', 'bazaar:smart', 'bazaar:naive', 'bazaar:rule_based', 'clean:boulware_firm'],
  opponents: ['bazaar:smart', 'bazaar:naive', 'bazaar:rule_based'],
  seating: 'buyer',
  fill: { seller: 'bazaar:seller' },
  metrics: ['turns'],
};
