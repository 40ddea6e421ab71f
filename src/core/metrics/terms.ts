/**
 * What TERMS-Bench (arXiv 2605.13909) reports, from its games alone: SE+ is the mean of `terms-surplus`, AGR+ of `terms-agreement`,
 * CSE+ of `terms-surplus-in-deals`, FAGR- of `terms-false-agreement`, BE_type of `terms-belief-error`, CritViol of `terms-violation`.
 * How the original averages beliefs over a game and scales the Brier score is not published: here the mean over the turns in which
 * all three were stated, and the sum over the stances.
 */

import { scoreBelief } from '../beliefs/score.ts';
import { statedIn } from '../beliefs/stated.ts';
import { type PriceScenario, zoneOf } from '../domains/price/price.ts';
import { typeOf } from '../domains/terms/brief.ts';
import { difficultyOf } from '../domains/terms/grade.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { defineMetric, type Metric } from './metric.ts';

const SOURCE = 'TERMS-Bench (2026)';

/** A metric of its games only, where a deal is possible, is not, or wherever. */
function termsMetric(
  name: string,
  about: string,
  where: 'feasible' | 'infeasible' | 'both',
  of: (episode: Episode, seat: Seat) => number | undefined,
  within?: Metric['within'],
): Metric {
  return defineMetric({
    name,
    about,
    source: SOURCE,
    domains: ['price'],
    per: 'seat',
    within,
    of(episode, seat) {
      const scenario = episode.scenario as PriceScenario;
      if (typeOf(scenario, seat) === undefined) return undefined;
      const feasible = zoneOf(scenario).width > 0;
      if (where !== 'both' && feasible !== (where === 'feasible')) return undefined;
      return of(episode, seat);
    },
  });
}

const isDeal = ({ result }: Episode): boolean => result.kind === 'agreement';
const utilityOf = ({ result }: Episode, seat: Seat): number =>
  result.kind === 'agreement' ? (result.utility[seat] as number) : 0;

export const termsSurplus = termsMetric(
  'terms-surplus',
  'own share of the zone, no deal as 0, where a deal is possible (mean: SE+)',
  'feasible',
  utilityOf,
);

export const termsAgreement = termsMetric(
  'terms-agreement',
  'whether there was a deal, where one is possible (mean: AGR+)',
  'feasible',
  (episode) => Number(isDeal(episode)),
  [0, 1],
);

export const termsSurplusInDeals = termsMetric(
  'terms-surplus-in-deals',
  'own share of the zone in deals alone, where a deal is possible (mean: CSE+)',
  'feasible',
  (episode, seat) => (isDeal(episode) ? utilityOf(episode, seat) : undefined),
);

export const termsFalseAgreement = termsMetric(
  'terms-false-agreement',
  'whether there was a deal, where none is rational (mean: FAGR-)',
  'infeasible',
  (episode) => Number(isDeal(episode)),
  [0, 1],
);

export const termsBeliefError = termsMetric(
  'terms-belief-error',
  '(distance of the reservation / range + distance of the urgency + Brier score of the stance) / 3, the mean over the turns in which all were stated (mean: BE_type)',
  'both',
  (episode, seat) => {
    const turns = new Map<number, number[]>();
    for (const { turn, question, asked, belief, truth } of statedIn(episode, seat)) {
      if (question !== 'reservation' && question !== 'urgency' && question !== 'stance') continue;
      const { error, brier } = scoreBelief(asked, belief, truth);
      const score = error ?? brier;
      if (score !== undefined) turns.set(turn, [...(turns.get(turn) ?? []), score]);
    }
    const whole = [...turns.values()].filter(({ length }) => length === 3);
    if (whole.length === 0) return undefined;
    return whole.flat().reduce((sum, score) => sum + score, 0) / (3 * whole.length);
  },
  [0, 4 / 3],
);

export const termsViolation = termsMetric(
  'terms-violation',
  'whether an act of this seat was refused or it made a deal past its own reservation (mean: CritViol)',
  'both',
  (episode, seat) => {
    const refused = episode.events.some((event) => event.type === 'action-refused' && event.seat === seat);
    return Number(refused || utilityOf(episode, seat) < 0);
  },
  [0, 1],
);

export const termsDifficulty = termsMetric(
  'terms-difficulty',
  'how hard the episode is, by the grader of the original: 0 to 1',
  'both',
  ({ scenario }, seat) => difficultyOf(scenario as PriceScenario, seat),
);
