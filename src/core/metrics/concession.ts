/**
 * How a seat gives way: its own offers in order, each by the utility it would give its maker (see offers.ts). A step down is
 * a concession, a step up a retreat (Rosenschein and Zlotkin, Rules of Encounter, 1994: the monotonic concession protocol
 * forbids retreats). An accept is no offer and adds no step. All need two own offers.
 */
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { defineMetric, type Metric } from './metric.ts';
import { offersOf, ownWorths, SAME, sameTerms } from './offers.ts';

export const patience = ofSteps(
  'patience',
  'own offers before the first concession / own offers; 1 if there is none',
  'defined here',
  (steps) => {
    const first = steps.findIndex((step) => step > SAME);
    return first === -1 ? 1 : (first + 1) / (steps.length + 1);
  },
);

export const monotonicity = ofSteps(
  'monotonicity',
  'share of own steps that do not retreat',
  'Rosenschein and Zlotkin 1994',
  (steps) => steps.filter((step) => step >= -SAME).length / steps.length,
);

export const totalConcession = ofSteps(
  'total-concession',
  'own utility of the first own offer - of the last',
  'defined here',
  sum,
);

export const meanConcession = ofSteps(
  'mean-concession',
  'total-concession / number of own steps',
  'defined here',
  (steps) => sum(steps) / steps.length,
);

export const repetition = defineMetric({
  name: 'repetition',
  about: 'share of own offers after the first with the terms of the one before',
  source: 'AgreeMate, paper (small models repeat themselves)',
  needs: 'bargain',
  per: 'seat',
  of(episode, seat) {
    const offers = offersOf(episode, seat).map(({ offer }) => offer);
    if (offers.length < 2) return undefined;
    const repeated = offers.filter((offer, i) => i > 0 && sameTerms(offer, offers[i - 1] as typeof offer));
    return repeated.length / (offers.length - 1);
  },
});

function ofSteps(name: string, about: string, source: string, formula: (steps: readonly number[]) => number): Metric {
  return defineMetric({
    name,
    about,
    source,
    needs: 'bargain',
    per: 'seat',
    of(episode, seat) {
      const steps = concessionsOf(episode, seat);
      return steps.length === 0 ? undefined : formula(steps);
    },
  });
}

/** Own utility given up from each own offer to the next; negative for a retreat. */
function concessionsOf(episode: Episode, seat: Seat): number[] {
  const worths = ownWorths(episode, seat);
  return worths.slice(1).map((worth, i) => (worths[i] as number) - worth);
}

function sum(steps: readonly number[]): number {
  return steps.reduce((total, step) => total + step, 0);
}
