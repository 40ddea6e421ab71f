/** random: a control. Any legal act with the odds of the domain's own random play, which minds no reservation. */
import { price } from '../../domains/price/price.ts';
import { defineStrategy } from '../../strategy.ts';

export const random = defineStrategy({
  name: 'random',
  domain: 'price',
  version: 1,
  about: 'control: any legal act at random',
  options: {},
  memory: () => 'standing',
  make:
    () =>
    (view: Parameters<typeof price.randomAct>[0], { rng }) =>
      price.randomAct(view, rng),
});
