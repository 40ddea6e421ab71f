/** Every registry of every domain, and the names by which a spec finds a script. */
import type { Entry } from '../strategy.ts';
import { trust } from '../trust.ts';
import { itemsRegistries } from './items/index.ts';
import { mindgamesRegistries } from './persuasion/mindgames/index.ts';
import { ptomRegistries } from './persuasion/ptom/index.ts';
import { traceRegistries } from './persuasion/trace/index.ts';
import { faithfulRegistries, priceRegistries } from './price/index.ts';

export { learnedLikes } from './persuasion/mindgames/persuader.ts';
export { type MessageProspect, messagesToWeigh, weighMessages } from './persuasion/mindgames/weighing.ts';
export { type Deliberation, deliberate } from './persuasion/ptom/deliberating.ts';
export { pointsFor as tracePoints } from './persuasion/trace/arguing.ts';
export { type TraceProspect, weighArguments } from './persuasion/trace/weighing.ts';
export { TUNED, type TunedOptions, type Weighing, weigh } from './price/tuned.ts';
export { faithfulRegistries };

export const registries = {
  ...priceRegistries,
  ...itemsRegistries,
  ...mindgamesRegistries,
  ...ptomRegistries,
  ...traceRegistries,
} as const satisfies Record<string, readonly Entry[]>;

export type RegistryName = keyof typeof registries;

for (const entries of Object.values(registries)) for (const { strategy } of entries) trust(strategy);
