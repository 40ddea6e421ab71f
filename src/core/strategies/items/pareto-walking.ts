/**
 * pareto_walking: as high as its aspiration asks, and among such splits the one the other side seems to like best; so it
 * walks down the frontier it believes in (the trade-off idea of Faratin, Sierra and Jennings 2002, over a finite set).
 *
 * The other side's unit values are read from the offers it made: `frequency` or `bayesian`, see theory/opponent-models.ts.
 * The aspiration is boulware's curve with the same defaults, so the two differ in the choice of the split alone. Ties go to
 * the split better for itself, then to the first. Accepts what is worth at least its own next offer (AC_next).
 * Not an oracle: it never sees the other side's values, and a bluffing opponent misleads it.
 */
import {
  type Bundle,
  countsOf,
  type ItemsAct,
  type ItemsView,
  otherSeat,
  outcomesOf,
  type Split,
  worth,
} from '../../domains/items/items.ts';
import { choice, defineStrategy } from '../../strategy.ts';
import { bayesianModel, frequencyModel } from '../../theory/opponent-models.ts';
import { acceptOr, curveOptions, ownUtility, threshold } from './moves.ts';

const models = { frequency: frequencyModel, bayesian: bayesianModel };

export const paretoWalking = defineStrategy({
  name: 'pareto_walking',
  domain: 'items',
  version: 1,
  about: 'offers what the other side seems to like best among all that meets its own aspiration',
  options: { ...curveOptions, model: choice(['frequency', 'bayesian'], 'how it reads the other side') },
  make:
    (options) =>
    (view: ItemsView): ItemsAct => {
      const next = kindest(view, threshold(view, options), estimated(view, options.model));
      return acceptOr(view, ownUtility(view)(next), () => next);
    },
  believes:
    ({ model }) =>
    (view: ItemsView, question) => {
      if (question.name !== 'values') return undefined;
      const estimate = estimated(view, model);
      const values = Object.fromEntries(view.public.items.map(({ name }, i) => [name, estimate[i] as number]));
      return { kind: 'values', values };
    },
});

/** What one unit of each type seems to be worth to the other side. */
function estimated(view: ItemsView, model: keyof typeof models): number[] {
  return models[model](keptByOther(view), countsOf(view.public.items));
}

/** What the other side asked for itself in each of its offers, in order. */
function keptByOther(view: ItemsView): Bundle[] {
  const other = otherSeat(view.seat);
  const kept: Bundle[] = [];
  for (const { seat, act } of view.history) if (seat === other && act.type === 'offer') kept.push(act.split[other]);
  return kept;
}

function kindest(view: ItemsView, aspiration: number, estimate: readonly number[]): Split {
  const utilityOf = ownUtility(view);
  const other = otherSeat(view.seat);
  let chosen: Split | undefined;
  let theirBest = Number.NEGATIVE_INFINITY;
  let ownBest = Number.NEGATIVE_INFINITY;
  for (const split of outcomesOf(view)) {
    const own = utilityOf(split);
    if (own < aspiration) continue;
    const their = worth(estimate, split[other]);
    if (their < theirBest || (their === theirBest && own <= ownBest)) continue;
    chosen = split;
    theirBest = their;
    ownBest = own;
  }
  return chosen as Split;
}
