/** What each agent got in the measures of one's own: metrics of modules, and what scorers said. */

import type { Metric } from '../../core/index.ts';
import { gamesOf, type Row, rowsWith } from '../experiment/rows.ts';
import { bootstrapMean } from '../statistics/index.ts';
import * as cell from './cell.ts';
import { measured } from './measure.ts';
import type { Section } from './section.ts';
import { grouped } from './show.ts';

export function ownSection(
  rows: readonly Row[],
  order: readonly string[],
  controls: readonly string[],
  metrics: readonly Metric[],
): Section | undefined {
  if (metrics.length === 0) return undefined;
  const found = order.map((agent) =>
    metrics.map(({ name }) => bootstrapMean(measured(rowsWith(rows, agent), name, metrics))),
  );
  return {
    title: "Measures of one's own",
    about:
      'Means over the seats that each agent took, with 95 % intervals over scenarios; below six scenarios there is none (too few). Games without a value are left out and counted below.',
    table: {
      head: ['agent', ...metrics.map(({ name }) => name)],
      words: [0],
      rows: order.map((agent, i) => [agent, ...(found[i] ?? []).map((one) => cell.estimate(one))]),
      games: order.map((agent) => gamesOf(rowsWith(rows, agent))),
      quiet: order.flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
    notes: metrics.flatMap(({ name, about }, k) => {
      const missing = found.reduce((sum, one) => sum + (one[k]?.doesNotApply ?? 0), 0);
      const counted = missing > 0 ? `${name}: ${grouped(missing)} seats have no value.` : undefined;
      return [about === '' ? undefined : `${name}: ${about}`, counted].filter((note) => note !== undefined);
    }),
  };
}
