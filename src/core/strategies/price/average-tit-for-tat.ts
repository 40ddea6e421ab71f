/**
 * average_tit_for_tat: repeats in percent what the other side conceded over its last gamma rounds (Faratin et al. 1998,
 * "averaged tit-for-tat").
 *
 * next = own last * y[n - gamma] / y[n]; with gamma 1 it is relative_tit_for_tat with delta 1, whose first offers, interval
 * and acceptance it shares. Each own step answers gamma of theirs, so it concedes up to gamma times as much in all: that is
 * the published rule, not a mean.
 */
import type { PriceAct, PriceView } from '../../domains/price/price.ts';
import { defineStrategy, number } from '../../strategy.ts';
import { openingOptions } from './moves.ts';
import { imitate, ratio, wholeRounds } from './relative-tit-for-tat.ts';

export const averageTitForTat = defineStrategy({
  name: 'average_tit_for_tat',
  domain: 'price',
  version: 2,
  about: "repeats in percent the other side's concessions over a window",
  options: {
    gamma: number(2, 'the window, in rounds', { min: 1, max: 1000 }),
    ...openingOptions(400),
  },
  make: (options) => {
    const gamma = wholeRounds('gamma', options.gamma);
    return (view: PriceView): PriceAct =>
      imitate(view, options, gamma + 1, (mine, theirs) => mine * ratio(theirs.at(-1 - gamma), theirs.at(-1)));
  },
});
