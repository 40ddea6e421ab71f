/**
 * A metric: a number read off a transcript, or `undefined` where it does not apply. Tables count what does not apply and
 * never average it as zero. The glossary, docs/METRICS.md, is made from these heads.
 *
 * Two rules hold for every metric and stand here once: an episode that failed measures nothing, and neither does one of
 * a domain the metric cannot read.
 */
import { findKit } from '../domains/index.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';

export interface Metric {
  /** kebab-case; the same word in tables, files and screens. */
  readonly name: string;
  /** The formula in one line. */
  readonly about: string;
  /** The paper, or the system and its variant. */
  readonly source: string;
  /** The domains it reads, when it cannot read all. */
  readonly domains?: readonly string[];
  /** What a domain must offer to be read, when not all do. */
  readonly needs?: 'bargain' | 'dealOf' | 'solver' | 'questions';
  /** One number an episode, or one for each seat. */
  readonly per: 'episode' | 'seat';
  /** What its values lie within, where they have bounds: intervals do not go beyond. */
  readonly within?: readonly [low: number, high: number] | undefined;
  /** A metric per episode does not look at the seat. */
  of(episode: Episode, seat: Seat): number | undefined;
}

export function defineMetric(metric: Metric): Metric {
  const { domains, needs, per, of } = metric;
  return {
    ...metric,
    of(episode, seat) {
      if (per === 'seat' && episode.seats[seat] === undefined) {
        throw new RangeError(`got the seat "${seat}", expected ${Object.keys(episode.seats).join(' or ')}`);
      }
      if (episode.result.kind === 'failed') return undefined;
      if (domains !== undefined && !domains.includes(episode.domain)) return undefined;
      if (needs !== undefined && !findKit(episode.domain)?.[needs]) return undefined;
      return of(episode, seat);
    },
  };
}
