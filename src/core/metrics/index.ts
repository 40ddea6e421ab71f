/** Every metric: a literal list. To add one, write its file and its test and put one line here. */
import type { Metric } from './metric.ts';
import { agreement, rho, turns, utility } from './outcome.ts';

export type { Metric } from './metric.ts';

export const metrics: readonly Metric[] = [agreement, turns, utility, rho];
