/** The scores of bazaar tasks: what each task's own grader says of a buyer, all deals of a career together. */

import { type Episode, findBazaarTask, scoreTask } from '../../core/index.ts';
import { sittingOf } from '../experiment/draws.ts';
import { gamesOf, groupBy, type Row, rowsWith } from '../experiment/rows.ts';
import { bootstrapMean } from '../statistics/index.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';

export function bazaarSection(
  rows: readonly Row[],
  order: readonly string[],
  controls: readonly string[],
): Section | undefined {
  const graded = rows.filter(({ episode, seat }) => findBazaarTask(String(episode.source.task)) && seat !== 'seller');
  const tasks = [...new Set(graded.map(({ episode }) => String(episode.source.task)))];
  if (tasks.length === 0) return undefined;
  const scored = (agent: string, task: string): Cell[] => {
    const games = graded.filter((row) => row.agent === agent && row.episode.source.task === task);
    const sittings = [
      ...groupBy(games, ({ episode, opponent, seat }) => [sittingOf(episode), opponent, seat].join('|')).values(),
    ];
    const scores = sittings.map((deals) => ({ cluster: deals[0]?.cluster as string, score: scoreOf(task, deals) }));
    const known = scores.flatMap(({ score }) => score ?? []);
    const observations = scores.map(({ cluster, score }) => ({ cluster, value: score?.score }));
    const mean = bootstrapMean(observations, { within: [0, 1] });
    const success =
      known.length > 0 ? known.filter(({ success: reached }) => reached).length / known.length : undefined;
    return [cell.estimate(mean), cell.share(success)];
  };
  return {
    title: 'Bazaar scores',
    about:
      "The task's own grader, 0 to 1, and the share of games that reach its threshold. A threshold that an agent without a model (`null`, or a wrapper around a silent model) also reaches says nothing about a model.",
    table: {
      head: ['buyer', ...tasks.flatMap((task) => [task, `success (≥ ${findBazaarTask(task)?.task.threshold})`])],
      words: [0],
      rows: order.map((agent) => [agent, ...tasks.flatMap((task) => scored(agent, task))]),
      games: order.map((agent) => gamesOf(rowsWith(graded, agent))),
      quiet: order.flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
  };
}

function scoreOf(task: string, deals: readonly Row[]) {
  const dealOf = ({ source }: Episode) => Number(source.deal ?? 1);
  const episodes = deals.map(({ episode }) => episode).sort((a, b) => dealOf(a) - dealOf(b));
  return scoreTask(task, episodes, deals[0]?.seat);
}
