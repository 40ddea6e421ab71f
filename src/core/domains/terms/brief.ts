/**
 * What TERMS-Bench adds to a price game: each side's type, and the cues that go with a counterpart's offers. The rules of price read
 * none of it. In a game of another sampler these fields are missing.
 */
import type { OfferView } from '../../alternating-offers.ts';
import type { Scenario, Seat } from '../../types.ts';
import type { PriceOffer, PricePrivate, PricePublic, PriceScenario, PriceView } from '../price/price.ts';
import { type Family, families, type Stance, stances } from './families.ts';

/** A side's type and the numbers that its conduct is drawn from. */
export interface TermsType {
  readonly family: Family;
  readonly stance: Stance;
  /** 0 to 1. */
  readonly urgency: number;
  /** How far beyond its reservation it opens: a share of the room there is. */
  readonly reach: number;
  /** The seeds of its opening's noise and of everything else (numpy-random.ts). */
  readonly seeds: { readonly opening: number; readonly answers: number };
  /** Whether it draws as many numbers as every other family does, so that families can be compared on the same draws. */
  readonly paired?: boolean;
}

export interface TermsPrivate extends PricePrivate {
  readonly type?: TermsType;
}

export const sentiments = ['negative', 'neutral', 'positive'] as const;
export const postures = ['concede', 'hold', 'pressure'] as const;

/** What its words let through. */
export interface Cues {
  readonly sentiment: (typeof sentiments)[number];
  readonly posture: (typeof postures)[number];
}

export interface TermsOffer extends PriceOffer {
  readonly cues?: Cues;
}

export type TermsScenario = Scenario<PricePublic, TermsPrivate>;
export type TermsView = OfferView<PricePublic, TermsPrivate, TermsOffer>;

export function termsView(view: PriceView): TermsView {
  return view as TermsView;
}

/** The type of a side; undefined in a game of another sampler. */
export function typeOf(scenario: PriceScenario, seat: Seat): TermsType | undefined {
  return (scenario.private[seat] as TermsPrivate | undefined)?.type;
}

/** What a side knows, without the seeds of its draws: whoever has them can draw the whole scenario again. */
export function withoutSeeds(own: unknown): unknown {
  const { type, ...more } = own as TermsPrivate;
  if (type === undefined) return own;
  const { seeds: _, ...told } = type;
  return { ...more, type: told };
}

/** Why this is no type, in one sentence. It may be anything at all. */
export function typeProblem(given: unknown): string | undefined {
  if (typeof given !== 'object' || given === null) return 'it must be a record';
  const { family, stance, urgency, reach, seeds } = given as Partial<TermsType>;
  if (!families.includes(family as Family)) return `family must be one of ${families.join(', ')}`;
  if (!stances.includes(stance as Stance)) return `stance must be one of ${stances.join(', ')}`;
  for (const [name, share] of Object.entries({ urgency, reach }))
    if (typeof share !== 'number' || !(share >= 0 && share <= 1)) return `${name} must be a number from 0 to 1`;
  const { opening, answers } = seeds ?? {};
  for (const seed of [opening, answers])
    if (!Number.isSafeInteger(seed) || (seed as number) < 0) return 'its seeds must be whole numbers from 0';
  return undefined;
}
