/** The registry of items scripts: a literal list. To add one, write its file and its test and put one line here. */
import { type Entry, entry } from '../../strategy.ts';
import { boulware } from './boulware.ts';
import { fixed } from './fixed.ts';
import { fixedShare } from './fixed-share.ts';
import { nothing } from './null.ts';
import { paretoWalking } from './pareto-walking.ts';
import { random } from './random.ts';

export const itemsRegistries = {
  items: [
    entry('boulware', boulware),
    entry('conceder', boulware, { exponent: 0.5 }),
    entry('fixed', fixed),
    entry('fixed_share', fixedShare),
    entry('pareto_walking', paretoWalking),
    entry('pareto_walking_bayesian', paretoWalking, { model: 'bayesian' }),
    entry('random', random),
    entry('null', nothing),
  ],
} as const satisfies Record<string, readonly Entry[]>;
