/**
 * How often a message of each type of bazaar seller gives a signal away, opening and counters alike. Measured on training games:
 * `npx tsx scripts/steering.ts rates 3000`. The signals that are left out were heard from nobody.
 */
import type { Personality } from '../../../core/index.ts';
import type { Signal } from '../../tells/patterns.ts';

export const signalRates: Readonly<Partial<Record<Signal, Readonly<Record<Personality, number>>>>> = {
  urgency: { default: 0.111, deceptive: 0.095, impatient: 0.682, collaborative: 0.106 },
  deception: { default: 0.11, deceptive: 0.616, impatient: 0.001, collaborative: 0.001 },
};
