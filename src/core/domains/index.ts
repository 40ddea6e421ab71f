/** The domains: a literal list, one folder each. */
import type { Domain, Seat } from '../types.ts';
import { arenaKit } from './arena/kit.ts';
import { items } from './items/items.ts';
import { itemsKit } from './items/kit.ts';
import type { DomainKit } from './kit.ts';
import { priceKit } from './price/kit.ts';
import { price } from './price/price.ts';

export * from './arena/arena.ts';
export * from './bazaar/index.ts';
export * from './items/items.ts';
export * from './items/samplers.ts';
export type { DomainKit, Sampler } from './kit.ts';
export * from './price/listings/index.ts';
export * from './price/money.ts';
export * from './price/price.ts';
export * from './price/samplers.ts';

/** Those that two agents play, by name. */
export const domains = { price, items } as const satisfies Record<string, Domain>;

/** Every domain of the house. To add one, write its folder and put its record here. */
export const kits: readonly DomainKit[] = [priceKit, itemsKit, arenaKit];

const byName = new Map(kits.map((kit) => [kit.rules.name, kit]));

/** What is known of a domain, by its name. */
export function findKit(name: string): DomainKit | undefined {
  return byName.get(name);
}

export function findDomain(name: string): Domain | undefined {
  return byName.get(name)?.rules;
}

/** The seats of a domain in which every scenario has the same ones. */
export function rolesOf(name: string): readonly Seat[] {
  const roles = findKit(name)?.roles;
  if (!roles) throw new RangeError(`the seats of ${name} are those of a scenario`);
  return roles;
}
