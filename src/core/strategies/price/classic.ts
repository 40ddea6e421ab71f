/**
 * The classic registry: the tactics of the negotiation literature with their published formulas, all clean. Each opens at
 * its own target and knows nothing but its view.
 */
import { entry } from '../../strategy.ts';
import { aspiration } from './aspiration.ts';
import { averageTitForTat } from './average-tit-for-tat.ts';
import { faratin } from './faratin.ts';
import { micro } from './micro.ts';
import { niceTitForTat } from './nice-tit-for-tat.ts';
import { randomTitForTat } from './random-tit-for-tat.ts';
import { relativeTitForTat } from './relative-tit-for-tat.ts';
import { zeuthen } from './zeuthen.ts';

export const classic = [
  entry('faratin_boulware', faratin, { beta: 0.2 }),
  entry('faratin_conceder', faratin, { beta: 5 }),
  entry('faratin_exponential', faratin, { family: 'exponential' }),
  entry('faratin_resource', faratin, { family: 'resource' }),
  entry('relative_tit_for_tat', relativeTitForTat),
  entry('random_tit_for_tat', randomTitForTat),
  entry('average_tit_for_tat', averageTitForTat),
  entry('nice_tit_for_tat', niceTitForTat),
  entry('micro', micro),
  entry('zeuthen', zeuthen),
  entry('aspiration_next', aspiration, { accept: 'next' }),
  entry('aspiration_combi', aspiration, { accept: 'combi_max' }),
] as const;
