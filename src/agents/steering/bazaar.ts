/**
 * The steering of BazaarBATNA (Sauda), as it was: a fixed linear blend of priors and signals that overrules a buyer's model.
 *
 * Two versions, because their published table mixes them: `ladder` (commit 55c6841) and `head`, which adds the monotone guard.
 * It calls itself Bayesian and is not: nothing here is a likelihood. Its floor is 65 % of the ask, so any lowball becomes
 * "offer 65 % of the ask, accept at the end", whoever proposes; it is kept as the thing to compare with. The
 * vectors A to J of its test were made by running BazaarBATNA. A true confidence of 0 counts as 0.5, as it did there.
 */
import { clamp, type Personality, pythonCents } from '../../core/index.ts';
import type { ConcessionPattern, Speed } from '../tells/play.ts';

const bazaarVersions = ['ladder', 'head'] as const;
export type BazaarVersion = (typeof bazaarVersions)[number];

/** What it takes from tells; fidget exists in the faithful bazaar seller only, where it is drawn and not observed. */
export interface SteeringTells {
  readonly urgency?: number;
  readonly confidence?: number;
  readonly deception?: number;
  readonly escalation?: number;
  readonly fidget?: number;
  readonly speed?: Speed;
  readonly pattern?: ConcessionPattern;
}

export interface SteeringState {
  /** The seller's current ask, the opening one included. */
  readonly ask: number;
  readonly budget: number;
  /** Rounds finished, and how many there are. */
  readonly round: number;
  readonly maxRounds: number;
  readonly personality: Personality;
  readonly ownLast?: number;
  /** Previous ask less this one. */
  readonly delta?: number;
  readonly tells?: SteeringTells;
}

export type Proposal =
  | { readonly type: 'offer'; readonly price?: number }
  | { readonly type: 'accept' }
  | { readonly type: 'walk' };
export type Steered = { readonly type: 'offer'; readonly price: number } | { readonly type: 'accept' | 'walk' };

const PRIORS: Readonly<Record<Personality, { urgency: number; flexibility: number }>> = {
  default: { urgency: 0.5, flexibility: 0.5 },
  deceptive: { urgency: 0.45, flexibility: 0.3 },
  impatient: { urgency: 0.68, flexibility: 0.65 },
  collaborative: { urgency: 0.4, flexibility: 0.72 },
};
const SPEED = { instant: 0.15, normal: 0.05, deliberate: -0.05 } as const satisfies Record<Speed, number>;
const PATTERN_URGENCY = { front_loaded: 0.15, erratic: 0.08, stalling: -0.1, steady: 0 } as const;
const PATTERN_FLEXIBILITY = { front_loaded: 0.22, steady: 0.08, erratic: 0.03, stalling: -0.18 } as const;

const unit = (x: number) => clamp(x, 0, 1);

/** The numbers that the rule below compares with. */
interface Estimate {
  readonly nash: number;
  readonly threshold: number;
  readonly floor: number;
  readonly ceiling: number;
}

function estimate({ ask, budget, round, maxRounds, personality, delta = 0, tells = {} }: SteeringState): Estimate {
  const { urgency = 0, deception = 0, escalation = 0, fidget = 0, speed = 'normal', pattern = 'steady' } = tells;
  const confidence = tells.confidence || 0.5;
  const late = unit(round / maxRounds);
  const prior = PRIORS[personality];
  const urgent = unit(
    0.35 * urgency +
      0.25 * fidget +
      0.2 * escalation +
      0.1 * deception +
      0.1 * (1 - confidence) +
      SPEED[speed] +
      PATTERN_URGENCY[pattern],
  );
  const flexible = unit(
    0.45 * unit(delta / ask) +
      0.2 * (1 - confidence) +
      0.2 * urgency +
      0.15 * (1 - deception) +
      PATTERN_FLEXIBILITY[pattern],
  );
  const u = 0.55 * prior.urgency + 0.45 * urgent;
  const f = 0.55 * prior.flexibility + 0.45 * flexible;
  const cost = clamp(ask * (0.58 - 0.18 * u + 0.08 * (1 - f)), 1, 0.9 * ask);
  const power = clamp(0.35 + 0.4 * u + 0.2 * f - 0.3 * late, 0.2, 0.85);
  const nash = clamp((1 - power) * budget + power * cost, 1, Math.min(0.95 * budget, 1.02 * ask));
  const threshold = Math.min(nash + (budget - nash) * (0.28 + 0.45 * late + 0.12 * (1 - u)), 0.95 * budget);
  let floor = Math.max(1, Math.min(0.85 * nash, 0.65 * ask, 0.85 * budget));
  let ceiling = Math.min(threshold, ask * (0.9 + 0.08 * late));
  if (maxRounds - round <= 2) {
    floor = Math.max(floor, 0.87 * ask);
    ceiling = Math.max(ceiling, floor);
  }
  if (ceiling < floor) floor = ceiling;
  return { nash, threshold, floor, ceiling };
}

export function steerBazaar(state: SteeringState, proposal: Proposal, version: BazaarVersion): Steered {
  const { ask, budget, ownLast } = state;
  if (ask <= 0 || budget <= 0) {
    return proposal.type === 'offer' ? { type: 'offer', price: proposal.price ?? 0.3 * budget } : proposal;
  }
  const left = state.maxRounds - state.round;
  const { nash, threshold, floor, ceiling } = estimate(state);
  const offer = (price: number): Steered => {
    const inside = clamp(price, floor, ceiling);
    return { type: 'offer', price: pythonCents(version === 'head' ? monotone(inside, ask, ceiling, ownLast) : inside) };
  };
  switch (proposal.type) {
    case 'accept':
      return ask > threshold && left > 1 ? offer(nash) : { type: 'accept' };
    case 'walk':
      if (left <= 1 && ask > 0.98 * budget) return { type: 'walk' };
      if (ask <= threshold && left <= 2) return { type: 'accept' };
      return offer((ownLast ?? floor) + Math.max(1, 0.06 * ask));
    case 'offer':
      if (left <= 1 && ask <= threshold) return { type: 'accept' };
      return offer(proposal.price ?? (floor + ceiling) / 2);
    default:
      return proposal satisfies never;
  }
}

/** Never below the last offer: the outer maximum is what the first version of this guard lacked. */
function monotone(price: number, ask: number, ceiling: number, ownLast: number | undefined): number {
  if (ownLast === undefined || price >= ownLast) return price;
  const bump = Math.max(1, 0.15 * Math.max(0, ask - ownLast));
  return Math.max(ownLast, Math.min(ceiling, ownLast + bump));
}
