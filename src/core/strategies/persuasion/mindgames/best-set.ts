/**
 * best_set: asks what it is let ask in the first message, and then tells the set of cells that would win most of the targets it
 * can still think of. Without questions it is the optimum of whoever knows the generator and reads no mind.
 */
import { possibleMinds } from '../../../domains/persuasion/mindgames/belief.ts';
import { bestSet as bestOf } from '../../../domains/persuasion/mindgames/best-set.ts';
import { cellsOf, messagesIn } from '../../../domains/persuasion/mindgames/mindgames.ts';
import { choice, defineStrategy } from '../../../strategy.ts';
import { believesOf, knows } from './believing.ts';
import { disclosing, hasDisclosed, message, persuading } from './persuader.ts';

export const bestSet = defineStrategy({
  name: 'best_set',
  domain: 'mindgames',
  version: 1,
  about: 'tells the one set of cells that would win most of the targets it can think of',
  options: { asks: choice(['none', 'inferential', 'informational', 'motivational'], 'what it asks first'), knows },
  make: ({ asks, knows: knowledge }) =>
    persuading((view) => {
      const { attributes, proposals } = view.public;
      if (asks !== 'none' && view.history.length === 0)
        return message({
          motivational: asks === 'motivational' ? attributes : [],
          informational: asks === 'informational' ? cellsOf(view.public) : [],
          inferential: asks === 'inferential' ? proposals : [],
        });
      if (hasDisclosed(view)) return message();
      const { cells } = bestOf(view, possibleMinds(view, knowledge), messagesIn(view.history));
      return message({ disclose: disclosing(view, cells) });
    }),
  believes: ({ knows: knowledge }) => believesOf(knowledge),
});
