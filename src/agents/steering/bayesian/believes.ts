/**
 * What the posterior says to the questions of a price game: the seller's cost, its type, and the last turn in which it answers. Of a
 * number the median, which has the least expected distance, between the ends that leave a tenth of the belief on either side.
 */
import { type Belief, clamp, type PriceView, personalities, type Question } from '../../../core/index.ts';
import type { Aggregate } from '../../tells/words.ts';
import { chanceOf, type Posterior, posteriorAt } from './posterior.ts';
import type { Hypothesis } from './seller-model.ts';

/** Undefined for a seller, whose counterpart is not in the model, and where nothing is known to measure costs by. */
export function bayesianBelief(view: PriceView, question: Question, heard: readonly Aggregate[]): Belief | undefined {
  if (view.seat === 'seller' || !question.ask(view)) return undefined;
  const beliefs = posteriorAt(view, heard);
  if (!beliefs) return undefined;
  switch (question.name) {
    case 'reservation':
      return middle(beliefs, ({ cost }) => cost);
    case 'type': {
      const chances = personalities.map((type) => [type, chanceOf(beliefs, (seller) => seller.type === type)] as const);
      return { kind: 'choice', chances: Object.fromEntries(chances) };
    }
    case 'patience': {
      // The seller's turn that ends a round comes after the buyer's.
      const after = view.public.opens === view.seat ? 0 : 1;
      return middle(beliefs, ({ patience }) => clamp(2 * patience + after, view.turn, view.turnLimit));
    }
    default:
      return undefined;
  }
}

function middle(beliefs: Posterior, read: (seller: Hypothesis) => number): Belief {
  const sorted = beliefs
    .map(({ seller, weight }) => ({ value: read(seller), weight }))
    .sort((a, b) => a.value - b.value);
  const quantile = (level: number): number => {
    let reached = 0;
    for (const { value, weight } of sorted) {
      reached += weight;
      if (reached >= level) return value;
    }
    return (sorted.at(-1) as { value: number }).value;
  };
  return { kind: 'number', value: quantile(0.5), low: quantile(0.1), high: quantile(0.9) };
}
