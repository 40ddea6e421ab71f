/** What the decider can believe: where the state lies. */
import type { Question } from 'parley/core';
import { type AdviceScenario, type AdviceView, stateOf } from './rules.ts';

export const questions: readonly Question<AdviceView, AdviceScenario>[] = [
  {
    name: 'state',
    ask: ({ seat }) =>
      seat === 'decider' ? { kind: 'number', words: 'What is the state?', low: 0, high: 100 } : undefined,
    truth: (scenario, seat) => (seat === 'decider' ? stateOf(scenario) : undefined),
  },
];
