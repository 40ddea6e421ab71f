/** The domains: a literal list of those that two agents play; the arena, with its several buyers, stands beside it. */
import type { Domain } from '../types.ts';
import { arena } from './arena.ts';
import { items } from './items.ts';
import { price } from './price.ts';

export * from './arena.ts';
export * from './bazaar/index.ts';
export * from './items.ts';
export * from './items-samplers.ts';
export * from './listings/index.ts';
export * from './money.ts';
export * from './price.ts';
export * from './price-samplers.ts';

export const domains = { price, items } as const satisfies Record<string, Domain>;

/** Any domain by its name, those with more than two seats too. */
export function findDomain(name: string): Domain | undefined {
  return ({ ...domains, arena } as Readonly<Record<string, Domain>>)[name];
}
