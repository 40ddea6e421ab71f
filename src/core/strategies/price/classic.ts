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
  entry('faratin_boulware', faratin, { beta: 0.2, opening: 'target' }),
  entry('faratin_conceder', faratin, { beta: 5, opening: 'target' }),
  entry('faratin_exponential', faratin, { family: 'exponential', opening: 'target' }),
  entry('faratin_resource', faratin, { family: 'resource', opening: 'target' }),
  entry('relative_tit_for_tat', relativeTitForTat, { opening: 'target' }),
  entry('random_tit_for_tat', randomTitForTat, { opening: 'target' }),
  entry('average_tit_for_tat', averageTitForTat, { opening: 'target' }),
  entry('nice_tit_for_tat', niceTitForTat, { opening: 'target' }),
  entry('micro', micro, { grid: 'own' }),
  entry('zeuthen', zeuthen, { opening: 'target' }),
  entry('aspiration_next', aspiration, { accept: 'next', opening: 'target' }),
  entry('aspiration_combi', aspiration, { accept: 'combi_max', opening: 'target' }),
] as const;
