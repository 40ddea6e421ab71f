/** items in words. The example asks for everything, so no split of another game can leak in. */
import type { ItemsOffer, ItemsPublic, ItemsView } from '../../core/index.ts';
import { type Facts, factsIn, type PromptParts } from './parts.ts';
import { named } from './quote.ts';
import { actRules, allowedActs, offerTerms, TALK, tableActs, tableFacts } from './table.ts';

const itemsFacts: Facts<ItemsPublic, ItemsView> = {
  items: () => 'An offer names what YOU get of each item; the other side gets the rest.', // The role lists them.
  turnLimit: tableFacts.turnLimit,
  opens: tableFacts.opens,
  crossing: ({ public: { crossing } }) =>
    crossing === 'close'
      ? 'An offer that gives the other side at least as many of each item as its own standing offer asks closes the deal at that standing offer.'
      : "An offer that gives what the other side's standing offer asks closes nothing: only accept does.",
  firstOffer: tableFacts.firstOffer,
};

export function itemsPrompt(view: ItemsView): PromptParts {
  const { items } = view.public;
  const { values, reservation = 0 } = view.own;
  const self = view.seat as 'a' | 'b';
  const text = (offer: ItemsOffer) =>
    `you get ${items.map(({ name }, i) => `${offer.split[self][i]} ${named(name)}`).join(', ')}`;
  const standing = (of: ItemsView['mine']) => (of ? text(of.offer) : 'none');
  const all = items.map(({ count }) => count);
  const example: ItemsOffer = {
    type: 'offer',
    split: { a: self === 'a' ? all : all.map(() => 0), b: self === 'b' ? all : all.map(() => 0) },
    words: 'I would like all of it.',
  };
  const floor = reservation > 0 ? ` Settle for no less than ${Math.round(100 * reservation)} % of that.` : '';
  return {
    role: `You share out items with another side.\nItems: ${items.map(({ name, count }) => `${count} ${named(name)}`).join(', ')}.`,
    objective: `To you one unit is worth: ${items.map(({ name }, i) => `${named(name)} ${values[i]}`).join(', ')}. The other side has values of its own, and neither knows the other's. Your score is the worth of what you get as a share of the worth of everything; no deal scores 0.${floor} Keep your values to yourself.`,
    rules: [...factsIn(itemsFacts, view), ...actRules, TALK],
    acts: tableActs,
    allowed: allowedActs(view),
    standing: `Standing offers: theirs ${standing(view.theirs)}; yours ${standing(view.mine)}.`,
    nameOf: () => 'The other side',
    ...offerTerms<ItemsOffer>({
      schema: {
        mine: {
          type: ['object', 'null'],
          properties: Object.fromEntries(
            items.map(({ name, count }) => [name, { type: 'integer', minimum: 0, maximum: count }]),
          ),
          required: items.map(({ name }) => name),
          additionalProperties: false,
        },
      },
      of: (offer) => ({
        mine: Object.fromEntries(items.map(({ name }, i) => [name, offer.split[self][i]])),
      }),
      none: { mine: null },
      text,
      example,
    }),
  };
}
