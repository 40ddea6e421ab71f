/**
 * AgreeMate's nine measures for each configuration, and every formula variant by the level of reasoning (AgreeMate's runner, paper and files: three
 * versions of two formulas stood in one paper). As the original, what needs a deal is over deals only; the share of deals stands
 * beside it, and deals outside the span of both targets are counted, since fairness and bias have no bounds there.
 */

import { type Metric, metricFamilies, metrics } from '../../core/index.ts';
import { gamesOf, groupBy, type Row } from '../experiment/rows.ts';
import { bootstrapMean } from '../statistics/index.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';

const nine = [
  'agreement',
  'turns',
  'fairness',
  'bias',
  'aggressiveness',
  'bias-per-turn',
  'concession-rate-normalised',
  'relative-efficiency',
  'probing-ratio',
];

export function agreemateSections(
  rows: readonly Row[],
  order: readonly string[],
  controls: readonly string[],
): Section[] {
  const byAgent = groupBy(rows, ({ agent }) => agent);
  const columns = nine.flatMap((name) => metrics.find((metric) => metric.name === name) ?? []);
  const measures: Section = {
    title: 'AgreeMate measures',
    about:
      'Means over the games of each configuration, both roles, with 95 % intervals over scenarios; measures of a price are over deals only, as in the original. Out of range: deals at a price beyond the target of either side.',
    table: {
      head: ['configuration', ...columns.map(({ name }) => name), 'out of range'],
      words: [0],
      rows: order.map((agent) => {
        const games = byAgent.get(agent) ?? [];
        return [agent, ...columns.map((metric) => meanOf(games, metric)), cell.share(outOfRange(games))];
      }),
      games: order.map((agent) => gamesOf(byAgent.get(agent) ?? [])),
      quiet: order.flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
  };
  const levels = [...groupBy(rows, ({ agent }) => /[?&]reason=(\w+)/.exec(agent)?.[1] ?? '')].filter(
    ([level]) => level !== '',
  );
  if (levels.length < 2) return [measures];
  const plain = levels.map(
    ([level, games]) => [level, games.filter(({ agent }) => !agent.includes('persona='))] as const,
  );
  return [
    measures,
    {
      title: 'Every formula, by reasoning',
      about:
        'Reasoning: none; first, hidden from the other side; or after the answer, which it then cannot influence. Only configurations without a personality.',
      table: {
        head: ['formula', ...plain.map(([level]) => `reason=${level}`), 'what it is'],
        words: [0, plain.length + 1],
        rows: metricFamilies.agreemate.map((metric) => [
          metric.name,
          ...plain.map(([, games]) => meanOf(games, metric)),
          `${metric.about} (${metric.source})`,
        ]),
      },
    },
  ];
}

function meanOf(games: readonly Row[], metric: Metric): Cell {
  const observations = games.map(({ episode, seat, cluster }) => ({ cluster, value: metric.of(episode, seat) }));
  return cell.estimate(bootstrapMean(observations));
}

/** Bias outside -1 to 1: the price lies beyond a target. */
function outOfRange(games: readonly Row[]): number | undefined {
  const bias = metrics.find(({ name }) => name === 'bias') as Metric;
  const values = games.flatMap(({ episode, seat }) => bias.of(episode, seat) ?? []);
  return values.length > 0 ? values.filter((value) => Math.abs(value) > 1 + 1e-9).length / values.length : undefined;
}
