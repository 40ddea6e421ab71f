/**
 * A rule written for one seat, made to play both: in the other seat it plays the mirror image of the game, in which every price
 * x is low + high - x of the public range. A bazaar seller in the buyer's seat so opens low and concedes upward by its own rule.
 * This is for tables in which everybody meets everybody; no published figure rests on it.
 */
import type { PriceAct, PriceOffer, PricePrivate, PriceView } from '../../../domains/price/price.ts';
import { cents } from '../../../math.ts';
import type { Context } from '../../../types.ts';

type Rule = (view: PriceView, context: Context) => PriceAct;

export function forEitherSeat(home: 'buyer' | 'seller', rule: Rule): Rule {
  // Anyone who is not the seller buys: the arena has buyers by other names.
  return (view, context) =>
    (view.seat === 'seller') === (home === 'seller') ? rule(view, context) : mirrored(home, rule, view, context);
}

function mirrored(home: 'buyer' | 'seller', rule: Rule, view: PriceView, context: Context): PriceAct {
  const { low, high } = view.public.range;
  const flip = (x: number) => cents(low + high - x);
  const flipOffer = (offer: PriceOffer): PriceOffer => ({ ...offer, price: flip(offer.price) });
  const flipAct = (act: PriceAct): PriceAct => (act.type === 'offer' ? flipOffer(act) : act);
  const { reservation, target, ...rest } = view.own;
  const own: PricePrivate = { ...rest, reservation: flip(reservation), target: flip(target) };
  const act = rule(
    {
      ...view,
      seat: home,
      public: { ...view.public, item: { ...view.public.item, listPrice: flip(view.public.item.listPrice) } },
      own,
      history: view.history.map((taken) => ({
        ...taken,
        seat: taken.seat === view.seat ? home : 'other',
        act: flipAct(taken.act),
      })),
      mine: view.mine && { ...view.mine, offer: flipOffer(view.mine.offer) },
      theirs: view.theirs && { ...view.theirs, offer: flipOffer(view.theirs.offer) },
    },
    context,
  );
  const { words: _, ...wordless } = flipAct(act);
  return wordless as PriceAct;
}
