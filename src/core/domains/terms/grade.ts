/**
 * How hard an episode is for the side in this seat, by TERMS-Bench's own grader, and its five bins. Feasible: a narrow zone, less
 * urgency across than at home, an aggressive stance. Without a zone: a small gap, misleading cues, a friendly stance.
 */
import { exp } from '../../math.ts';
import type { Seat } from '../../types.ts';
import { type PriceScenario, zoneOf } from '../price/price.ts';
import { typeOf } from './brief.ts';
import { cuesOf, stances } from './families.ts';

const MISLEADING = { true: 0, muted: 0.5, noisy: 0.75, pressing: 1 } as const;

/** The fifths of the suite. Each edge is the grade of an episode, which belongs to the bin below. */
export const difficultyEdges = [
  0.4536129287761157, 0.5429242523551194, 0.6091654028628332, 0.6952882245562544,
] as const;
export const difficultyBins = ['easiest', 'easy', 'medium', 'hard', 'hardest'] as const;

/** Undefined in a game of another sampler. */
export function difficultyOf(scenario: PriceScenario, seat: Seat): number | undefined {
  const other = seat === 'buyer' ? 'seller' : 'buyer';
  const [own, across] = [typeOf(scenario, seat), typeOf(scenario, other)];
  if (!own || !across) return undefined;
  const { low, high } = scenario.public.range;
  const width = (100 * zoneOf(scenario).width) / (high - low);
  const hardness = stances.indexOf(across.stance) / 2;
  if (width > 0) {
    const weaker = Math.max(0, (own.urgency - across.urgency) / (own.urgency + across.urgency + 1e-6));
    return (0.45 * (1 - width / 100) + 0.25 * weaker + 0.2 * hardness) / 0.9;
  }
  return 0.6 * exp(width / (100 + 1e-6)) + 0.25 * MISLEADING[cuesOf[across.family]] + 0.15 * (1 - hardness);
}

export function difficultyBin(grade: number): (typeof difficultyBins)[number] {
  const bin = difficultyEdges.filter((edge) => grade > edge + 1e-12).length;
  return difficultyBins[bin] as (typeof difficultyBins)[number];
}
