import type { Domain } from '../../../types.ts';
import type { DomainKit } from '../../kit.ts';
import { FIXED_ROLES, SEATS } from '../seats.ts';
import { type MindgamesScenario, mindgames } from './mindgames.ts';
import { mindgamesQuestions } from './questions.ts';
import { armOf, mindgamesSamplers } from './samplers.ts';
import { optionNames } from './scenario.ts';
import { storyOf } from './stories.ts';
import { mindgamesTasks } from './tasks.ts';

const rules = mindgames as Domain;

export const mindgamesKit: DomainKit = {
  rules,
  about: 'one side knows more and wants its proposal chosen; the other has a mind of its own',
  utility:
    'persuader: 1 where its proposal is chosen, else 0; target: (value of the choice - worst) / (best - worst) if all were known',
  utilityWithin: [0, 1],
  roles: SEATS,
  fixedRoles: FIXED_ROLES,
  samplers: mindgamesSamplers,
  options: optionNames,
  control: 'mindgames:dominant',
  environment: mindgamesTasks({ rules, samplers: mindgamesSamplers, options: optionNames }),
  questions: mindgamesQuestions,
  field: (scenario, { sampler, seed }) =>
    sampler === 'arms'
      ? armOf(Number(seed))
      : (storyOf((scenario as MindgamesScenario).public.story)?.field ?? 'other'),
};
