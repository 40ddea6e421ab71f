/**
 * A bazaar task as a scenario of the price domain. The seller opens with its ask in turn 1, so round r is the turns 2r (the
 * buyer) and 2r + 1 (the seller), and a game of R rounds has 2R + 1 turns. The seller's reservation is its cost and the buyer's
 * its budget, so the buyer's utility is the original's normalized surplus.
 *
 * Faithful: the opening ask is an invitation, offers lie in [0, budget], the seller's type is public, a private deadline is
 * graded and not enforced, the ask falls by the clock; nothing is drawn but the listing.
 * Hardened (house definition): the opening ask may be accepted, offers that cross close, the type is hidden, deadlines end the
 * game (the seller's patience too), the ask falls only in answer to the buyer, and budget, cost, list price, the seller's target
 * and patience are drawn from the seed, so that nobody knows them by heart. The target is drawn apart from the list price, or
 * the opening ask over the list price would be the type's own factor.
 */
import { cents } from '../../math.ts';
import { createRng } from '../../rng.ts';
import { type Listing, listings } from '../price/listings/index.ts';
import { type Item, price } from '../price/price.ts';
import type { BazaarPrivate, BazaarScenario } from './brief.ts';
import type { CareerRecord, Personality } from './stall.ts';
import { type BazaarTask, findBazaarTask } from './tasks.ts';

export type BazaarListing = Pick<
  Listing,
  'title' | 'category' | 'description' | 'currency' | 'listPrice' | 'streetPrice'
>;

export interface BazaarOptions {
  readonly seed: number;
  /** Which deal of the task's row, from 1. */
  readonly deal?: number;
  /** The buyer's career before this deal. */
  readonly career?: CareerRecord;
  /** Default: the task's. */
  readonly personality?: Personality;
  /** For amazon_realistic; default: one of our goods, drawn from the seed. */
  readonly listing?: BazaarListing;
  /** Original: the seller draws as BazaarBATNA's did with this seed, so that the game is the very one that was played there. */
  readonly luck?: 'own' | 'original';
  /** How many listings the original's luck draws one from; those it was published with unless told. */
  readonly listings?: number;
}

/** The usable ones of the file that BazaarBATNA draws from. */
const ORIGINAL_LISTINGS = 1417;

/** The goods of the stall, one a deal; the original lists ten and always begins with the scarf. */
const GOODS = [
  'handwoven silk scarf',
  'brass oil lamp',
  'blue pottery bowl',
  'carved walnut box',
  'leather sandals',
  'copper water jug',
  'embroidered cushion cover',
  'string of glass beads',
  'wooden chess set',
  'clay tea cups',
] as const;

/** Where a buyer with this budget hopes to end: the target of the original's aggressive buyer. */
export function targetFor(budget: number): number {
  return cents(0.35 * budget);
}

/** The scenario of a task by its name, such as "single_deal" or "single_deal+hard". */
export function bazaarScenario(name: string, options: BazaarOptions): BazaarScenario {
  const found = findBazaarTask(name);
  if (!found) throw new RangeError(`there is no bazaar task "${name}"`);
  const { task, hard } = found;
  const { seed, deal = 1, career, personality = task.personality } = options;
  const original = options.luck === 'original';
  if (original && (hard || deal > 1))
    throw new RangeError(
      `${name}: only the first deal of a task as it was can be played with the luck of the original`,
    );
  const listing = task.listings ? (options.listing ?? drawListing(seed)) : undefined;
  const facts = hard ? hardFacts(task, listing, seed) : faithfulFacts(task, listing);
  const rounds = hard ? (task.hardRounds ?? task.rounds) : task.rounds;
  const capitulation = task.career && career ? career.capitulation : 0;
  const buyer: BazaarPrivate = {
    reservation: facts.budget,
    target: targetFor(facts.budget),
    ...(task.deadline !== undefined && { deadline: lastTurnOf(task.deadline) }),
    ...(task.career && career && { career }),
  };
  const seller: BazaarPrivate = {
    reservation: facts.cost,
    target: facts.anchor,
    ...(hard && { deadline: lastTurnOf(drawPatience(rounds, personality, seed)) }),
    stall: {
      personality,
      concedes: hard ? 'answer' : 'clock',
      rounds,
      concession: task.concession,
      inventory: task.inventory,
      walk: task.walk,
      capitulation,
      ...(original && {
        luck: { seed, ...(task.listings && { listings: options.listings ?? ORIGINAL_LISTINGS }) },
      }),
    },
  };
  return {
    domain: price.name,
    version: price.version,
    id: [
      name,
      ...(task.deals > 1 ? [deal] : []),
      ...(original ? ['original'] : []),
      ...(hard || task.listings || original ? [seed] : []),
    ].join('-'),
    public: {
      item: listing ? itemOf(listing) : goodsItem(deal, facts.listPrice),
      range: { low: 0, high: facts.most },
      turnLimit: lastTurnOf(hard ? rounds : (task.effectiveRounds ?? rounds)),
      opens: 'seller',
      crossing: hard ? 'close' : 'continue',
      deadlines: hard ? 'enforced' : 'graded',
      ...(!hard && { firstOffer: 'invitation', sellerType: personality }),
    },
    private: { buyer, seller },
  };
}

