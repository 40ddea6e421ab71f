/**
 * A bazaar seller before it speaks: its opening ask, the least it sells for, its pace and its horizon (BazaarBATNA's), all from its
 * private brief and its personality. Without a brief it takes BazaarBATNA's defaults for a task, and its target as the ask.
 */

import { bazaarView } from '../../../domains/bazaar/brief.ts';
import { roundOf } from '../../../domains/bazaar/scenario.ts';
import type { Luck, Personality, Stall } from '../../../domains/bazaar/stall.ts';
import type { PriceView } from '../../../domains/price/price.ts';
import { cents, clamp } from '../../../math.ts';

export interface SellerSetUp {
  readonly personality: Personality;
  readonly concedes: 'clock' | 'answer';
  readonly anchor: number;
  readonly reserve: number;
  readonly cost: number;
  /** Share of the anchor given up each round. */
  readonly rate: number;
  readonly pressure: number;
  readonly rounds: number;
  readonly walk: number;
  /** The original's draws, where the brief names them. */
  readonly luck: Luck | undefined;
}

const PACE = { default: 1, deceptive: 0.7, impatient: 1.5, collaborative: 1.3 } as const;
const ANCHOR = { default: 1, deceptive: 1.15, impatient: 1, collaborative: 0.9 } as const;
const MOST_RATE = 0.25;
/** Which share of its ask it takes at once, and how its type bears on the chance to leave and to take a late bid. */
export const NEAR = { default: 0.98, impatient: 0.98, collaborative: 0.95, deceptive: 1 } as const;
export const LEAVES = { default: 1, impatient: 1.5, collaborative: 0.3, deceptive: 1 } as const;
export const TAKES = { default: 1, impatient: 1.3, collaborative: 1, deceptive: 0.6 } as const;

export function setUp(
  view: PriceView,
  personality: Personality | 'task',
  mode: Stall['concedes'] | 'task',
): SellerSetUp {
  const { reservation: cost, target, deadline, stall } = bazaarView(view).own;
  const kind = personality === 'task' ? (stall?.personality ?? 'default') : personality;
  const { concession = 0.08, inventory = 1, walk = 0.1, capitulation = 0 } = stall ?? {};
  const { low, high } = view.public.range;
  const reserve = clamp(cost * (kind === 'collaborative' ? 1.02 : 1.05), low, high);
  // Inventory is never sold down within a deal, so more than one of a thing is full pressure and one is half.
  const pressure = inventory <= 1 ? 0.5 : 1;
  const rate = concession * PACE[kind] * (1 + 0.5 * pressure) * (1 - 0.3 * capitulation);
  const announced = stall?.rounds ?? Math.max(1, roundOf(view.turnLimit));
  const enforced = view.public.deadlines === 'enforced' ? deadline : undefined;
  return {
    personality: kind,
    concedes: mode === 'task' ? (stall?.concedes ?? 'clock') : mode,
    anchor: clamp(target * ANCHOR[kind], reserve, high),
    reserve,
    cost,
    rate: Math.min(MOST_RATE, rate),
    pressure,
    rounds: enforced ? roundOf(enforced) : kind === 'impatient' ? Math.max(4, announced - 2) : announced,
    walk,
    luck: stall?.luck,
  };
}

/** An ask in whole cents, never under the reserve. */
export function asked(x: number, { reserve }: Pick<SellerSetUp, 'reserve'>): number {
  return cents(Math.max(x, reserve));
}
