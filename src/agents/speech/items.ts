/** Sharing out items. */
import { type ItemsAct, type ItemsSeat, type ItemsView, items } from '../../core/index.ts';
import * as aspiration from '../guards/aspiration.ts';
import * as keepAgreement from '../guards/keep-agreement.ts';
import * as leak from '../guards/leak.ts';
import * as monotone from '../guards/monotone.ts';
import * as reservation from '../guards/reservation.ts';
import * as walkByRule from '../guards/walk-by-rule.ts';
import { parseItemsReply } from '../parse/index.ts';
import { itemsPrompt } from '../prompt/items.ts';
import { acceptStanding, bargainingActs, bargainingFields, earlierOfferView } from './bargaining.ts';
import { evaluateSplit } from './evaluate-items.ts';
import type { Speech } from './speech.ts';
import { tellItems } from './tell-items.ts';
import { itemsThought } from './thought.ts';
import { wordedAndRead } from './worded-and-read.ts';
import { itemsTemplates, itemsWording } from './words-items.ts';

const fields = bargainingFields(['split']);
const units = { type: 'array', maxItems: 100, items: { type: 'integer', minimum: 0 } };

export const itemsSpeech = {
  domain: items.name,
  prompt: itemsPrompt,
  read: parseItemsReply,
  fields,
  acts: bargainingActs({
    split: {
      type: 'object',
      properties: { a: units, b: units },
      required: ['a', 'b'],
      additionalProperties: false,
      description: 'Units of each item type to each seat.',
    },
  }),
  complete: acceptStanding,
  evaluate: evaluateSplit,
  adviser: 'pareto_walking',
  judges: {
    leak: leak.judgeItems(fields),
    walkByRule: walkByRule.judgeItems,
    aspiration: aspiration.judgeItems,
    monotone: monotone.judgeItems,
    keepAgreement: keepAgreement.judgeItems,
    reservation: reservation.judgeItems,
  },
  earlierView: earlierOfferView,
  tell: tellItems,
  thought({ public: table, own, mine, theirs, seat }) {
    const bundle = (of: ItemsView['mine']) => of?.offer.split[seat as ItemsSeat];
    return itemsThought({ items: table.items, values: own.values, mine: bundle(mine), theirs: bundle(theirs) });
  },
  aliases: {
    basic: 'llm:MODEL',
    default: 'llm:MODEL',
    charming: 'llm:MODEL?persona=charming',
    rude: 'llm:MODEL?persona=rude',
    boulware: 'worded:boulware@MODEL',
    fixed: 'worded:fixed@MODEL',
    fixed_price: 'worded:fixed@MODEL',
  },
  templates: itemsTemplates,
  wordedByModel: (script, model, options) => wordedAndRead(itemsWording, script, model, options),
} satisfies Speech<ItemsView, ItemsAct>;
