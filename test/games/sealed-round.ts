/**
 * A sealed-bid sale to three buyers who act at once: up to three rounds, the highest bid at or above the public reserve wins
 * and pays its bid. A buyer sees its own bids and, after each round, the highest; never who made it. Lives in the tests to
 * keep the loop honest about seats that act together.
 */
import type { Act, Domain, Outcome, Scenario, Seat, Taken, View } from '../../src/core/index.ts';

interface Bid extends Act {
  readonly type: 'bid';
  readonly amount: number;
}
interface Pass extends Act {
  readonly type: 'pass';
}
type SaleAct = Bid | Pass;
interface Facts {
  readonly reserve: number;
  readonly rounds: number;
}
interface Secret {
  readonly value: number;
}
interface SaleView extends View<Facts, Secret, SaleAct> {
  readonly highest: readonly number[];
}
interface State {
  readonly scenario: Scenario<Facts, Secret>;
  readonly taken: readonly Taken<SaleAct>[];
  readonly highest: readonly number[];
  readonly outcome?: Outcome<{ winner: Seat; price: number }>;
}

const buyers: readonly Seat[] = ['buyer1', 'buyer2', 'buyer3'];

export const sealedRound: Domain<Facts, Secret, SaleAct, SaleView, State, { winner: Seat; price: number }> = {
  name: 'sealed-round',
  version: 1,
  problem: (scenario) => ((scenario as Scenario).domain === 'sealed-round' ? undefined : 'not a sealed round'),
  seats: () => buyers,
  start: (scenario) => ({ scenario, taken: [], highest: [] }),
  toAct: ({ outcome }) => (outcome ? [] : buyers),
  view: ({ scenario, taken, highest }, seat) => ({
    domain: 'sealed-round',
    seat,
    turn: highest.length + 1,
    turnLimit: scenario.public.rounds,
    public: scenario.public,
    own: scenario.private[seat] as Secret,
    history: taken.filter((one) => one.seat === seat),
    highest,
  }),
  check(_view, act) {
    const { type, amount } = (act ?? {}) as { type?: unknown; amount?: unknown };
    if (type === 'bid')
      return typeof amount === 'number' && amount >= 0 && amount <= 100 ? undefined : 'a bid is 0 to 100';
    return type === 'pass' ? undefined : 'bid or pass';
  },
  apply(state, round) {
    const bids = round.filter((one): one is Taken<Bid> => one.act.type === 'bid');
    const best = bids.reduce<Taken<Bid> | undefined>((a, b) => (a && a.act.amount >= b.act.amount ? a : b), undefined);
    const turn = state.highest.length + 1;
    const { reserve, rounds } = state.scenario.public;
    const next = { ...state, taken: [...state.taken, ...round], highest: [...state.highest, best?.act.amount ?? 0] };
    if (best && best.act.amount >= reserve) {
      return {
        ...next,
        outcome: { kind: 'agreement', turn, by: best.seat, deal: { winner: best.seat, price: best.act.amount } },
      };
    }
    return turn >= rounds ? { ...next, outcome: { kind: 'no-deal', turn } } : next;
  },
  outcome: (state) => state.outcome,
  utility: (scenario, seat, outcome) =>
    outcome.kind === 'agreement' && outcome.deal.winner === seat
      ? ((scenario.private[seat] as Secret).value - outcome.deal.price) / 100
      : 0,
  randomAct: (_view, rng) => (rng.float() < 0.3 ? { type: 'pass' } : { type: 'bid', amount: rng.integer(101) }),
};

export const sampleSealedRound = (seed: number): Scenario<Facts, Secret> => ({
  domain: 'sealed-round',
  version: 1,
  id: `sealed-${seed}`,
  public: { reserve: 60, rounds: 3 },
  private: Object.fromEntries(buyers.map((seat, i) => [seat, { value: (seed * 37 + i * 29) % 101 }])),
});
