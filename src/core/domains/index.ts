/** The domains: a literal list. */
import type { Domain } from '../types.ts';
import { price } from './price.ts';

export * from './listings/index.ts';
export * from './price.ts';
export * from './price-samplers.ts';

export const domains = { price } as const satisfies Record<string, Domain>;
