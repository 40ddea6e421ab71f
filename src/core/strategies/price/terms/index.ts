/** The registry terms: the counterparts of TERMS-Bench by family, and agents to hold against them. */
import { type Entry, entry } from '../../../strategy.ts';
import { termsBayes } from './bayes.ts';
import { termsCounterpart } from './counterpart.ts';
import { termsCurve, termsFixed } from './scripts.ts';

export const terms = [
  entry('counterpart', termsCounterpart),
  entry('candid', termsCounterpart, { family: 'candid' }),
  entry('taciturn', termsCounterpart, { family: 'taciturn' }),
  entry('expressive', termsCounterpart, { family: 'expressive' }),
  entry('strategic', termsCounterpart, { family: 'strategic' }),
  entry('stochastic', termsCounterpart, { family: 'stochastic' }),
  entry('adversarial', termsCounterpart, { family: 'adversarial' }),
  entry('fixed_30', termsFixed, { share: 0.3 }),
  entry('fixed_10', termsFixed, { share: 0.1 }),
  entry('fixed_01', termsFixed, { share: 0.01 }),
  entry('rounds_curve', termsCurve),
  entry('terms_bayes', termsBayes),
] as const satisfies readonly Entry[];
