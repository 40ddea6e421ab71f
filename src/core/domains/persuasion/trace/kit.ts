import type { Domain } from '../../../types.ts';
import type { DomainKit, Sampler } from '../../kit.ts';
import { sampledTask } from '../../task.ts';
import { FIXED_ROLES, SEATS } from '../seats.ts';
import { traceQuestions } from './questions.ts';
import { armOf, optionNames, sampleTrace, sampleTraceArms } from './samplers.ts';
import { trace } from './trace.ts';

const drawing = {
  rules: trace as Domain,
  samplers: { trace: sampleTrace as Sampler, arms: sampleTraceArms as Sampler },
  options: optionNames,
};

export const traceKit: DomainKit = {
  ...drawing,
  about: 'a persuader argues for or against a proposition, and belief in it is traced',
  utility:
    'of the persuader, the last belief as a share, or what it falls short of 1 where it argues against; of the target, 1 - the distance of its last report from its mind',
  utilityWithin: [0, 1],
  roles: SEATS,
  fixedRoles: FIXED_ROLES,
  control: 'trace:varied',
  environment: [
    sampledTask(drawing, {
      name: 'trace',
      about: 'move a belief, for or against, with four messages',
      difficulty: 'medium',
      reward: { low: 0, high: 1 },
      opponent: 'trace:network',
      sampler: 'trace',
    }),
  ],
  questions: traceQuestions,
  field: (_scenario, { sampler, seed }) => (sampler === 'arms' ? armOf(Number(seed)) : 'any mind'),
};
