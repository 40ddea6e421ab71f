/**
 * null: a control. Its answer is never an act, as from a model whose every reply is unparsable; it always forfeits.
 * A table in which it does well measures the guards and the fallbacks, not the agent.
 */
import type { ItemsAct, ItemsView } from '../../domains/items/items.ts';
import { defineStrategy } from '../../strategy.ts';

export const nothing = defineStrategy({
  name: 'null',
  domain: 'items',
  version: 1,
  about: 'control: never a parsable act',
  options: {},
  make: () => (_view: ItemsView) => undefined as unknown as ItemsAct,
});
