/** Every registry of every domain, and the names by which a spec finds a script. */
import type { Entry } from '../strategy.ts';
import { itemsRegistries } from './items/index.ts';
import { priceRegistries } from './price/index.ts';

export const registries = { ...priceRegistries, ...itemsRegistries } as const satisfies Record<
  string,
  readonly Entry[]
>;

export type RegistryName = keyof typeof registries;
