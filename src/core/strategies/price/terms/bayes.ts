/**
 * terms_bayes: plays TERMS-Bench by the posterior over the counterpart's type (posterior.ts) and a plan made anew every round
 * (planning.ts). It knows the benchmark's rules and prior, as its designers' oracle does, and of the counterpart no more than any agent
 * sees. Its constants were chosen on seeds outside the published suite.
 */
import type { Belief } from '../../../beliefs/belief.ts';
import type { PriceAct, PriceView } from '../../../domains/price/price.ts';
import { stances } from '../../../domains/terms/families.ts';
import { defineStrategy, number } from '../../../strategy.ts';
import { accept, offer } from '../moves.ts';
import { planFor, sampleOf } from './planning.ts';
import { type Posterior, posteriorOf, type Seen } from './posterior.ts';
import { roundOf } from './scripts.ts';

export const termsBayes = defineStrategy({
  name: 'terms_bayes',
  domain: 'price',
  version: 1,
  about: 'plans by the exact posterior over the type of a TERMS-Bench counterpart',
  options: {
    foresight: number(0.1, 'share of what is unknown that each answer is taken to reveal', { max: 1 }),
    sample: number(120, 'types that a plan is tried on', { min: 10, max: 2000 }),
  },
  make:
    ({ foresight, sample: size }) =>
    (view: PriceView): PriceAct => {
      const game = mirrored(view);
      const { own, prices, offers } = game.seen;
      const round = roundOf(view);
      const posterior = posteriorOf(game.seen);
      const sample = sampleOf(posterior, size);
      const price = prices.at(-1);
      const lastAnswered = round + Math.ceil((view.turnLimit - view.turn) / 2) - 1;
      const situation = { own, offers, price, round, lastAnswered, foresight };
      const plan = planFor(sample, situation);
      if (price !== undefined && price <= own) {
        let width = 0;
        for (let i = 0; i < sample.size; i++) width += 1 / (own - (sample.reservation[i] as number)) / sample.size;
        if ((own - price) * width >= plan.worth || plan.offers.length === 0) return accept(view);
      }
      return offer(view, game.mirror(plan.offers[0] ?? own));
    },
  believes: () => (view, question) =>
    beliefIn(posteriorOf(mirrored(view as PriceView).seen), mirrored(view as PriceView), question.name),
});

interface Game {
  readonly seen: Seen;
  /** From this seat's prices to a buyer's on [0, 100], and back. */
  mirror(price: number): number;
}

function mirrored(view: PriceView): Game {
  const { low, high } = view.public.range;
  const buys = view.seat === 'buyer';
  const to = (price: number) => (100 * (buys ? price - low : high - price)) / (high - low);
  const back = (price: number) => (buys ? low + (price * (high - low)) / 100 : high - (price * (high - low)) / 100);
  const offers: number[] = [];
  const prices: number[] = [];
  const after: number[] = [];
  for (const { seat, act } of view.history) {
    if (act.type !== 'offer') continue;
    if (seat === view.seat) offers.push(to(act.price));
    else {
      prices.push(to(act.price));
      after.push(offers.length);
    }
  }
  return { seen: { own: to(view.own.reservation), offers, prices, after }, mirror: back };
}

function beliefIn(
  { size, weight, reservation, urgency, stance }: Posterior,
  { mirror }: Game,
  about: string,
): Belief | undefined {
  const mean = (column: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < size; i++) sum += (weight[i] as number) * (column[i] as number);
    return sum;
  };
  if (about === 'reservation') return { kind: 'number', value: mirror(mean(reservation)) };
  if (about === 'urgency') return { kind: 'number', value: mean(urgency) };
  if (about !== 'stance') return undefined;
  const chances: Record<string, number> = Object.fromEntries(stances.map((name) => [name, 0]));
  for (let i = 0; i < size; i++) {
    const name = stances[stance[i] as number] as string;
    chances[name] = (chances[name] as number) + (weight[i] as number);
  }
  return { kind: 'choice', chances };
}
