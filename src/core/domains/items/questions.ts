/** What one side can believe of the other when items are shared out: what one unit of each type is worth to it. */
import type { Question } from '../../beliefs/belief.ts';
import { type ItemsPrivate, type ItemsScenario, type ItemsView, otherSeat } from './items.ts';

const values: Question<ItemsView, ItemsScenario> = {
  name: 'values',
  ask: ({ public: { items } }) => ({
    kind: 'values',
    words: 'What is one unit of each type worth to the other side? Only the proportions count.',
    keys: items.map(({ name }) => name),
  }),
  truth({ public: { items }, private: secrets }, seat) {
    const theirs = (secrets[otherSeat(seat)] as ItemsPrivate).values;
    return Object.fromEntries(items.map(({ name }, i) => [name, theirs[i] as number]));
  },
};

export const itemsQuestions: readonly Question[] = [values as Question];
