/** How often a message of each type of bazaar seller gives a signal away: measured, see scripts/steering.ts rates. */
import type { Personality } from '../../../core/index.ts';
import type { Signal } from '../../tells/patterns.ts';

export const signalRates: Readonly<Partial<Record<Signal, Readonly<Record<Personality, number>>>>> = {
  urgency: { default: 0.141, deceptive: 0.119, impatient: 0.275, collaborative: 0.005 },
  deception: { default: 0.098, deceptive: 0.614, impatient: 0.003, collaborative: 0.005 },
};
