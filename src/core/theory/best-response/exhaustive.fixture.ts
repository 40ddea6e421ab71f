/** The slow truth for the tests: every act at every cent in every turn, on the whole history, nothing assumed. */
import type { PriceAct } from '../../domains/price/price.ts';
import { replies } from './noise.ts';
import { after, isLegal, type PriceState, type PriceTable, SAY, toAct, viewOf } from './table.ts';

export function exhaustiveValue(table: PriceTable, state: PriceState): number {
  const { seat, script, worth, scenario, endStep, priceAt } = table;
  if (state.outcome) return state.outcome.kind === 'agreement' ? worth(state.outcome.deal.price) : 0;
  const actor = toAct(state) as string;
  const view = viewOf(state, actor);
  if (actor !== seat) {
    const closes = (act: PriceAct) => isLegal(view, act) && after(state, act).outcome?.kind === 'agreement';
    let sum = 0;
    for (const { chance, act } of replies(script, view, closes)) {
      if (isLegal(view, act)) sum += chance * exhaustiveValue(table, after(state, act));
    }
    return sum;
  }
  let best = view.theirs ? Math.max(0, worth(view.theirs.offer.price)) : 0;
  if (state.turn >= scenario.public.turnLimit) return best;
  const acts: PriceAct[] = view.theirs ? [SAY, { type: 'reject' }] : [SAY];
  for (let step = 0; step <= endStep; step++) acts.push({ type: 'offer', price: priceAt(step) });
  for (const act of acts) best = Math.max(best, exhaustiveValue(table, after(state, act)));
  return best;
}
