import type { Domain } from '../../../types.ts';
import type { DomainKit, Sampler } from '../../kit.ts';
import { FIXED_ROLES, SEATS } from '../seats.ts';
import { type PtomScenario, ptom } from './ptom.ts';
import { ptomQuestions } from './questions.ts';
import { armOf, optionNames, samplePtom, samplePtomArms } from './samplers.ts';
import { ptomTasks } from './tasks.ts';

const drawing = {
  rules: ptom as Domain,
  samplers: { ptom: samplePtom as Sampler, arms: samplePtomArms as Sampler },
  options: optionNames,
};

export const ptomKit: DomainKit = {
  ...drawing,
  about: 'a persuader asks, discloses and recommends A or B to a target with preferences of its own',
  utility:
    "of the persuader, 1 when the option of its objective was chosen, else 0; of the target P-ToM's satisfaction, 0.9 for the best fit, 0.6 for the other, 0.2 for none",
  utilityWithin: [0, 1],
  roles: SEATS,
  fixedRoles: FIXED_ROLES,
  control: 'ptom:ask_first',
  environment: ptomTasks(drawing),
  questions: ptomQuestions,
  field: (scenario, { sampler, seed }) =>
    sampler === 'arms' ? armOf(Number(seed)) : (scenario as PtomScenario).public.type,
};
