/** Beliefs that a seat stated, against the truth: of each question its last statement, and the mean where several have the score. */
import { type BeliefScore, scoreBelief } from '../beliefs/score.ts';
import { type Statement, statedIn } from '../beliefs/stated.ts';
import { defineMetric, type Metric } from './metric.ts';

function metricOf(
  name: string,
  about: string,
  source: string,
  read: (score: BeliefScore) => number | undefined,
): Metric {
  return defineMetric({
    name,
    about,
    source,
    needs: 'questions',
    per: 'seat',
    of(episode, seat) {
      const last = new Map<string, Statement>();
      for (const statement of statedIn(episode, seat)) last.set(statement.question, statement);
      const scores = [...last.values()].flatMap(({ asked, belief, truth }) => {
        const score = read(scoreBelief(asked, belief, truth));
        return score === undefined ? [] : [score];
      });
      return scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : undefined;
    },
  });
}

export const beliefError = metricOf(
  'belief-error',
  'distance of a number from the truth / the range asked about; of values the mean distance, both scaled to add up to 1',
  'defined here',
  ({ error }) => error,
);

export const beliefBrier = metricOf(
  'belief-brier',
  'sum over the options of (chance - what is)^2: 0 is certain and right, 2 certain and wrong',
  'Brier (1950)',
  ({ brier }) => brier,
);

export const beliefRank = metricOf(
  'belief-rank',
  'rank correlation of the values stated with the true ones',
  'Spearman (1904)',
  ({ rank }) => rank,
);

export const beliefCoverage = metricOf(
  'belief-coverage',
  'share of the numbers whose stated ends hold the truth; ends are stated for four times in five',
  'defined here',
  ({ covered }) => (covered === undefined ? undefined : Number(covered)),
);
