/**
 * What a bazaar task adds to the private facts of a price game, and the tells its faithful seller shows
 * (BazaarBATNA). The seller's reservation is its cost and its target the ask before its personality changes it; the least it
 * sells for, its reserve, is its own affair and a little above cost.
 */
export const personalities = ['default', 'deceptive', 'impatient', 'collaborative'] as const;
export type Personality = (typeof personalities)[number];

/** A seller's private brief. */
export interface Stall {
  readonly personality: Personality;
  /** clock: the ask falls with every round, whatever the buyer does (the original). answer: only when the buyer moves. */
  readonly concedes: 'clock' | 'answer';
  /** Rounds that the task gives; an impatient seller takes two off. */
  readonly rounds: number;
  /** Share of the opening ask given up each round, before personality and pressure. */
  readonly concession: number;
  readonly inventory: number;
  /** Chance to leave over a lowball in the last round; less before. */
  readonly walk: number;
  /** How often this buyer capitulated in its last ten deals: 0 to 1. */
  readonly capitulation: number;
  /** Where the original's own luck decides, draw by draw, and not the stream of the game. */
  readonly luck?: Luck;
}

/** What BazaarBATNA seeded its generator with, and from how many listings it first drew one, where a task has listings. */
export interface Luck {
  readonly seed: number;
  readonly listings?: number;
}

/** Why this is no brief for a seller. */
export function stallProblem(stall: Stall): string | undefined {
  if (!personalities.includes(stall.personality)) return `personality must be one of ${personalities.join(', ')}`;
  if (stall.concedes !== 'clock' && stall.concedes !== 'answer') return 'concedes must be clock or answer';
  for (const key of ['rounds', 'concession', 'inventory', 'walk', 'capitulation'] as const) {
    const value: unknown = stall[key];
    const most = key === 'rounds' || key === 'inventory' ? 10_000 : 1;
    if (typeof value !== 'number' || !(value >= 0 && value <= most)) return `${key} must be a number from 0 to ${most}`;
  }
  return stall.luck === undefined ? undefined : luckProblem(stall.luck, stall.concedes);
}

function luckProblem({ seed, listings }: Luck, concedes: Stall['concedes']): string | undefined {
  if (!Number.isSafeInteger(seed) || seed < 0) return 'the seed of luck must be a whole number from 0 to 2^53 - 1';
  if (listings !== undefined && !(Number.isInteger(listings) && listings >= 1 && listings <= 1e9))
    return 'the listings of luck must be a whole number from 1 to 1000000000';
  return concedes === 'clock' ? undefined : 'luck is the original’s, whose sellers concede by the clock';
}

/** What a buyer knows of its own career so far, over its last ten deals. */
export interface CareerRecord {
  readonly deals: number;
  readonly capitulation: number;
  /** Over completed deals; 0 without one. */
  readonly surplus: number;
  readonly rounds: number;
}

export interface SyntheticTells {
  readonly urgency: number;
  readonly confidence: number;
  readonly deception: number;
  readonly escalation: number;
  readonly fidget: number;
  readonly rounding: 'round' | 'precise';
  readonly speed: 'instant' | 'normal' | 'deliberate';
  readonly pattern: 'steady' | 'erratic' | 'front_loaded' | 'stalling';
  readonly eyes: 'steady' | 'avoidant' | 'intense';
  readonly posture: 'neutral' | 'leaning_in' | 'arms_crossed';
  readonly repeats: number;
  readonly topicChanges: number;
}
