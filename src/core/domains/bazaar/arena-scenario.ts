/**
 * marketplace_arena as a scenario of the arena domain: one seller who never leaves over a lowball, twelve rounds, three buyers.
 * Faithful: every buyer has the same budget, which nothing checks, and a bidder who left can still win. Hardened: each budget is
 * drawn by itself and binds, and who leaves is out.
 */
import { cents } from '../../math.ts';
import { createRng } from '../../rng.ts';
import type { Seat } from '../../types.ts';
import { type ArenaScenario, arena } from '../arena/arena.ts';
import type { PricePrivate } from '../price/price.ts';
import type { BazaarPrivate } from './brief.ts';
import { bazaarScenario, targetFor } from './scenario.ts';
import { findBazaarTask } from './tasks.ts';

export interface ArenaOptions {
  readonly seed: number;
  /** Default: the task's. */
  readonly buyers?: number;
}

export function arenaScenario(name: string, { seed, buyers }: ArenaOptions): ArenaScenario {
  const found = findBazaarTask(name);
  if (!found || found.task.buyers < 2) throw new RangeError(`"${name}" is no task with several buyers`);
  const { task, hard } = found;
  const seats = arenaBuyers(buyers ?? task.buyers);
  const base = bazaarScenario(name, { seed });
  const { firstOffer: _, deadlines: __, ...facts } = base.public;
  const { deadline: ___, stall, ...seller } = base.private.seller as BazaarPrivate;
  const purse = createRng(seed).split('purses');
  const brief = (): PricePrivate => {
    const reservation = hard ? cents(task.budget * purse.uniform(0.6, 1.2)) : task.budget;
    return { reservation, target: targetFor(reservation) };
  };
  const keeper: BazaarPrivate = { ...seller, stall: stall && { ...stall, walk: 0 } };
  return {
    domain: arena.name,
    version: arena.version,
    id: base.id,
    public: {
      ...facts,
      buyers: seats,
      leavers: hard ? 'out' : 'may-win',
      budgets: hard ? 'binding' : 'open',
    },
    private: {
      ...Object.fromEntries(seats.map((seat) => [seat, brief()])),
      seller: keeper,
    },
  };
}

/** buyer-1, buyer-2 ... */
export function arenaBuyers(count: number): Seat[] {
  return Array.from({ length: count }, (_, i) => `buyer-${i + 1}`);
}
