/**
 * What a reader of bazaar episodes should know before believing them, found from the episodes alone: a literal list of checks.
 * Sources: BazaarBATNA's code and result files.
 */
import type { BazaarEpisode } from './episodes.ts';
import { groupBy, isDeal, shareOf } from './scores.ts';

export interface BazaarFinding {
  readonly name: string;
  readonly file: string;
  readonly policy: string;
  readonly count: number;
  readonly of: number;
  readonly says: string;
  /** Lines of the file, at most five. */
  readonly lines: readonly number[];
}

interface Check {
  readonly name: string;
  readonly says: string;
  readonly among?: (episode: BazaarEpisode) => boolean;
  /** Those it holds for. */
  readonly holds: (episodes: readonly BazaarEpisode[]) => readonly BazaarEpisode[];
}

const each = (holds: (episode: BazaarEpisode) => boolean) => (episodes: readonly BazaarEpisode[]) =>
  episodes.filter(holds);
/** Tasks of several episodes. */
const EPISODES_OF: Readonly<Record<string, number>> = { career_10: 10, read_the_tells: 5 };
const MOST_LINES = 5;

const checks: readonly Check[] = [
  {
    name: 'surplus-differs',
    says: 'The stored normalized_surplus is not (budget - price) / (budget - cost), 0 without a deal.',
    among: ({ normalized_surplus }) => typeof normalized_surplus === 'number',
    holds: each((episode) => Math.abs((episode.normalized_surplus as number) - (shareOf(episode) ?? 0)) > 1e-6),
  },
  {
    name: 'outside-zone',
    says: 'The deal is below the seller’s cost or above the buyer’s budget.',
    among: isDeal,
    holds: each(
      ({ agreed_price, seller_cost, buyer_budget }) =>
        (agreed_price as number) < seller_cost || (agreed_price as number) > buyer_budget,
    ),
  },
  {
    name: 'offers-go-back',
    says: 'The buyer lowers its own standing offer.',
    among: ({ transcript }) => Boolean(transcript),
    holds: each((episode) => offersOf(episode).some((price, i, all) => i > 0 && price < (all[i - 1] as number))),
  },
  {
    name: 'same-play',
    says: 'The buyer plays, act by act and price by price, what it played in an earlier episode of the task: these are not independent samples.',
    among: ({ transcript }) => Boolean(transcript),
    holds: (episodes) => [...groupBy(episodes, pathOf).values()].flatMap(([_first, ...others]) => others),
  },
  {
    name: 'one-of-several-episodes',
    says: 'The task has several episodes in a row and only the first was played: career and reputation never came into it.',
    among: ({ task }) => task in EPISODES_OF,
    holds: (episodes) =>
      [...groupBy(episodes, ({ task, seed }) => `${task} ${seed}`).values()].flatMap((played) =>
        played.length < (EPISODES_OF[played[0]?.task ?? ''] ?? 1) ? played : [],
      ),
  },
  {
    name: 'no-parse-error-ever',
    says: 'Not one parse error is recorded. The harness that wrote these files dropped the flag, so this does not say that there was none.',
    among: ({ parse_errors }) => typeof parse_errors === 'number',
    holds: (episodes) => (episodes.some(({ parse_errors }) => parse_errors !== 0) ? [] : episodes),
  },
];

export function bazaarFindings(episodes: readonly BazaarEpisode[]): BazaarFinding[] {
  const groups = groupBy(episodes, ({ file, policy }) => JSON.stringify([file, policy]));
  return [...groups.values()].flatMap((group) => {
    const { file, policy } = group[0] as BazaarEpisode;
    return checks.flatMap(({ name, says, among, holds }) => {
      const possible = group.filter((episode) => among?.(episode) ?? true);
      const found = holds(possible);
      if (found.length === 0) return [];
      const lines = found.slice(0, MOST_LINES).map(({ line }) => line);
      return [{ name, file, policy, count: found.length, of: possible.length, says, lines }];
    });
  });
}

function offersOf({ transcript }: BazaarEpisode): number[] {
  const offers = (transcript ?? []).filter(({ actor, action }) => actor === 'buyer' && action === 'offer');
  return offers.flatMap(({ price }) => price ?? []);
}

function pathOf({ task, transcript, buyer_budget, seller_cost }: BazaarEpisode): string {
  const acts = (transcript ?? []).filter(({ actor }) => actor === 'buyer');
  return JSON.stringify([task, buyer_budget, seller_cost, acts.map(({ action, price }) => [action, price])]);
}
