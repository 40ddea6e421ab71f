/** constant: a control. One price fixed by its place in the public range, blind to its own reservation; never accepts. */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { cents } from '../../math.ts';
import { defineStrategy, number } from '../../strategy.ts';

export const constant = defineStrategy({
  name: 'constant',
  domain: 'price',
  version: 1,
  about: 'control: one price for every game, and never accepts',
  options: { share: number(0.5, 'place of the price in the public range, 0 low to 1 high', { max: 1 }) },
  memory: () => 'standing',
  make:
    ({ share }) =>
    (view: PriceView): PriceAct => {
      const { low, high } = view.public.range;
      return { type: 'offer', price: cents(low + share * (high - low)) };
    },
});
