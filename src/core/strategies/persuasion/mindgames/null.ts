/** null: a control. Its answer is never an act, as from a model whose every reply is unparsable; it always forfeits. */
import type { MindgamesAct, MindgamesView } from '../../../domains/persuasion/mindgames/mindgames.ts';
import { defineStrategy } from '../../../strategy.ts';

export const nothing = defineStrategy({
  name: 'null',
  domain: 'mindgames',
  version: 1,
  about: 'control: never a parsable act',
  options: {},
  make: () => (_view: MindgamesView) => undefined as unknown as MindgamesAct,
});
