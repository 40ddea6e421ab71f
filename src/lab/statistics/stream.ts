/**
 * The stream that resamples and sign flips are drawn from is named after the scenarios that are drawn: equal games have the same
 * interval and the same p in every table, whatever the table is called and in whatever order the games came.
 */
import { createRng, type Rng } from '../../core/index.ts';

export function streamOf(purpose: string, clusters: readonly string[]): Rng {
  return createRng(1).split(purpose).split(clusters.join('\n'));
}
