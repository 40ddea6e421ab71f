/**
 * terms_bayes: plays TERMS-Bench by the posterior over the counterpart's type (posterior.ts), a plan for the rest of the game
 * (planning.ts) and a look at what the next answer would tell (look-ahead.ts). It knows the benchmark's rules and how its scenarios
 * are drawn (`prior=wide`: all but one flaw of the drawing), and of the counterpart no more than any agent sees. Its constants were
 * chosen on seeds outside the published suite.
 */
import type { Belief } from '../../../beliefs/belief.ts';
import { lastTurn, type PriceAct, type PriceView } from '../../../domains/price/price.ts';
import type { Cues, TermsOffer, TermsType } from '../../../domains/terms/brief.ts';
import { families, stances } from '../../../domains/terms/families.ts';
import { choice, defineStrategy, number } from '../../../strategy.ts';
import { accept, offer } from '../moves.ts';
import { lookAhead, worthOfTaking } from './look-ahead.ts';
import { planFor, type Sample, sampleFrom, sampleOf } from './planning.ts';
import { type Posterior, posteriorOf, type Seen } from './posterior.ts';
import { roundOf } from './scripts.ts';

/** How much later offers win back by what they learn, in the plan and after the look ahead. */
const FORESIGHT = 0.5;

/** Rounds squared times types. The benchmark's games, of ten rounds, have all the types that are asked for. */
const LONGEST_PLAN = 4e5;
const FURTHEST = 200;
const FEWEST = 10;

export const termsBayes = defineStrategy({
  name: 'terms_bayes',
  domain: 'price',
  version: 3,
  about: 'plans by the posterior over the type of a TERMS-Bench counterpart',
  thinks: 'long',
  options: {
    prior: choice(['drawn', 'wide'], 'whether it knows that in overlap the own reservation gives the other away'),
    cues: choice(['ignore', 'read'], 'whether it reads what the words let through'),
    sample: number(60, 'types that a plan is tried on', { min: FEWEST, max: 2000 }),
  },
  make:
    ({ prior, cues, sample }) =>
    (view: PriceView): PriceAct => {
      const game = mirrored(view, cues === 'read');
      return decide(view, game, sampleOf(posteriorOf(game.seen, prior), Math.min(sample, affordable(view))));
    },
  believes: ({ prior, cues }) => {
    // Three questions a turn about one posterior.
    const answered = new WeakMap<object, { readonly game: Game; readonly posterior: Posterior }>();
    return (view, { name }) => {
      const before = answered.get(view);
      const game = before?.game ?? mirrored(view as PriceView, cues === 'read');
      const posterior = before?.posterior ?? posteriorOf(game.seen, prior, 'all');
      if (!before) answered.set(view, { game, posterior });
      return beliefIn(posterior, game, name);
    };
  },
});

/** A plan takes the square of its rounds times the types: of many rounds, it is tried on fewer. */
function affordable(view: PriceView): number {
  const rounds = roundsPlanned(view);
  return Math.max(FEWEST, Math.floor(LONGEST_PLAN / Math.max(1, rounds * rounds)));
}

/** Offers that are still answered, as far as it looks. */
function roundsPlanned(view: PriceView): number {
  return Math.min(FURTHEST, Math.ceil((lastTurn(view) - view.turn) / 2));
}

/** The same against a counterpart whose type is given: what is lost to not knowing it is the difference. */
export function actKnowing(view: PriceView, type: TermsType, reservation: number): PriceAct {
  const game = mirrored(view, false);
  const known = sampleFrom([
    {
      // Not short of it by the last bit that mirroring costs.
      reservation: game.seat.to(reservation) + 1e-9,
      urgency: type.urgency,
      stance: stances.indexOf(type.stance),
      kind: families.indexOf(type.family),
      stretch: 0,
    },
  ]);
  return decide(view, game, known);
}

function decide(view: PriceView, { seen, seat }: Game, sample: Sample): PriceAct {
  const { own, prices, offers } = seen;
  const price = prices.at(-1);
  const round = roundOf(view);
  const lastAnswered = round + roundsPlanned(view) - 1;
  const situation = { own, offers, price, round, lastAnswered };
  const plan = planFor(sample, situation, FORESIGHT);
  const [planned = own] = plan.offers;
  if (price === undefined) return offer(view, seat.back(planned));
  const best =
    plan.offers.length > 1
      ? lookAhead(sample, situation, plan, FORESIGHT)
      : { offer: planned, worth: plan.offers.length === 0 ? 0 : plan.worth };
  if (price <= own && worthOfTaking(sample, own, price) >= best.worth) return accept(view);
  return offer(view, seat.back(best.offer));
}

interface Game {
  readonly seen: Seen;
  /** From this seat's prices to a buyer's on [0, 100], and back. */
  readonly seat: { to(price: number): number; back(price: number): number };
}

function mirrored(view: PriceView, readsCues: boolean): Game {
  const { low, high } = view.public.range;
  const buys = view.seat === 'buyer';
  const to = (price: number) => (100 * (buys ? price - low : high - price)) / (high - low);
  const back = (price: number) => (buys ? low + (price * (high - low)) / 100 : high - (price * (high - low)) / 100);
  const offers: number[] = [];
  const prices: number[] = [];
  const after: number[] = [];
  const cues: (Cues | undefined)[] = [];
  for (const { seat, act } of view.history) {
    if (act.type !== 'offer') continue;
    if (seat === view.seat) offers.push(to(act.price));
    else {
      prices.push(to(act.price));
      after.push(offers.length);
      cues.push((act as TermsOffer).cues);
    }
  }
  const own = to(view.own.reservation);
  return { seen: { own, buys, offers, prices, after, ...(readsCues && { cues }) }, seat: { to, back } };
}

function beliefIn(
  { size, weight, reservation, urgency, stance }: Posterior,
  { seat }: Game,
  about: string,
): Belief | undefined {
  const mean = (column: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += (weight[i] as number) * (column[i] as number);
    return sum;
  };
  if (about === 'reservation') return { kind: 'number', value: seat.back(mean(reservation)) };
  if (about === 'urgency') return { kind: 'number', value: mean(urgency) };
  if (about !== 'stance') return undefined;
  const chances: Record<string, number> = Object.fromEntries(stances.map((name) => [name, 0]));
  for (let i = 0; i < size; i++) {
    const name = stances[stance[i] as number] as string;
    chances[name] = (chances[name] as number) + (weight[i] as number);
  }
  return { kind: 'choice', chances };
}
