/** null: a control. Its answer is never an act, as from a model whose every reply is unparsable; it always forfeits. */
import type { PtomAct, PtomView } from '../../../domains/persuasion/ptom/ptom.ts';
import { defineStrategy } from '../../../strategy.ts';

export const nothing = defineStrategy({
  name: 'null',
  domain: 'ptom',
  version: 1,
  about: 'control: never a parsable act',
  options: {},
  make: () => (_view: PtomView) => undefined as unknown as PtomAct,
});
