/** price in words. The example's price is this side's own target: whoever copies it opens sensibly, and no other price leaks in. */
import {
  type BazaarPublic,
  type BazaarView,
  bazaarView,
  formatPrice,
  type PriceOffer,
  type PriceView,
} from '../../core/index.ts';
import { type Facts, factsIn, type PromptParts } from './parts.ts';
import { named, quoted } from './quote.ts';
import { actRules, allowedActs, offerTerms, TALK, tableActs, tableFacts } from './table.ts';

export const priceFacts: Facts<BazaarPublic, BazaarView> = {
  item: () => undefined, // The role has it.
  turnLimit: tableFacts.turnLimit,
  opens: tableFacts.opens,
  crossing: ({ public: { crossing } }) =>
    crossing === 'close'
      ? 'Offers that meet or cross close the deal at the price that stood first.'
      : 'Offers that meet or cross close nothing: only accept does.',
  firstOffer: tableFacts.firstOffer,
  range: ({ public: { range, item, precision } }) => {
    const money = moneyIn(item.currency);
    return `Prices run from ${money(range.low)} to ${money(range.high)}${precision === 'none' ? '' : ', with at most two decimals'}.`;
  },
  precision: () => undefined, // The range says it.
  ownOffers({ public: { ownOffers }, seat }) {
    if (ownOffers !== 'monotone') return undefined;
    return `Nobody may take an offer back: each of your offers must be ${seat === 'seller' ? 'no higher' : 'no lower'} than your last one.`;
  },
  zoneWidth({ public: { zoneWidth, item } }) {
    if (zoneWidth === undefined) return undefined;
    const apart = moneyIn(item.currency)(Math.abs(zoneWidth));
    return `Both sides know that the buyer's limit is ${apart} ${zoneWidth < 0 ? 'below' : 'above'} the seller's.`;
  },
  deadlines({ public: { deadlines } }) {
    if (deadlines === undefined) return undefined;
    const after = deadlines === 'enforced' ? 'after it the game ends without a deal' : 'the game goes on after it';
    return `A side may have a deadline that the other does not know; ${after}.`;
  },
  sellerType: ({ public: { sellerType } }) =>
    sellerType === undefined ? undefined : `Both sides know the seller's type: ${sellerType}.`,
};

export function pricePrompt(given: PriceView): PromptParts {
  const view = bazaarView(given);
  const common = pricedPrompt(view);
  return {
    ...common,
    rules: [...factsIn(priceFacts, view), ...actRules, TALK, ...ownFacts(view)],
    acts: tableActs,
    allowed: allowedActs(view),
    nameOf: (seat) => (seat === 'seller' ? 'Seller' : 'Buyer'),
  };
}

/** Where prices are finer than they are written, the limit as written must not be past the real one. */
export function limitInCents({
  public: { precision },
  own: { reservation },
  seat,
}: Pick<PriceView, 'public' | 'own' | 'seat'>) {
  if (precision !== 'none') return reservation;
  return (seat === 'seller' ? Math.ceil(100 * reservation) : Math.floor(100 * reservation)) / 100;
}

/** What a game over a price has, also where several buy. */
export function pricedPrompt(
  view: Pick<PriceView, 'public' | 'own' | 'seat' | 'mine' | 'theirs'>,
): Pick<PromptParts, 'role' | 'objective' | 'standing' | 'terms' | 'actText'> {
  const { item } = view.public;
  const money = moneyIn(item.currency);
  const { target } = view.own;
  const reservation = limitInCents(view);
  // Anyone who is not the seller buys: the arena has buyers by other names.
  const buying = view.seat !== 'seller';
  const standing = (of: PriceView['mine']) => (of ? money(of.offer.price) : 'none');
  return {
    role: `You are the ${buying ? 'buyer' : 'seller'} in a negotiation over one item.\nItem: ${quoted(item.title)} (${named(item.category)}). ${quoted(item.description)}\nList price: ${money(item.listPrice)}.`,
    objective: `Your limit is ${money(reservation)}: ${buying ? 'the most you may pay' : 'the least you may take'}. You hope for ${money(target)}. Your score is what you gain ${buying ? 'below' : 'above'} your limit: a deal at it or no deal scores 0, a deal past it less than 0. Keep your limit to yourself.`,
    standing: `Standing offers: theirs ${standing(view.theirs)}, yours ${standing(view.mine)}.`,
    ...offerTerms<PriceOffer>({
      schema: { price: { type: ['number', 'null'] } },
      of: ({ price }) => ({ price }),
      none: { price: null },
      text: ({ price }) => money(price),
      example: { type: 'offer', price: target, words: `Could we do ${money(target)}?` },
    }),
  };
}

/** What this side alone knows besides its limit. */
function ownFacts({ own: { deadline, career, stall }, public: { deadlines } }: BazaarView): string[] {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const facts: string[] = [];
  if (deadline !== undefined)
    facts.push(
      `Your own deadline is turn ${deadline}${deadlines === 'enforced' ? '' : ': a deal after it is worth less to you'}.`,
    );
  if (career)
    facts.push(
      `Of your last ${career.deals} deals you closed ${percent(career.capitulation)} near the first ask, and the seller knows it.`,
    );
  if (stall && stall.capitulation > 0)
    facts.push(`This buyer closed ${percent(stall.capitulation)} of its last deals near the first ask.`);
  return facts;
}

function moneyIn(currency: string): (amount: number) => string {
  return (amount) => formatPrice(amount, named(currency));
}
