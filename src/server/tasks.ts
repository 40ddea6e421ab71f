/**
 * The tasks of the environment: a literal list. A task draws a scenario from a seed and names who sits across by default.
 *
 * `reward` is the range that a step's reward can take in this task: the utility of src/core, paid when the game ends. Prices
 * past one's own reservation pay less than 0 and prices past the other's more than 1, by as much as the public price range
 * allows over the narrowest zone the sampler draws. Splits hold scenarios of their own: no seed is in two of them.
 */
import {
  arena,
  arenaScenario,
  type BazaarTask,
  bazaarScenario,
  bazaarTaskNames,
  careerRecord,
  type Domain,
  dealRecord,
  dealSeed,
  domains,
  type Episode,
  findBazaarTask,
  listings,
  type Seat,
  scoreTask,
} from '../core/index.ts';
import { type Chosen, chooseScenarioOf, type ScenarioChoice } from '../lab/scenarios.ts';

export interface Task {
  readonly name: string;
  readonly domain: Domain;
  readonly about: string;
  readonly difficulty: BazaarTask['difficulty'];
  readonly reward: { readonly low: number; readonly high: number };
  /** The spec of who sits across when nobody is named. */
  readonly opponent: string;
  /** Where a seat needs another than that. */
  readonly opponents?: Readonly<Record<Seat, string>>;
  /** Games in a row, each with the record of those before; 1 where nothing is said. */
  readonly deals: number;
  /** The scenario of the next deal, with the seed of its agents. */
  scenario(seed: number, options: TableOptions, played?: readonly Episode[]): Chosen & { readonly seed: number };
  /** The task's own score beside the utility, where it has one; undefined when a deal broke down. */
  grade?(episodes: readonly Episode[], seat: Seat): { readonly score: number; readonly success: boolean } | undefined;
}

interface TableOptions {
  readonly turnLimit?: number;
  readonly opens?: Seat;
  /** A listing by its id, for price tasks. */
  readonly listing?: string;
}

const PRICE_OPPONENT = 'worded:clean:boulware_firm@templates';

function drawn(
  domain: keyof typeof domains,
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
    deals: 1,
    scenario: (seed, { listing, ...options }) => {
      const scenario = listing === undefined ? {} : { scenario: listing };
      return { ...chooseScenarioOf(domain, { ...choice, ...options, ...scenario, seed }), seed };
    },
  };
}

/** A task of BazaarBATNA, as it was or hardened, with its grader. Who opens, how long and about what is the task's affair. */
function bazaar(name: string): Task {
  const { task, hard } = findBazaarTask(name) as { task: BazaarTask; hard: boolean };
  const several = task.buyers > 1;
  return {
    name,
    domain: (several ? arena : domains.price) as Domain,
    about: `BazaarBATNA's ${task.name.replaceAll('_', ' ')}${hard ? ', hardened' : ''}`,
    difficulty: task.difficulty,
    reward: bazaarReward(task, hard),
    opponent: 'bazaar:smart',
    opponents: { seller: 'bazaar:seller' },
    deals: task.deals,
    scenario(seed, _options, played = []) {
      const deal = played.length + 1;
      const records = played.flatMap((episode) => dealRecord(episode) ?? []);
      const career = records.length > 0 ? careerRecord(records) : undefined;
      return {
        scenario: several ? arenaScenario(name, { seed }) : bazaarScenario(name, { seed, deal, career }),
        source: { task: name, seed, ...(task.deals > 1 && { deal }) },
        seed: dealSeed(seed, deal),
      };
    },
    // The graders are the buyer's.
    grade: (episodes, seat) => (seat === 'seller' ? undefined : scoreTask(name, episodes, seat)),
  };
}

function bazaarReward({ listings, buyers }: BazaarTask, hard: boolean): Task['reward'] {
  if (!hard) return listings ? { low: -3.4, high: 3.4 } : { low: -0.5, high: 1.5 };
  if (buyers > 1) return { low: -7, high: 7 };
  return listings ? { low: -60, high: 60 } : { low: -2, high: 3 };
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
  ...bazaarTaskNames.map(bazaar),
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
