/** Games made by hand, to report on: zone 400 to 900, so a deal at p gives the buyer (900 - p) / 500. */
import type { Episode } from '../../core/index.ts';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import type { Panel } from '../experiment/rows.ts';
import type { Section } from './section.ts';
import { show } from './show.ts';

let ids = 0;
/** A game on scenario `seed` that closes at `price`, or does not close. */
export function game(
  buyer: string,
  seller: string,
  seed: number,
  price?: number,
  extra: Partial<Episode> = {},
): Episode {
  const acts = price === undefined ? [300, 1200] : [300, price, 'accept' as const];
  const episode = priceEpisode({ acts });
  const { scenario } = priceEpisode({ acts: [300], listPrice: 1000 + seed });
  return {
    ...episode,
    scenario,
    id: String(ids++),
    seed,
    source: { sampler: 'general', seed },
    seats: { buyer: { spec: buyer, fingerprint: buyer }, seller: { spec: seller, fingerprint: seller } },
    ...extra,
  };
}

/** The same, but the agent in `by` broke down. */
export function failedGame(buyer: string, seller: string, seed: number, by = 'buyer'): Episode {
  return game(buyer, seller, seed, undefined, { result: { kind: 'failed', turn: 1, by, reason: 'it threw' } });
}

export const panel = (agents: string[], opponents = agents, controls: string[] = [], reference?: string): Panel => ({
  agents,
  opponents,
  controls,
  reference,
});

export const cellsOf = (section: Section | undefined) => section?.table?.rows.map((row) => row.map(show));
