/**
 * The rule buyers of BazaarBATNA: naive, aggressive and smart of its server, and rule_based, the policy of its
 * evaluation and the teacher of its fine-tuning. A round is the buyer's act and the seller's answer; the opening
 * ask is the seller's first offer. Amounts are shares of the ask or of the own budget, the reservation.
 *
 * smart reads the faithful seller's deception tell, and its own capitulation rate in a career. Where the originals leave room:
 * aggressive never bids above its target, as its measured prices show; smart always opens with an offer, its deadline rush
 * begins in the round before its private deadline, and its two cautions (0.92, 0.95) scale the next offer before the clamp.
 */
import { bazaarView } from '../../../domains/bazaar/brief.ts';
import { roundOf } from '../../../domains/bazaar/scenario.ts';
import type { PriceAct, PriceView } from '../../../domains/price/price.ts';
import { cents, clamp } from '../../../math.ts';
import { defineStrategy } from '../../../strategy.ts';
import type { Context } from '../../../types.ts';
import { accept, pricesOf } from '../moves.ts';
import { forEitherSeat } from './either-seat.ts';

/** What a rule buyer looks at. */
interface Glance {
  readonly view: PriceView;
  readonly budget: number;
  /** The seller's asks in order; there is at least one. */
  readonly asks: readonly number[];
  readonly opening: number;
  readonly ask: number;
  /** Its own last offer. */
  readonly last: number | undefined;
  /** The round about to be played, from 1, and how many there are. */
  readonly round: number;
  readonly rounds: number;
}

function buyer(name: string, about: string, rule: (glance: Glance, context: Context) => PriceAct) {
  return defineStrategy({
    name,
    domain: 'price',
    version: 1,
    about,
    options: {},
    make: () =>
      forEitherSeat('buyer', (view, context) => {
        const asks = pricesOf(view, 'their');
        const { reservation: budget } = view.own;
        const [opening] = asks;
        // Nobody has asked yet: it opens where aggressive would, since all the others go by the ask.
        if (opening === undefined) return bid(view, 0.7 * 0.35 * budget);
        return rule(
          {
            view,
            budget,
            asks,
            opening,
            ask: asks.at(-1) as number,
            last: pricesOf(view, 'own').at(-1),
            round: Math.max(1, roundOf(view.turn)),
            rounds: Math.max(1, roundOf(view.turnLimit)),
          },
          context,
        );
      }),
  });
}

export const bazaarNaive = buyer(
  'bazaar_naive',
  'offers 80 % and 85 % of the opening ask, then accepts',
  ({ view, budget, opening, ask, round }) => {
    if (round > 2 && view.theirs && ask <= budget) return accept(view);
    return bid(view, (round === 1 ? 0.8 : 0.85) * opening);
  },
);

export const bazaarAggressive = buyer(
  'bazaar_aggressive',
  'aims at 35 % of its budget in small steps and walks at the end',
  ({ view, budget, ask, round, rounds }) => {
    const target = 0.35 * budget;
    if (round > 1 && view.theirs && ask <= 1.1 * target) return accept(view);
    if (round > 1 && round >= rounds) return { type: 'walk' };
    return bid(view, Math.min(target, 0.7 * target + 0.05 * target * (round - 1)));
  },
);

export const bazaarSmart = buyer(
  'bazaar_smart',
  'opens at 40 % of the ask, steps by how the seller moves, minds its deadline and the tells',
  ({ view, budget, asks, ask, last, round, rounds }) => {
    const standing = view.theirs !== undefined;
    if (last === undefined) return bid(view, clamp(0.4 * ask, 0.3 * ask, 0.7 * budget));
    if (standing && ask <= 0.55 * budget) return accept(view);
    const deadline = view.own.deadline === undefined ? undefined : roundOf(view.own.deadline);
    if (deadline !== undefined && round >= deadline - 1) {
      if (standing && round >= deadline && ask <= budget) return accept(view);
      return bid(view, Math.min(0.95 * ask, 0.7 * budget));
    }
    if (round >= rounds) return standing && ask <= 0.75 * budget ? accept(view) : { type: 'walk' };
    const moved = (asks.at(-2) ?? ask) - ask;
    let next = last + (moved > 0.05 * ask ? 0.02 : 0.05) * budget;
    const { theirs, own } = bazaarView(view);
    if ((theirs?.offer.tells?.deception ?? 0) > 0.4) next *= 0.92;
    if ((own.career?.capitulation ?? 0) > 0.3) next *= 0.95;
    return bid(view, clamp(next, 0.3 * ask, 0.7 * budget));
  },
);

export const bazaarRuleBased = buyer(
  'bazaar_rule_based',
  'opens at 25 to 40 % of the opening ask and goes 20 to 35 % of the way to it each round',
  ({ view, budget, opening, last }, { rng }) => {
    if (view.theirs && opening <= 0.5 * budget) return accept(view);
    if (opening > budget) return { type: 'walk' };
    const next =
      last === undefined ? opening * rng.uniform(0.25, 0.4) : last + (opening - last) * rng.uniform(0.2, 0.35);
    return bid(view, clamp(next, 1, 0.8 * budget));
  },
);

function bid(view: PriceView, x: number): PriceAct {
  const { low, high } = view.public.range;
  return { type: 'offer', price: cents(clamp(x, low, Math.min(high, view.own.reservation))) };
}
