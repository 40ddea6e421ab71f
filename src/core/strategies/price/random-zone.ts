/**
 * random_zone: a uniform price from an interval, and a coin for accepting (random_zopa of the Janus lab).
 *
 * `over=zone` draws from the whole zone of agreement: an oracle, faithful to the original. It needs a game that makes the
 * width of its zone public, as the Janus sampler does, and says so anywhere else. `over=own` is the clean version: between
 * the own target and the own reservation. Accepts an offer inside its interval with probability 0.3.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { choice, defineStrategy, number } from '../../strategy.ts';
import { accept, inside, offer, sign, theirPrice } from './moves.ts';

export const randomZone = defineStrategy({
  name: 'random_zone',
  domain: 'price',
  version: 1,
  about: 'a random price from the zone, and a coin for accepting',
  options: {
    over: choice(['own', 'zone'], 'from the own target to the reservation, or the whole zone (an oracle)'),
    accept: number(0.3, 'chance of accepting an acceptable offer', { max: 1 }),
  },
  memory: () => 'clock',
  make:
    (options) =>
    (view: PriceView, { rng }): PriceAct => {
      const far = options.over === 'zone' ? view.own.reservation + sign(view) * knownWidth(view) : view.own.target;
      const theirs = theirPrice(view);
      const acceptable =
        theirs !== undefined && inside(view, theirs) && (options.over === 'own' || sign(view) * (far - theirs) >= 0);
      if (acceptable && rng.float() < options.accept) return accept(view);
      return offer(view, rng.uniform(view.own.reservation, far));
    },
});

function knownWidth(view: PriceView): number {
  const { zoneWidth } = view.public;
  if (zoneWidth === undefined) {
    throw new Error(
      'random_zone?over=zone is an oracle for games that make their zone width public; use over=own here',
    );
  }
  return zoneWidth;
}
