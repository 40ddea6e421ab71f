/**
 * A metric: a number read off a transcript, or `undefined` where it does not apply. Tables count what does not apply and
 * never average it as zero. The glossary page is made from these headers.
 */
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';

export interface Metric {
  /** kebab-case; the same word in tables, files and screens. */
  readonly name: string;
  /** The formula in one line. */
  readonly about: string;
  /** The paper, or the system and its variant. */
  readonly source: string;
  /** The domain it reads, when it reads one only. */
  readonly domain?: string;
  /** One number an episode, or one for each seat. */
  readonly per: 'episode' | 'seat';
  /** A metric per episode does not look at the seat. */
  of(episode: Episode, seat: Seat): number | undefined;
}
