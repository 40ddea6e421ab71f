/**
 * What a bazaar task adds to a price game: the seller's type where everyone knows it, each side's brief, and the tells of the
 * faithful seller. The rules of price read none of it. Whoever plays by it reads a view or a scenario through the two functions
 * here; in a game of no bazaar task every one of these fields is missing.
 */
import type { OfferView } from '../../alternating-offers.ts';
import type { Domain, Scenario, Seat } from '../../types.ts';
import type { PriceOffer, PricePrivate, PricePublic, PriceScenario, PriceView } from '../price/price.ts';
import { type TermsScenario, typeProblem } from '../terms/brief.ts';
import {
  type CareerRecord,
  type Personality,
  personalities,
  type Stall,
  type SyntheticTells,
  stallProblem,
} from './stall.ts';

export interface BazaarPublic extends PricePublic {
  /** The seller's personality, where a task shows it to everyone. */
  readonly sellerType?: Personality;
}

export interface BazaarPrivate extends PricePrivate {
  /** What a task tells its seller. */
  readonly stall?: Stall;
  /** A buyer's own record, where several deals make a career. */
  readonly career?: CareerRecord;
}

export interface BazaarOffer extends PriceOffer {
  /** How the faithful seller looks while it asks: drawn numbers, not observed, and bound to nothing it says. */
  readonly tells?: SyntheticTells;
}

export type BazaarScenario = Scenario<BazaarPublic, BazaarPrivate>;
export type BazaarView = OfferView<BazaarPublic, BazaarPrivate, BazaarOffer>;

export function bazaarView(view: PriceView): BazaarView {
  return view as BazaarView;
}

export function briefOf(scenario: PriceScenario, seat: Seat): BazaarPrivate {
  return scenario.private[seat] as BazaarPrivate;
}

/** Rules over a price that also refuse a bad brief: those by which scenarios are loaded and recorded games replayed. */
export function withBriefs(rules: Domain): Domain {
  return { ...rules, problem: (scenario) => rules.problem(scenario) ?? briefProblem(scenario as BazaarScenario) };
}

function briefProblem({ public: { sellerType }, private: secrets }: BazaarScenario): string | undefined {
  for (const [seat, { stall }] of Object.entries(secrets)) {
    const problem = stall && stallProblem(stall);
    if (problem) return `the ${seat}'s stall: ${problem}`;
    const { type } = secrets[seat] as TermsScenario['private'][string];
    const wrong = type === undefined ? undefined : typeProblem(type);
    if (wrong) return `the ${seat}'s type: ${wrong}`;
  }
  if (sellerType !== undefined && !personalities.includes(sellerType))
    return `sellerType must be one of ${personalities.join(', ')}, got ${JSON.stringify(sellerType)}`;
  return undefined;
}
