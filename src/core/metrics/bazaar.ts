/**
 * What BazaarBATNA would have said of a deal played under one of its tasks, which the episode's source names. The graders of
 * several deals are means, so the mean of `bazaar-score` over a career is the task's score; the others look at one deal only.
 */
import { bazaarRewards, findBazaarTask, scoreTask } from '../domains/bazaar/index.ts';
import type { Episode } from '../transcript.ts';
import { defineMetric } from './metric.ts';

export const bazaarScore = defineMetric({
  name: 'bazaar-score',
  about: "the grader of the episode's bazaar task on this deal",
  source: 'BazaarBATNA, graders G1 to G6',
  domains: ['price'],
  per: 'episode',
  of(episode) {
    const task = taskOf(episode);
    return task === undefined ? undefined : scoreTask(task, [episode])?.score;
  },
});

export const bazaarReward = defineMetric({
  name: 'bazaar-reward',
  about: "sum of BazaarBATNA's step rewards: a deal's surplus discounted by time, and its penalties",
  source: 'BazaarBATNA, environment',
  domains: ['price'],
  per: 'episode',
  of: (episode) =>
    taskOf(episode) === undefined ? undefined : bazaarRewards(episode).reduce((sum, { reward }) => sum + reward, 0),
});

function taskOf({ source: { task } }: Episode): string | undefined {
  return typeof task === 'string' && findBazaarTask(task) ? task : undefined;
}
