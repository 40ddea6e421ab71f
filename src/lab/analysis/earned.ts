/** What rows earned, no deal as zero: an interval does not go beyond what their games can pay. */
import { findKit } from '../../core/index.ts';
import { gainsOf, type Row } from '../experiment/rows.ts';
import { type BootstrapOptions, bootstrapMean, type Estimate } from '../statistics/index.ts';

export function earned(rows: readonly Row[], options: BootstrapOptions = {}): Estimate {
  return bootstrapMean(gainsOf(rows), { within: boundsOf(rows.map(({ episode }) => episode.domain)), ...options });
}

/** The range of the utility in games of these domains, where all of them have one. */
export function boundsOf(domains: readonly string[]): readonly [number, number] | undefined {
  const ranges = [...new Set(domains)].map((name) => findKit(name)?.utilityWithin);
  const known = ranges.flatMap((range) => (range ? [range] : []));
  if (known.length === 0 || known.length < ranges.length) return undefined;
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))];
}
