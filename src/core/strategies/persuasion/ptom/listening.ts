/** What a target with P-ToM's mind does: it answers, reacts, and accepts a recommendation with the chance that its mind gives. */
import { acceptance, beliefIn, honestAnswer, leanOf, mindAt, tempers } from '../../../domains/persuasion/ptom/mind.ts';
import type { PtomAct, TargetAct, TargetView } from '../../../domains/persuasion/ptom/ptom.ts';
import { shadingOf } from '../../../domains/persuasion/ptom/samplers.ts';
import type { Context, Taken } from '../../../types.ts';

export type Deciding = 'chance' | 'rational';

export function listen(
  { own, history, public: { dimensions, complexity } }: TargetView,
  { rng }: Pick<Context, 'rng'>,
  deciding: Deciding = 'chance',
): TargetAct {
  const mind = mindAt(own, history);
  const { act } = history.at(-1) as Taken<PtomAct>;
  switch (act.type) {
    case 'ask': {
      const { dimension, matters } = honestAnswer(own, dimensions, act.about);
      if (rng.float() >= shadingOf(complexity)) return { type: 'answer', dimension, matters };
      // Shaded by a band: what matters is played down, what does not is played up.
      return { type: 'answer', dimension, matters: matters === 'moderate' ? 'weak' : 'moderate' };
    }
    case 'disclose': {
      const heard = [...own.known, ...told(history.slice(0, -1))];
      return { type: 'react', news: !heard.some(({ id }) => id === act.fact.id), lean: leanOf(mind) };
    }
    case 'recommend': {
      const chance = acceptance(mind, tempers[own.personality], act.option);
      return {
        type: 'decide',
        accept: deciding === 'rational' ? beliefIn(mind, act.option) > 0.5 : rng.float() < chance,
      };
    }
    default:
      throw new RangeError(`a target answers what a persuader does, got ${act.type}`);
  }
}

/** The facts that were disclosed, in order. */
export function told(history: TargetView['history']) {
  return history.flatMap(({ act }) => (act.type === 'disclose' ? [act.fact] : []));
}
