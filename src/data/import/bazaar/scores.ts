/**
 * Symmetric scoring of bazaar episodes: what each side gets of the zone between the seller's cost and the buyer's budget.
 *
 * As their scoring script has it (BazaarBATNA): the mean share is over deals, with a percentile bootstrap
 * interval; a side wins with more than 0.6 of the zone; no deal is a mutual loss where there was a zone and a rational walk
 * where there was none. Their site calls 0.55 a win: both are given. The no-deal-as-zero share stands beside the share of deals.
 */
import { createRng, mean } from '../../../core/index.ts';
import type { BazaarEpisode } from './episodes.ts';

interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface Score {
  readonly file: string;
  readonly policy: string;
  /** Undefined for all tasks together. */
  readonly task?: string;
  readonly episodes: number;
  readonly deals: number;
  readonly dealRate: number;
  /** Of the buyer, over deals in a zone; the seller's is 1 minus it. */
  readonly share?: Estimate;
  /** Over all episodes with a zone. */
  readonly shareNoDealZero?: Estimate;
  /** Shares of the episodes, of the buyer's side. */
  readonly win: number;
  readonly loss: number;
  readonly tie: number;
  readonly mutualLoss: number;
  readonly rationalWalk: number;
  /** With their site's threshold. */
  readonly winOnSite: number;
  readonly lossOnSite: number;
  /** Over episodes with at least one round. */
  readonly rounds?: number;
  /** Their harness's own figures, recomputed: (budget - price) / (budget - cost), 0 without a deal. */
  readonly surplus: number;
  /** As stored. */
  readonly taskScore?: number;
}

const WIN = 0.6;
const WIN_ON_SITE = 0.55;
const RESAMPLES = 10_000;
const SEED = 42;

export function isDeal({ deal_outcome }: BazaarEpisode): boolean {
  return deal_outcome === 'deal';
}

/** The buyer's share of the zone; undefined without a deal or a zone. */
export function shareOf(episode: BazaarEpisode): number | undefined {
  const { agreed_price, buyer_budget, seller_cost } = episode;
  if (!isDeal(episode) || buyer_budget <= seller_cost) return undefined;
  return (buyer_budget - (agreed_price as number)) / (buyer_budget - seller_cost);
}

type Label = 'win' | 'loss' | 'tie' | 'mutualLoss' | 'rationalWalk';

function labelOf(episode: BazaarEpisode, threshold: number): Label {
  const { agreed_price, buyer_budget, seller_cost } = episode;
  const share = shareOf(episode);
  if (share !== undefined) return share > threshold ? 'win' : 1 - share > threshold ? 'loss' : 'tie';
  if (!isDeal(episode)) return buyer_budget > seller_cost ? 'mutualLoss' : 'rationalWalk';
  // A deal without a zone costs at least one of the two.
  const price = agreed_price as number;
  return price <= buyer_budget ? 'win' : price >= seller_cost ? 'loss' : 'mutualLoss';
}

/** By file and policy: all tasks together first, then each task, in the order in which they appear. */
export function scoresOf(episodes: readonly BazaarEpisode[]): Score[] {
  return [...groupBy(episodes, ({ file, policy }) => JSON.stringify([file, policy])).values()].flatMap((of) => {
    const tasks = [...groupBy(of, ({ task }) => task)];
    return [scoreOf(of), ...tasks.map(([task, some]) => scoreOf(some, task))];
  });
}

function scoreOf(episodes: readonly BazaarEpisode[], task?: string): Score {
  const { file, policy } = episodes[0] as BazaarEpisode;
  const rate = (label: Label, threshold = WIN) =>
    episodes.filter((episode) => labelOf(episode, threshold) === label).length / episodes.length;
  const deals = episodes.filter(isDeal).length;
  const shares = episodes.flatMap((episode) => shareOf(episode) ?? []);
  const zones = episodes.filter(({ buyer_budget, seller_cost }) => buyer_budget > seller_cost);
  const zeroed = zones.map((episode) => shareOf(episode) ?? 0);
  return {
    file,
    policy,
    ...(task === undefined ? {} : { task }),
    episodes: episodes.length,
    deals,
    dealRate: deals / episodes.length,
    ...(shares.length === 0 ? {} : { share: estimate(shares) }),
    ...(zeroed.length === 0 ? {} : { shareNoDealZero: estimate(zeroed) }),
    win: rate('win'),
    loss: rate('loss'),
    tie: rate('tie'),
    mutualLoss: rate('mutualLoss'),
    rationalWalk: rate('rationalWalk'),
    winOnSite: rate('win', WIN_ON_SITE),
    lossOnSite: rate('loss', WIN_ON_SITE),
    ...optional(
      'rounds',
      episodes.map(({ rounds_taken }) => rounds_taken).filter((rounds) => rounds > 0),
    ),
    surplus: mean(episodes.map((episode) => shareOf(episode) ?? 0)),
    ...optional(
      'taskScore',
      episodes.flatMap(({ task_score }) => task_score ?? []),
    ),
  };
}

/** The mean with the 2.5 % and 97.5 % points of resampled means, episodes drawn independently as theirs are. */
function estimate(values: readonly number[]): Estimate {
  const rng = createRng(SEED);
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += rng.pick(values);
    return sum / values.length;
  }).sort();
  return {
    mean: mean(values),
    low: means[Math.floor(0.025 * RESAMPLES)] as number,
    high: means[Math.floor(0.975 * RESAMPLES)] as number,
  };
}

function optional<Name extends string>(name: Name, values: readonly number[]): { [key in Name]?: number } {
  return (values.length === 0 ? {} : { [name]: mean(values) }) as { [key in Name]?: number };
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
