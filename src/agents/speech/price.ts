/** Haggling over a price. */
import { type PriceAct, type PriceView, price } from '../../core/index.ts';
import * as aspiration from '../guards/aspiration.ts';
import * as keepAgreement from '../guards/keep-agreement.ts';
import * as leak from '../guards/leak.ts';
import * as monotone from '../guards/monotone.ts';
import * as reservation from '../guards/reservation.ts';
import * as walkByRule from '../guards/walk-by-rule.ts';
import { janusAgent } from '../janus.ts';
import { parsePriceReply } from '../parse/index.ts';
import { priceFigures } from '../prompt/figures.ts';
import { pricePrompt } from '../prompt/price.ts';
import { TEMPLATES_VERSION, wordedByTemplates } from '../worded.ts';
import { wordedByModel } from '../worded-by-model.ts';
import { acceptStanding, bargainingActs, bargainingFields, earlierOfferView } from './bargaining.ts';
import { evaluatePrice } from './evaluate-price.ts';
import type { Speech } from './speech.ts';
import { tellPrice } from './tell-price.ts';
import { priceThought } from './thought.ts';

const fields = bargainingFields(['price']);

export const priceSpeech = {
  domain: price.name,
  prompt: pricePrompt,
  read: parsePriceReply,
  fields,
  acts: bargainingActs({ price: { type: 'number', description: 'Within the public range.' } }),
  complete: acceptStanding,
  evaluate: evaluatePrice,
  adviser: 'worded:clean:boulware_firm@templates',
  judges: {
    leak: leak.judgePrice(fields),
    walkByRule: walkByRule.judgePrice,
    aspiration: aspiration.judgePrice,
    monotone: monotone.judgePrice,
    keepAgreement: keepAgreement.judgePrice,
    reservation: reservation.judgePrice,
  },
  leaks: leak.toldPrice,
  earlierView: earlierOfferView,
  tell: tellPrice,
  thought: ({ public: { item }, own: { target }, mine, theirs, seat }) =>
    priceThought({
      buying: seat !== 'seller',
      target,
      listPrice: item.listPrice,
      currency: item.currency,
      mine: mine?.offer.price,
      theirs: theirs?.offer.price,
    }),
  figures: priceFigures,
  aliases: {
    basic: 'llm:MODEL',
    basic_price: 'llm:MODEL',
    default: 'llm:MODEL',
    charming: 'llm:MODEL?persona=charming',
    rude: 'llm:MODEL?persona=rude',
    boulware: 'worded:boulware_conceding@MODEL',
    price_boulware: 'worded:boulware_conceding@MODEL',
    price_strategy: 'worded:boulware_conceding@MODEL',
    fixed_price: 'worded:janus-a:price_fixed_strict@MODEL',
    price_fixed: 'worded:janus-a:price_fixed_strict@MODEL',
  },
  templates: { version: TEMPLATES_VERSION, words: wordedByTemplates },
  wordedByModel,
  janus: janusAgent,
  bazaar: true,
} satisfies Speech<PriceView, PriceAct>;
