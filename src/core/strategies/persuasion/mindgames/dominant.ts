/**
 * dominant: learns the target's likes, asked in the first message unless they were told, and then tells what is good of its own
 * proposal and bad of the others. That maximises its lead over both whatever is hidden, so it wins every game that can be won.
 *
 * With `first` it asks everything first, what the target likes, knows and prefers, and tells only what the target does not know.
 */

import type { Effect } from '../../../domains/persuasion/mindgames/mind.ts';
import { SIZE } from '../../../domains/persuasion/mindgames/mind.ts';
import { cellsOf, type PersuaderView } from '../../../domains/persuasion/mindgames/mindgames.ts';
import { defineStrategy } from '../../../strategy.ts';
import { disclosing, hasDisclosed, helpfulCells, learnedLikes, message, persuading } from './persuader.ts';

export const dominant = defineStrategy({
  name: 'dominant',
  domain: 'mindgames',
  version: 1,
  about: 'learns what the target likes, then tells what is good of its proposal and bad of the others',
  options: {
    first: { kind: 'flag', default: false, about: 'ask what it knows and prefers too, and tell only what is new' },
  },
  make: ({ first }) =>
    persuading((view) => {
      const { attributes, proposals } = view.public;
      if (first && view.history.length === 0)
        return message({ motivational: attributes, informational: cellsOf(view.public), inferential: proposals });
      const likes = learnedLikes(view);
      const unknown = attributes.filter((_, a) => likes[a] === undefined);
      if (unknown.length > 0) return message({ motivational: unknown });
      if (hasDisclosed(view)) return message();
      const helpful = helpfulCells(view, likes as Effect[]);
      const known = first ? knownCells(view) : new Set<number>();
      return message({
        disclose: disclosing(
          view,
          helpful.filter((cell) => !known.has(cell)),
        ),
      });
    }),
});

function knownCells({ public: { proposals, attributes }, history }: PersuaderView): Set<number> {
  return new Set(
    history.flatMap(({ act }) =>
      act.type === 'message'
        ? []
        : act.informational.map(
            ({ proposal, attribute }) => proposals.indexOf(proposal) * SIZE + attributes.indexOf(attribute),
          ),
    ),
  );
}
