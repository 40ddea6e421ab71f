/** random: a control. Any legal act with the odds of the domain's own random play, which minds no reservation. */
import { type ItemsAct, type ItemsView, items } from '../../domains/items/items.ts';
import { defineStrategy } from '../../strategy.ts';

export const random = defineStrategy({
  name: 'random',
  domain: 'items',
  version: 1,
  about: 'control: any legal act at random',
  options: {},
  make:
    () =>
    (view: ItemsView, { rng }): ItemsAct =>
      items.randomAct(view, rng),
});
