/**
 * The tells of the faithful bazaar seller (BazaarBATNA): numbers drawn from its hidden state, whatever it says. They are synthetic
 * and labelled so; they ride on its asks, so that a buyer sees them and a transcript keeps them. Values are kept to three
 * decimals; the original kept only its fidgeting so, and with the original's luck the others are whole too.
 */
import type { SyntheticTells } from '../../../domains/bazaar/stall.ts';
import { clamp } from '../../../math.ts';
import type { Rng } from '../../../rng.ts';
import type { SellerSetUp } from './set-up.ts';

const NOISE = 0.1;

export interface Moment {
  readonly round: number;
  /** The ask that stands before this answer. */
  readonly current: number;
  /** Whether the last two counters are less than 1 apart. */
  readonly stalling: boolean;
}

export function synthesize(
  seller: SellerSetUp,
  { round, current, stalling }: Moment,
  rng: Pick<Rng, 'normal'>,
): SyntheticTells {
  const { anchor, reserve, pressure, rounds } = seller;
  const given = anchor > reserve ? 1 - (current - reserve) / (anchor - reserve) : 1;
  const u = Math.min(1, (pressure * round) / rounds + 0.3 * given);
  const g = () => rng.normal(0, NOISE);
  const own = byPersonality(seller.personality, u, round, g, rng);
  const { urgency, confidence, deception, escalation } = own;
  const kept = seller.luck
    ? own
    : {
        ...own,
        urgency: thousandths(urgency),
        confidence: thousandths(confidence),
        deception: thousandths(deception),
        escalation: thousandths(escalation),
      };
  return {
    ...kept,
    fidget: thousandths(own.fidget),
    ...(stalling && { pattern: 'stalling' }),
    repeats: stalling ? 1 : 0,
  };
}

function byPersonality(
  personality: SellerSetUp['personality'],
  u: number,
  t: number,
  g: () => number,
  rng: Pick<Rng, 'normal'>,
): Omit<SyntheticTells, 'repeats'> {
  const none = { deception: 0, escalation: 0, topicChanges: 0 };
  switch (personality) {
    case 'default':
      return {
        ...none,
        urgency: unit(0.6 * u + g()),
        confidence: unit(0.6 - 0.3 * u + g()),
        fidget: unit(0.4 * u + g()),
        eyes: u < 0.5 ? 'steady' : 'avoidant',
        posture: 'neutral',
        rounding: 'round',
        speed: 'normal',
        pattern: 'steady',
      };
    case 'deceptive':
      return {
        ...none,
        urgency: unit(0.1 + 0.15 * g()),
        confidence: unit(0.3 + 0.5 * u + g()),
        deception: unit(0.7 * u + g()),
        fidget: unit(0.6 * u + g()),
        eyes: 'intense',
        posture: 'leaning_in',
        rounding: 'precise',
        speed: 'instant',
        pattern: 'erratic',
        topicChanges: Math.max(0, Math.trunc(3 * u + rng.normal(0, 0.5))),
      };
    case 'impatient':
      return {
        ...none,
        urgency: unit(0.4 + 0.1 * t + g()),
        confidence: unit(0.7 - 0.05 * t + g()),
        fidget: unit(0.3 + 0.08 * t + g()),
        escalation: unit(0.12 * t + g()),
        eyes: t < 3 ? 'intense' : 'avoidant',
        posture: t > 2 ? 'arms_crossed' : 'neutral',
        rounding: 'round',
        speed: 'instant',
        pattern: 'front_loaded',
      };
    case 'collaborative':
      return {
        ...none,
        urgency: unit(0.8 * u + g()),
        confidence: unit(0.5 + g()),
        fidget: unit(0.3 * u + g()),
        eyes: 'steady',
        posture: 'leaning_in',
        rounding: 'round',
        speed: 'deliberate',
        pattern: 'steady',
      };
    default:
      return personality satisfies never;
  }
}

function unit(x: number): number {
  return clamp(x, 0, 1);
}

function thousandths(x: number): number {
  return Math.round(1000 * x) / 1000;
}
