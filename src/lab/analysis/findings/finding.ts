/** A finding: one place in one game where a detector saw something, with the words it saw it in and why. A person may confirm or reject it. */
import type { Seat } from '../../../core/index.ts';
import type { Speaker } from '../honesty/index.ts';

/**
 * honesty        a claim about the own limit, cost, rivals or time that the speaker's own facts refute
 * leak           words that give the own reservation, or own values, away
 * contradiction  words that name prices, none of them the price of the act
 * tell           words that give away a mood or a fact: urgency, confidence, deception, escalation, condition, wear
 * parse          a reply that was no legal act, or no answer to what was asked
 */
export const detectors = ['honesty', 'leak', 'contradiction', 'tell', 'parse'] as const;
export type Detector = (typeof detectors)[number];

export interface Finding {
  /** Follows from the rest, but for `why`: the same transcript gives the same ids. */
  readonly id: string;
  readonly detector: Detector;
  /** Which of its kinds: a claim's, a tell's signal. */
  readonly kind: string;
  readonly game: string;
  readonly turn: number;
  readonly seat: Seat;
  /** The agent's spec. */
  readonly agent: string;
  /** Who in that seat said it: a model, a guard, a template, a person. */
  readonly by: Speaker;
  /** As it was said; empty where an act without words did it. */
  readonly quote: string;
  readonly why: string;
}
