/** What a persuader can believe of the target: what it is susceptible to; and the target of the persuader: what it wants. */
import type { Question } from '../../../beliefs/belief.ts';
import { PERSUADER, TARGET } from '../seats.ts';
import { susceptibilities } from './network.ts';
import { type TraceScenario, type TraceTarget, type TraceView, traceGoal } from './trace.ts';

const susceptibility: Question<TraceView, TraceScenario> = {
  name: 'susceptibility',
  ask: ({ seat }) =>
    seat === PERSUADER
      ? {
          kind: 'choice',
          words: 'What moves the other side: logical arguments, authority, emotion, or all alike?',
          options: susceptibilities,
        }
      : undefined,
  truth: ({ private: secrets }, seat) =>
    seat === PERSUADER ? (secrets[TARGET] as TraceTarget).susceptibility : undefined,
};

const goal: Question<TraceView, TraceScenario> = {
  name: 'goal',
  ask: ({ seat }) =>
    seat === TARGET
      ? { kind: 'choice', words: 'Does the other side want you to believe it, or not to?', options: ['for', 'against'] }
      : undefined,
  truth: (scenario, seat) => (seat === TARGET ? (traceGoal(scenario) ? 'for' : 'against') : undefined),
};

export const traceQuestions: readonly Question[] = [susceptibility as Question, goal as Question];
