/**
 * A haggle somewhere else, told to us: role, limits and the offers so far. It becomes a view of the price game by folding
 * the offers through the rules, so that every script can say what it would do next.
 *
 * The other side's limits are not known; the rules need some to set up a scenario, so they get the caller's own, which
 * nothing here ever reads or shows: a view holds only the own side.
 */
import { z } from 'zod';
import {
  type PriceAct,
  type PriceScenario,
  type PriceView,
  price,
  type Seat,
  stateAfter,
  type Taken,
} from '../core/index.ts';

export const situationSchema = z.strictObject({
  role: z.enum(['buyer', 'seller']),
  reservation: z.number().min(0).describe("The buyer's maximum or the seller's minimum; it is told to nobody."),
  target: z.number().min(0).describe('The price hoped for.'),
  listPrice: z.number().min(0),
  item: z.string().max(200).default('the item'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  turnLimit: z.int().min(1).max(200).default(20).describe('Turns of both sides together.'),
  offers: z
    .array(z.strictObject({ by: z.enum(['buyer', 'seller']), price: z.number().min(0) }))
    .max(200)
    .default([])
    .describe('In order. Two in a row by one side mean that the other only talked.'),
});
export type Situation = z.infer<typeof situationSchema>;

export function viewOf(situation: Situation): PriceView {
  const { role, reservation, target, listPrice, offers, turnLimit } = situation;
  const prices = [reservation, target, listPrice, ...offers.map((offer) => offer.price)];
  const own = { reservation, target };
  const first = offers[0]?.by ?? role;
  const acts = alternating(offers, first, role);
  const scenario: PriceScenario = {
    domain: price.name,
    version: price.version,
    id: 'situation',
    public: {
      item: { title: situation.item, category: 'item', description: '', listPrice, currency: situation.currency },
      range: { low: 0, high: Math.ceil(1.5 * Math.max(...prices, 1)) },
      turnLimit: Math.max(turnLimit, acts.length + 1),
      opens: first,
      crossing: 'continue',
    },
    private: { buyer: own, seller: own },
  };
  const problem = price.problem(scenario);
  if (problem) throw new RangeError(problem);
  return price.view(stateAfter(price as never, scenario, acts) as never, role);
}

/** Talk where a side said nothing new, so that turns alternate and the next one is the caller's. */
function alternating(offers: Situation['offers'], first: Seat, role: Seat): Taken<PriceAct>[] {
  const taken: Taken<PriceAct>[] = [];
  const other = (seat: Seat) => (seat === 'buyer' ? 'seller' : 'buyer');
  let next = first;
  const add = (act: PriceAct) => {
    taken.push({ turn: taken.length + 1, seat: next, act });
    next = other(next);
  };
  for (const { by, price: amount } of offers) {
    if (by !== next) add({ type: 'say', words: '...' });
    add({ type: 'offer', price: Math.round(amount * 100) / 100 });
  }
  if (next !== role) add({ type: 'say', words: '...' });
  return taken;
}
