/** The ideas of the Janus lab's scripts without their leaks: openings at the own target, no oracle. */
import { entry } from '../../strategy.ts';
import { boulware } from './boulware.ts';
import { charging } from './charging.ts';
import { fair } from './fair.ts';
import { hardliner } from './hardliner.ts';
import { micro } from './micro.ts';
import { randomZone } from './random-zone.ts';
import { splitDifference } from './split-difference.ts';
import { titForTat } from './tit-for-tat.ts';

export const clean = [
  entry('boulware_very_conceding', boulware, { exponent: 0.2 }),
  entry('boulware_conceding', boulware, { exponent: 0.5 }),
  entry('linear_standard', boulware, { exponent: 1 }),
  entry('boulware_firm', boulware, { exponent: 2 }),
  entry('boulware_hard', boulware, { exponent: 4 }),
  entry('tit_for_tat', titForTat),
  entry('split_difference', splitDifference),
  entry('hardliner', hardliner),
  entry('random_own', randomZone),
  entry('micro_own', micro, { step: 40 }),
  entry('fair_openings', fair),
  entry('charging_boul', charging),
] as const;
