/**
 * The tasks of the environment: a literal list. A task draws a scenario from a seed and names who sits across by default.
 *
 * `reward` is the range that a step's reward can take in this task: the utility of src/core, paid when the game ends. Prices
 * past one's own reservation pay less than 0 and prices past the other's more than 1, by as much as the public price range
 * allows over the narrowest zone the sampler draws. Splits hold scenarios of their own: no seed is in two of them.
 */
import { type Domain, domains, type Episode, listings, type Seat } from '../core/index.ts';
import { type Chosen, chooseScenarioOf, type DomainName, type ScenarioChoice } from '../lab/scenarios.ts';

export interface Task {
  readonly name: string;
  readonly domain: Domain;
  readonly about: string;
  readonly difficulty: 'easy' | 'medium' | 'hard';
  readonly reward: { readonly low: number; readonly high: number };
  /** The spec of who sits across when nobody is named. */
  readonly opponent: string;
  scenario(seed: number, options: TableOptions): Chosen;
  /** The task's own score beside the utility, where it has one. */
  grade?(episode: Episode, seat: Seat): { readonly score: number; readonly success: boolean };
}

export interface TableOptions {
  readonly turnLimit?: number;
  readonly opens?: Seat;
  /** A listing by its id, for price tasks. */
  readonly listing?: string;
}

const PRICE_OPPONENT = 'worded:clean:boulware_firm@templates';

function drawn(
  domain: DomainName,
  name: string,
  about: string,
  difficulty: Task['difficulty'],
  reward: Task['reward'],
  choice: Omit<ScenarioChoice, 'seed'>,
): Task {
  return {
    name,
    domain: domains[domain],
    about,
    difficulty,
    reward,
    opponent: domain === 'price' ? PRICE_OPPONENT : 'boulware',
    scenario: (seed, { listing, ...options }) =>
      chooseScenarioOf(domain, {
        ...choice,
        ...options,
        ...(listing === undefined ? {} : { scenario: listing }),
        seed,
      }),
  };
}

const WIDE = { low: -5.6, high: 5.6 };
const NARROW = { low: -60, high: 60 };
const EMPTY = { low: -1, high: 1 };
const SHARE = { low: 0, high: 1 };

export const tasks: readonly Task[] = [
  drawn('price', 'price-wide', 'one item, one price; a wide zone of agreement', 'easy', WIDE, { zone: 'wide' }),
  drawn('price', 'price-narrow', 'one item, one price; a narrow zone', 'medium', NARROW, { zone: 'narrow' }),
  drawn('price', 'price-empty', 'no price suits both: walking away is best', 'hard', EMPTY, { zone: 'empty' }),
  drawn('price', 'price-any', 'wide, narrow or empty, and nobody says which', 'hard', NARROW, {}),
  drawn(
    'price',
    'price-janus',
    "the Janus lab's game: the zone is always 500 wide",
    'medium',
    { low: -1.6, high: 2.6 },
    { sampler: 'janus' },
  ),
  drawn('items', 'items-dond', 'Deal or No Deal: books, hats and balls', 'medium', SHARE, { sampler: 'dond' }),
  drawn('items', 'items-casino', 'CaSiNo: food, water and firewood', 'medium', SHARE, { sampler: 'casino' }),
  drawn('items', 'items-janus', "the Janus lab's four items", 'easy', SHARE, { sampler: 'janus' }),
];

export const splits = {
  train: { from: 1_000_000, count: 1000 },
  validation: { from: 2_000_000, count: 100 },
  test: { from: 3_000_000, count: 200 },
} as const;
export type SplitName = keyof typeof splits;

/** One scenario of one task: an index of a split counts through the tasks, and then through their seeds. */
export interface TaskEntry {
  readonly task: string;
  readonly split: SplitName;
  readonly index: number;
}

export function countEntries(split: SplitName): number {
  return splits[split].count * tasks.length;
}

export function entryAt(split: SplitName, index: number): TaskEntry {
  const task = tasks[index % tasks.length] as Task;
  return { task: task.name, split, index: Math.floor(index / tasks.length) };
}

export function seedOf(split: SplitName, index: number): number {
  return splits[split].from + index;
}

export function findTask(name: string): Task | undefined {
  return tasks.find((task) => task.name === name);
}

export function isListing(id: string): boolean {
  return listings.some((listing) => listing.id === id);
}