/** The seller's turn that ends a round. */
export function lastTurnOf(round: number): number {
  return 2 * round + 1;
}

/** The round a turn belongs to; the opening ask is round 0. */
export function roundOf(turn: number): number {
  return Math.floor(turn / 2);
}

interface Money {
  readonly budget: number;
  readonly cost: number;
  /** The seller's target: what it asks first, before personality. */
  readonly anchor: number;
  readonly listPrice: number;
  /** The top of the public price range. */
  readonly most: number;
}

function faithfulFacts(task: BazaarTask, listing: BazaarListing | undefined): Money {
  if (!listing) {
    const anchor = cents(task.cost * task.anchor);
    return { budget: task.budget, cost: task.cost, anchor, listPrice: anchor, most: task.budget };
  }
  const { listPrice, streetPrice } = listing;
  return { budget: listPrice, cost: cents(0.7 * streetPrice), anchor: listPrice, listPrice, most: listPrice };
}

function hardFacts(task: BazaarTask, listing: BazaarListing | undefined, seed: number): Money {
  const rng = createRng(seed).split('bazaar+hard');
  const [budgetScale, costScale, anchorScale, listScale] = [
    rng.uniform(0.8, 1.2),
    rng.uniform(0.7, 1.3),
    rng.uniform(0.85, 1.15),
    rng.uniform(0.85, 1.15),
  ] as const;
  if (listing) {
    const { listPrice, streetPrice } = listing;
    const cost = cents(0.7 * streetPrice * costScale);
    return {
      budget: cents(listPrice * budgetScale),
      cost,
      // Where the street price is nearly the list price, the draw may fall below what the seller paid.
      anchor: Math.max(cost, cents(listPrice * anchorScale)),
      listPrice,
      most: cents(1.5 * listPrice),
    };
  }
  const cost = cents(task.cost * costScale);
  return {
    budget: cents(task.budget * budgetScale),
    cost,
    anchor: cents(cost * task.anchor * anchorScale),
    listPrice: cents(cost * task.anchor * listScale),
    most: 1.5 * task.budget,
  };
}

/** Rounds until the seller leaves: up to two fewer than the game has, and an impatient one goes two rounds sooner still. */
function drawPatience(rounds: number, personality: Personality, seed: number): number {
  const fewer = createRng(seed).split('patience').integer(3);
  return Math.max(4, rounds - fewer - (personality === 'impatient' ? 2 : 0));
}

/** Only a listing whose street price is below its list price leaves room for a bargain. */
const bargains = listings.filter(
  ({ field, listPrice, streetPrice }) => field === 'goods' && 0 < streetPrice && streetPrice < listPrice,
);

function drawListing(seed: number): BazaarListing {
  return createRng(seed).split('listing').pick(bargains);
}

function itemOf({ title, category, description, currency, listPrice }: BazaarListing): Item {
  return { title, category, description, currency, listPrice };
}

function goodsItem(deal: number, listPrice: number): Item {
  const title = GOODS[(deal - 1) % GOODS.length] as string;
  return { title, category: 'bazaar', description: `A ${title}, at a bazaar stall.`, listPrice, currency: 'INR' };
}
