/**
 * A wage between an employer and a worker: one number at issue, as a price is, with seats and terms of other names. Lives in the
 * tests to keep what draws and judges offers honest about whose names it knows.
 */
import {
  alternatingOffers,
  type Domain,
  type DomainKit,
  type OfferAct,
  type Scenario,
  type Table,
} from '../../src/core/index.ts';

interface WageOffer extends OfferAct {
  readonly wage: number;
}
interface Limit {
  readonly limit: number;
}
interface WageDeal {
  readonly wage: number;
}
const limitOf = (scenario: Scenario, seat: string) => (scenario.private[seat] as Limit).limit;

const wage = alternatingOffers<Table, Limit, WageOffer, WageDeal>({
  name: 'wage',
  version: 1,
  seats: ['employer', 'worker'],
  problem: () => undefined,
  offerProblem: (_facts, { wage: asked }) => (asked >= 0 ? undefined : 'a wage is zero or more'),
  terms: ({ wage: agreed }) => ({ wage: agreed }),
  crosses: (_facts, seat, { wage: mine }, { wage: theirs }) => (seat === 'employer' ? mine >= theirs : mine <= theirs),
  utility(scenario, seat, { wage: agreed }) {
    const [high, low] = [limitOf(scenario, 'employer'), limitOf(scenario, 'worker')];
    return (seat === 'employer' ? high - agreed : agreed - low) / (high - low);
  },
  randomOffer: (_view, rng) => ({ type: 'offer', wage: Math.round(rng.uniform(10, 30)) }),
}) as unknown as Domain;

export const wageKit: DomainKit = {
  rules: wage,
  about: 'what an hour of work is paid',
  utility: 'the gain over the own limit / the distance of the limits',
  roles: ['employer', 'worker'],
  samplers: {
    hour: (seed, { opens = 'worker', turnLimit = 8 } = {}) => ({
      domain: 'wage',
      version: 1,
      id: `wage-${seed}`,
      public: { turnLimit, opens, crossing: 'continue' },
      private: { employer: { limit: 26 + (seed % 5) }, worker: { limit: 14 + (seed % 3) } },
    }),
  },
  options: ['opens', 'turnLimit'],
  control: 'random',
  dealOf: (offer) => ({ wage: (offer as WageOffer).wage }),
  bargain: () => ({
    seats: ['employer', 'worker'],
    disagreement: [0, 0],
    highest: [1, 1],
    zone: undefined,
    outcomes: () => [0, 0.25, 0.5, 0.75, 1].map((share) => [1 - share, share]),
  }),
  issue: {
    amount: (terms) => (terms as WageDeal).wage,
    write: (_scenario, amount) => `${amount} an hour`,
    unit: () => 'wage an hour',
    facts: (scenario, seat) => ({
      side: seat === 'employer' ? 'buyer' : 'seller',
      reservation: limitOf(scenario, seat),
      target: undefined,
      cost: undefined,
      rivals: undefined,
      inHurry: undefined,
    }),
  },
};
