/** A measure by its name, read off rows: utility counts no deal as zero, as everywhere. */
import type { Metric } from '../../core/index.ts';
import { measure } from '../experiment/measure.ts';
import { gain, type Row } from '../experiment/rows.ts';
import type { Observation } from '../statistics/index.ts';

export function measured(rows: readonly Row[], name: string, metrics: readonly Metric[]): Observation[] {
  const metric = metrics.find((one) => one.name === name);
  return rows.map((row) => ({
    cluster: row.cluster,
    game: row.episode.id,
    value:
      name === 'utility'
        ? gain(row)
        : row.kind === 'failed'
          ? undefined
          : metric && measure(metric, row.episode, row.seat),
  }));
}
