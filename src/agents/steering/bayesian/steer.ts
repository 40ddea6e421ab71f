/**
 * Bayesian steering: a proposal is kept where it costs next to nothing, and replaced by the best act where it costs more.
 *
 * An offer that keeps 99 % of the expected gain stands, so that a model's own words can stand with it; at 95 % the small losses
 * of every turn add up. An accept stands only where accepting is best. Without a proposal it plays the best act.
 */
import { acceptable, lastTurn, type PriceAct, type PriceView } from '../../../core/index.ts';
import type { Aggregate } from '../../tells/words.ts';
import { type Choice, choose, expectedGain, type Position } from './choose.ts';
import { posteriorAt, roundsBy } from './posterior.ts';

const KEPT = 0.99;

export interface Steering {
  readonly act: PriceAct;
  /** Expected gain of the best act, in money; undefined before the seller has asked. */
  readonly value?: number;
}

export function steerBayesian(view: PriceView, proposal: PriceAct | undefined, heard: readonly Aggregate[]): Steering {
  const position = positionIn(view);
  const beliefs = position && posteriorAt(view, heard);
  if (!position || !beliefs) return { act: proposal ?? { type: 'offer', price: view.own.target } };
  const best = choose(beliefs, position);
  if (proposal?.type === 'offer' && keeps(proposal.price, position)) {
    const value = expectedGain(beliefs, position, proposal.price);
    if (value > 0 && value >= KEPT * best.value) return { act: proposal, value: best.value };
  }
  if (proposal?.type === best.type && best.type !== 'offer') return { act: proposal, value: best.value };
  return { act: actOf(best, view), value: best.value };
}

function keeps(price: number, { best, budget, ask }: Position): boolean {
  return price >= best && price <= budget && price < ask;
}

function actOf({ type, price }: Choice, view: PriceView): PriceAct {
  if (type === 'offer') return { type, price };
  return type === 'accept' && view.theirs ? { type, offer: view.theirs.turn } : { type: 'walk' };
}

/** Where a buyer stands; undefined where nothing was asked. */
function positionIn(view: PriceView): Position | undefined {
  const { theirs, own, history, public: facts } = view;
  let [ask, best]: [number | undefined, number] = [undefined, 0];
  for (const { seat, act } of history) {
    if (act.type !== 'offer') continue;
    if (seat === view.seat) best = Math.max(best, act.price);
    else ask = act.price;
  }
  if (ask === undefined) return undefined;
  return {
    round: roundsBy(view, view.turn),
    lastRound: roundsBy(view, lastTurn(view)),
    ask,
    acceptable: theirs !== undefined && acceptable(view),
    budget: own.reservation,
    best,
    low: facts.range.low,
  };
}
