/** What one side can believe of the other: of the target its likes, its first choice and its best; of the persuader what it wants. */
import type { Asked, Question } from '../../../beliefs/belief.ts';
import { PERSUADER, TARGET } from '../seats.ts';
import { type Effect, type Mind, strictBest, valuesOf } from './mind.ts';
import type { MindgamesScenario, MindgamesView, PersuaderSecret } from './mindgames.ts';

/** By coefficient, from -1. */
export const feelings = ['dislikes', 'indifferent', 'likes'] as const;

export function feeling(coefficient: Effect): string {
  return feelings[coefficient + 1] as string;
}

type MindgamesQuestion = Question<MindgamesView, MindgamesScenario>;

function coefficient(attribute: number): MindgamesQuestion {
  return {
    name: `likes-${attribute + 1}`,
    ask: ({ seat, public: { attributes } }) =>
      seat === PERSUADER
        ? {
            kind: 'choice',
            words: `What does the other side think of more ${attributes[attribute]}?`,
            options: feelings,
          }
        : undefined,
    truth: ({ private: secrets }, seat) =>
      seat === PERSUADER ? feeling((secrets[TARGET] as Mind).coefficients[attribute] as Effect) : undefined,
  };
}

function proposal(
  name: string,
  of: typeof PERSUADER,
  words: string,
  truth: (scenario: MindgamesScenario) => string | undefined,
): MindgamesQuestion {
  return {
    name,
    ask: ({ seat, public: { proposals } }): Asked | undefined =>
      seat === of ? { kind: 'choice', words, options: proposals } : undefined,
    truth: (scenario, seat) => (seat === of ? truth(scenario) : undefined),
  };
}

function bestFor({ public: { proposals } }: MindgamesScenario, mind: Mind): string | undefined {
  const best = strictBest(valuesOf(mind));
  return best === undefined ? undefined : proposals[best];
}

export const mindgamesQuestions = [
  coefficient(0),
  coefficient(1),
  coefficient(2),
  proposal(
    'first-choice',
    PERSUADER,
    'Which proposal did the other side prefer before you said anything?',
    (scenario) => bestFor(scenario, scenario.private[TARGET] as Mind),
  ),
  proposal('best-choice', PERSUADER, 'Which proposal would the other side choose if it knew everything?', (scenario) =>
    bestFor(scenario, {
      ...(scenario.private[TARGET] as Mind),
      known: (scenario.private[PERSUADER] as PersuaderSecret).table,
    }),
  ),
  proposal(
    'goal',
    TARGET,
    'Which proposal does the other side want you to choose?',
    ({ private: secrets }) => (secrets[PERSUADER] as PersuaderSecret).goal,
  ),
] as readonly Question[];
