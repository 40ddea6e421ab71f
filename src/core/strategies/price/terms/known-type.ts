/**
 * What the best agent could expect from a TERMS-Bench counterpart whose type it knew: an upper bound by dynamic programming over the
 * round and the counterpart's price.
 *
 * A bound, since the row of own offers is left out of the state: steps never count against the agent, and a rigid last step counts
 * where that helps it. It holds up to the grid of prices and the quadrature of the noise.
 */
import type { TermsType } from '../../../domains/terms/brief.ts';
import { conducts, stances } from '../../../domains/terms/families.ts';
import { concessionPace, logistic } from './conduct.ts';
import { ROUNDS } from './posterior.ts';

export interface KnownGame {
  readonly type: Pick<TermsType, 'family' | 'stance' | 'urgency'>;
  /** The zone's width and how far its opening price lies beyond its reservation, both in hundredths of the range. */
  readonly width: number;
  readonly opening: number;
  readonly agentOpens: boolean;
}

const GAPS = 60;
const OFFERS = 24;
/** Standard normals at the middle of each tenth. */
const TENTHS = [-1.645, -1.036, -0.674, -0.385, -0.126, 0.126, 0.385, 0.674, 1.036, 1.645] as const;

/** The expected share of the zone. */
export function knownTypeBound({ type, width, opening, agentOpens }: KnownGame): number {
  if (!(width > 0)) return 0;
  const conduct = conducts[type.family];
  const stance = stances.indexOf(type.stance);
  const pace = concessionPace(type.urgency, conduct, stance, 0);
  const deviation = 100 * conduct.noise;
  const most = Math.max(opening, 1e-6);
  const gaps = Array.from({ length: GAPS + 1 }, (_, i) => (most * i) / GAPS);
  const taking = (gap: number) => Math.max(0, (width - gap) / width);
  const lastAnswered = agentOpens ? ROUNDS : ROUNDS - 1;
  /** By gap, from the round after. */
  let next: number[] | undefined;
  const at = (values: readonly number[], gap: number): number => {
    const place = Math.min(GAPS, (gap / most) * GAPS);
    const left = Math.min(GAPS - 1, Math.floor(place));
    return (values[left] as number) + (place - left) * ((values[left + 1] as number) - (values[left] as number));
  };
  const offering = (round: number, later: number): number => {
    let best = later;
    for (let i = 0; i <= OFFERS; i++) {
      const given = (width * i) / OFFERS;
      const odds = (6 * given) / 100 + type.urgency - 2 * (1 - Math.sqrt(round / ROUNDS));
      const takes = logistic(odds + (round > 2 ? Math.max(0, conduct.rigid[stance] as number) : 0));
      best = Math.max(best, takes * (1 - given / width) + (1 - takes) * later);
    }
    return best;
  };
  for (let round = ROUNDS; round >= (agentOpens ? 2 : 1); round--) {
    const after = next;
    next = gaps.map((gap) => {
      if (round > lastAnswered) return taking(gap);
      let later = 0;
      if (after)
        for (const noise of TENTHS) {
          const moved = Math.min(gap, Math.max(0, gap * (1 - pace) + deviation * noise));
          later += at(after, moved) / TENTHS.length;
        }
      return Math.max(taking(gap), offering(round, later));
    });
  }
  const priced = at(next as number[], opening);
  return agentOpens ? offering(1, priced) : priced;
}
