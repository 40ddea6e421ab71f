/**
 * The nine tasks of BazaarBATNA as one table. Rounds are those of one deal: a round is the buyer's act and the
 * seller's answer, after the seller has opened with its ask. Each task exists twice: under its name as the original plays it,
 * and as NAME+hard with the rules mended; scenario.ts says what that means.
 */
import type { Personality } from './stall.ts';

export interface BazaarTask {
  readonly name: string;
  /** What there is to do, for who has not seen the original. */
  readonly about: string;
  readonly difficulty: 'easy' | 'medium' | 'hard' | 'expert';
  /** Rounds of each deal, as announced. */
  readonly rounds: number;
  /** Rounds after which it really ends, where that is fewer. */
  readonly effectiveRounds?: number;
  /** Rounds of each deal in the hardened version, where the original has too few to reach a fair price. */
  readonly hardRounds?: number;
  /** Deals in a row. */
  readonly deals: number;
  readonly concession: number;
  readonly inventory: number;
  readonly walk: number;
  /** The buyer's private deadline, in rounds. */
  readonly deadline?: number;
  readonly personality: Personality;
  /** Whether the seller hears how often this buyer capitulated before. */
  readonly career: boolean;
  /** A score from here on is a success. */
  readonly threshold: number;
  readonly grader: 'G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6';
  readonly budget: number;
  readonly cost: number;
  /** Opening ask / cost, before personality. */
  readonly anchor: number;
  readonly buyers: number;
  /** Whether each game is about a listing, at its list and street price. */
  readonly listings: boolean;
}

const usual = {
  deals: 1,
  inventory: 1,
  personality: 'default',
  career: false,
  budget: 100,
  cost: 30,
  anchor: 2,
  buyers: 1,
  listings: false,
} as const;

export const bazaarTasks = [
  {
    ...usual,
    name: 'single_deal',
    about: 'one purchase from a seller who concedes slowly',
    difficulty: 'easy',
    rounds: 8,
    concession: 0.08,
    walk: 0.05,
    threshold: 0.3,
    grader: 'G1',
  },
  {
    ...usual,
    name: 'asymmetric_pressure',
    about: 'the buyer alone has a deadline, and must not let it show',
    difficulty: 'medium',
    rounds: 8,
    concession: 0.06,
    inventory: 5,
    walk: 0.08,
    deadline: 5,
    threshold: 0.4,
    grader: 'G2',
  },
  {
    ...usual,
    name: 'career_10',
    about: 'ten purchases in a row from a seller who remembers how often this buyer gave in',
    difficulty: 'hard',
    rounds: 8,
    deals: 10,
    concession: 0.07,
    inventory: 10,
    walk: 0.1,
    career: true,
    threshold: 0.5,
    grader: 'G3',
  },
  {
    ...usual,
    name: 'deceptive_seller',
    about: 'a seller who bluffs about other buyers and its limit',
    difficulty: 'hard',
    rounds: 10,
    concession: 0.06,
    inventory: 3,
    walk: 0.05,
    personality: 'deceptive',
    threshold: 0.35,
    grader: 'G4',
  },
  {
    ...usual,
    name: 'impatient_seller',
    about: 'a seller who concedes faster and leaves before the announced end',
    difficulty: 'medium',
    rounds: 8,
    effectiveRounds: 6,
    concession: 0.08,
    walk: 0.15,
    personality: 'impatient',
    threshold: 0.3,
    grader: 'G4',
  },
  {
    ...usual,
    name: 'collaborative_seller',
    about: 'a seller who looks for a price that suits both',
    difficulty: 'easy',
    rounds: 8,
    concession: 0.1,
    walk: 0.02,
    personality: 'collaborative',
    threshold: 0.4,
    grader: 'G4',
  },
  {
    ...usual,
    name: 'read_the_tells',
    about: 'five short purchases from a seller who bluffs and gives itself away by its tells',
    difficulty: 'expert',
    // Ten steps over five deals: with two rounds each, no buyer can reach a low price.
    rounds: 2,
    hardRounds: 10,
    deals: 5,
    concession: 0.05,
    inventory: 5,
    walk: 0.08,
    personality: 'deceptive',
    career: true,
    threshold: 0.45,
    grader: 'G5',
    anchor: 2.2,
  },
  {
    ...usual,
    name: 'marketplace_arena',
    about: 'three buyers compete for one item of one seller',
    difficulty: 'expert',
    rounds: 12,
    concession: 0.06,
    walk: 0.05,
    threshold: 0.3,
    grader: 'G4',
    buyers: 3,
  },
  {
    ...usual,
    name: 'amazon_realistic',
    about: 'one purchase of an everyday article, at its list price',
    difficulty: 'medium',
    rounds: 8,
    concession: 0.08,
    walk: 0.05,
    threshold: 0.3,
    grader: 'G6',
    listings: true,
  },
] as const satisfies readonly BazaarTask[];

export type BazaarTaskName = (typeof bazaarTasks)[number]['name'];

/** A task and whether its rules are the mended ones: "single_deal" or "single_deal+hard". */
export interface NamedTask {
  readonly task: BazaarTask;
  readonly hard: boolean;
}

export const bazaarTaskNames: readonly string[] = bazaarTasks.flatMap(({ name }) => [name, `${name}+hard`]);

export function findBazaarTask(name: string): NamedTask | undefined {
  const hard = name.endsWith('+hard');
  const bare = hard ? name.slice(0, -'+hard'.length) : name;
  const task = bazaarTasks.find((one) => one.name === bare);
  return task && { task, hard };
}
