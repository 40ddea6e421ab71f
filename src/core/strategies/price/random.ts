/** random: a control. Any legal act with the odds of the domain's own random play, which minds no reservation; in an arena, of the arena's. */
import { type ArenaView, arena } from '../../domains/arena/arena.ts';
import { type PriceView, price } from '../../domains/price/price.ts';
import { defineStrategy } from '../../strategy.ts';

export const random = defineStrategy({
  name: 'random',
  domain: 'price',
  version: 2,
  about: 'control: any legal act at random',
  options: {},
  memory: () => 'standing',
  make:
    () =>
    (view: PriceView | ArenaView, { rng }) =>
      view.domain === arena.name ? arena.randomAct(view as ArenaView, rng) : price.randomAct(view as PriceView, rng),
});
