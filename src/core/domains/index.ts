/** The domains: a literal list. */
import type { Domain } from '../types.ts';
import { items } from './items.ts';
import { price } from './price.ts';

export * from './bazaar/index.ts';
export * from './items.ts';
export * from './items-samplers.ts';
export * from './listings/index.ts';
export * from './money.ts';
export * from './price.ts';
export * from './price-samplers.ts';

export const domains = { price, items } as const satisfies Record<string, Domain>;
