/** How a game of one seller and several buyers reads to a person. */
import type { ArenaDeal, ArenaScenario } from '../../core/index.ts';
import type { Teller } from './speech.ts';
import { tellPrice } from './tell-price.ts';

export const tellArena: Teller = {
  facts(given) {
    const { buyers } = (given as ArenaScenario).public;
    const { title, lines } = tellPrice.facts(given);
    return { title, lines: [...lines, `${buyers.length} buyers bid at once, sealed`] };
  },
  secrets: tellPrice.secrets,
  room: () => undefined,
  offer: tellPrice.offer,
  deal: (given, deal) => `${tellPrice.deal(given, deal)} with ${(deal as ArenaDeal).buyer}`,
};
