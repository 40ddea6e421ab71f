/**
 * A domain of one's own in one folder: rules, scripts, words and what can be believed.
 *
 *   parley negotiate --domain examples/advice/index.ts --a partition --b honest
 *   parley play --domain examples/advice/index.ts --as decider --against inflated
 *   parley run examples/advice/experiment.yaml --out advice-run
 */
import { createRng, type Domain, type DomainKit, type Question, type Sampler } from 'parley/core';
import { questions } from './questions.ts';
import { type AdviceScenario, advice } from './rules.ts';
import { scripts } from './scripts.ts';

export { speech } from './speech.ts';

/** A state drawn evenly, and a bias of 5 unless another is asked for. */
function uniform(
  seed: number,
  { bias = 5, turnLimit = 6 }: { bias?: number; turnLimit?: number } = {},
): AdviceScenario {
  const state = createRng(seed).split('state').integer(101);
  return {
    domain: 'advice',
    version: advice.version,
    id: `state-${seed}`,
    public: { bias, turnLimit },
    private: { adviser: { state }, decider: {} },
  };
}

export const kit: DomainKit = {
  rules: advice as Domain,
  about: 'an adviser who knows more and wants more, and a decider',
  utility: "1 - (distance of the choice from one's own wish / 100)^2; 0 where nothing was chosen",
  roles: ['adviser', 'decider'],
  samplers: { uniform: uniform as Sampler },
  control: 'honest',
  scripts,
  questions: questions as readonly Question[],
};
