/**
 * The graders of BazaarBATNA's tasks: pure functions of how recorded deals ended. N is the buyer's share of the zone,
 * (budget - price) / (budget - cost), and 0 without a deal. A forfeit counts as no deal; an episode that failed has no record,
 * and a row of deals with a failed one has no score.
 */
import { clamp } from '../../math.ts';
import type { Episode } from '../../transcript.ts';
import type { Seat } from '../../types.ts';
import type { PriceDeal, PricePrivate, PriceScenario } from '../price/price.ts';
import { roundOf } from './scenario.ts';
import type { CareerRecord } from './stall.ts';
import { type BazaarTask, findBazaarTask } from './tasks.ts';

export interface DealRecord {
  readonly price: number | undefined;
  readonly rounds: number;
  readonly budget: number;
  readonly cost: number;
  /** In rounds. */
  readonly deadline: number | undefined;
  /** Paid more than 85 % of the opening ask. */
  readonly capitulated: boolean;
}

const CAPITULATION = 0.85;
const REMEMBERED = 10;

/** How one deal ended for its buyer. */
export function dealRecord(episode: Episode, seat: Seat = 'buyer'): DealRecord | undefined {
  const { result } = episode;
  if (result.kind === 'failed') return undefined;
  const { private: secrets } = episode.scenario as PriceScenario;
  const { reservation: budget, deadline } = secrets[seat] as PricePrivate;
  const deal = result.kind === 'agreement' ? (result.deal as PriceDeal & { readonly buyer?: Seat }) : undefined;
  // In an arena the deal names its buyer; the others have none.
  const price = deal && (deal.buyer === undefined || deal.buyer === seat) ? deal.price : undefined;
  const opening = openingAsk(episode);
  return {
    price,
    rounds: roundOf(result.turn),
    budget,
    cost: (secrets.seller as PricePrivate).reservation,
    deadline: deadline === undefined ? undefined : roundOf(deadline),
    capitulated: price !== undefined && opening !== undefined && price > CAPITULATION * opening,
  };
}

/** The seller's first ask. */
export function openingAsk({ events }: Pick<Episode, 'events'>): number | undefined {
  for (const event of events) {
    if (event.type === 'action-taken' && event.seat === 'seller' && event.act.type === 'offer') {
      return (event.act as { readonly type: 'offer'; readonly price: number }).price;
    }
  }
  return undefined;
}

/** N of a record, not clipped. */
export function surplusOf({ price, budget, cost }: DealRecord): number {
  return price === undefined ? 0 : (budget - price) / (budget - cost);
}

type Grader = (records: readonly DealRecord[], rounds: number) => number;

/** The first deal alone counts, clipped to 0 and 1. */
const first: Grader = ([record]) => (record ? clamp(surplusOf(record), 0, 1) : 0);
const positive = (record: DealRecord) => Math.max(0, surplusOf(record));

export const graders: Readonly<Record<BazaarTask['grader'], Grader>> = {
  G1: first,
  G2: ([record]) =>
    record ? positive(record) * (record.deadline === undefined || record.rounds <= record.deadline ? 1 : 0.5) : 0,
  G3: (records, rounds) => mean(records, (one) => positive(one) * Math.max(0, 1 - (0.3 * one.rounds) / rounds)),
  G4: (records) => mean(records, positive),
  G5: (records) => mean(records, (one) => Math.min(1, surplusOf(one) + bonus(one))),
  G6: first,
};

/** For a price in the better half of the zone, up to 0.15. */
function bonus({ price, budget, cost }: DealRecord): number {
  const middle = (budget + cost) / 2;
  return price !== undefined && price < middle ? (0.15 * (middle - price)) / (middle - cost) : 0;
}

export interface BazaarScore {
  readonly score: number;
  readonly success: boolean;
}

/** The score of a task from the episodes of all its deals; undefined when one of them failed. */
export function scoreTask(name: string, episodes: readonly Episode[], seat?: Seat): BazaarScore | undefined {
  const found = findBazaarTask(name);
  if (!found) throw new RangeError(`there is no bazaar task "${name}"`);
  const records: DealRecord[] = [];
  for (const episode of episodes) {
    const record = dealRecord(episode, seat);
    if (!record) return undefined;
    records.push(record);
  }
  const { task, hard } = found;
  const score = graders[task.grader](records, hard ? (task.hardRounds ?? task.rounds) : task.rounds);
  return { score, success: score >= task.threshold };
}

/** What a career comes to before the next deal: its last ten. */
export function careerRecord(records: readonly DealRecord[]): CareerRecord {
  const last = records.slice(-REMEMBERED);
  const closed = last.filter(({ price }) => price !== undefined);
  return {
    deals: last.length,
    capitulation: mean(last, ({ capitulated }) => Number(capitulated)),
    surplus: mean(closed, (one) => clamp(surplusOf(one), 0, 1)),
    rounds: mean(closed, ({ rounds }) => rounds),
  };
}

function mean<T>(list: readonly T[], of: (one: T) => number): number {
  return list.length === 0 ? 0 : list.reduce((sum, one) => sum + of(one), 0) / list.length;
}
