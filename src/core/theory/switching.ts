/**
 * switching: at each turn the act of whichever policy would earn most from here, on average over those who could sit across
 * (policy switching and rollout: Chang, Givan and Chong 2004; Bertsekas 2013).
 *
 * A teacher and a yardstick between a script and the best response: it knows the population that the other side is drawn from and
 * how scenarios are drawn, and of this game no more than its view. So whatever it does can be learned from what its seat sees,
 * which is not so of the best response, who knows the other side's limit and asks for it to the cent.
 *
 * `hypotheses` are scripts with a limit each, as the population has them. Those that would not have done what the other side did
 * lose weight: an act of another kind, a price far off, an offer past the limit that they are supposed to have. The policies are
 * then played out against those that are left. Nothing is drawn but what scripts draw, so a view has one answer.
 */
import { aside } from '../aside.ts';
import {
  lastTurn,
  type PriceAct,
  type PricePrivate,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  price,
} from '../domains/price/price.ts';
import { cents, clamp, exp, pow } from '../math.ts';
import { createRng } from '../rng.ts';
import { after, isLegal, type PriceState, toAct, viewOf } from './best-response/table.ts';

/** Who may sit across: how it plays, and what it would have to itself at this view. */
export interface Hypothesis {
  readonly script: PriceScript;
  readonly own: (view: PriceView) => PricePrivate;
}

export interface SwitchingOptions {
  readonly hypotheses: readonly Hypothesis[];
  /** Policies of this seat to choose from, besides accepting, walking away and holding a price to the end. */
  readonly policies: readonly PriceScript[];
  /** Hypotheses that the policies are played out against, drawn by weight (default 48). */
  readonly rollouts?: number;
}

/** Prices to hold, as shares of the way from the own limit to the best price there is. */
const HELD = [
  1, 0.8, 0.7, 0.6, 0.54, 0.48, 0.43, 0.38, 0.34, 0.3, 0.26, 0.22, 0.18, 0.15, 0.12, 0.09, 0.06, 0.03, 0.01,
];
/** A price is taken for the predicted one within about this share of the range. */
const SPREAD = 0.012;
/** What an act that nobody would have predicted still counts, and one past the supposed limit. */
const SURPRISE = 0.01;
const IMPOSSIBLE = 1e-4;
/** One old price in place of another. */
const REPEATED = 0.3;
/** How much better another price has to be than the one that stands. */
const STEADY = 0.004;
/** At least one in so many of those drawn counts. */
const LEAST = 8;
/** Less than this is not worth choosing for. */
const NOTHING = 1e-3;

export function switching({ hypotheses, policies, rollouts = 48 }: SwitchingOptions): PriceScript {
  if (hypotheses.length === 0) throw new RangeError('switching needs at least one hypothesis of who sits across');
  return {
    name: 'switching',
    act(view) {
      const supposed = believed(view, hypotheses, rollouts);
      const worth = (policy: PriceScript) =>
        supposed.reduce((sum, one) => sum + playedOut(one, view.seat, policy), 0) / supposed.length;
      let best: { act: PriceAct; worth: number } = { act: hopeless(view, policies[0]), worth: NOTHING };
      const consider = (policy: PriceScript, bonus = 0) => {
        const act = policy.act(view, draws(view.turn)) as PriceAct;
        if (takesBack(view, act)) return;
        const found = worth(policy);
        if (found > NOTHING && found + bonus > best.worth + 1e-9) best = { act, worth: found + bonus };
      };
      for (const policy of closing(view)) consider(policy);
      // What stands is left only for something better: a little more than nothing is noise, and a learner could not follow it.
      if (view.mine) consider(holding(view, view.mine.offer.price), STEADY);
      for (const share of HELD) consider(holding(view, heldAt(view, share)));
      for (const policy of policies) consider(policy);
      return best.act;
    },
  };
}

interface Supposed {
  readonly script: PriceScript;
  readonly state: PriceState;
}

/** The game as it would stand under each hypothesis, those drawn that fit what was seen. */
function believed(view: PriceView, hypotheses: readonly Hypothesis[], count: number): Supposed[] {
  const them = view.seat === 'buyer' ? 'seller' : 'buyer';
  const weighed = hypotheses.map(({ script, own }) => {
    const scenario = {
      domain: price.name,
      version: price.version,
      id: 'supposed',
      public: view.public,
      private: { [view.seat]: view.own, [them]: own(view) },
    } as PriceScenario;
    let state = price.start(scenario) as PriceState;
    let weight = 1;
    for (const taken of view.history) {
      if (taken.seat === them) weight *= likeness(viewOf(state, them), taken.act, script);
      state = after(state, taken.act);
    }
    return { script, state, weight };
  });
  return drawn(tempered(weighed, Math.min(count, hypotheses.length) / LEAST), count);
}

/**
 * A few hundred hypotheses are far apart, and the nearest of them is not the truth: where one or two would have all the weight, the
 * weights are taken to the power at which so many still count (by their effective number, 1 / the sum of squares).
 */
function tempered<T extends { readonly weight: number }>(items: readonly T[], least: number): T[] {
  const to = (power: number) => items.map((item) => ({ ...item, weight: pow(item.weight, power) }));
  const effective = (found: readonly T[]) => {
    const sum = found.reduce((all, { weight }) => all + weight, 0);
    return (sum * sum) / found.reduce((all, { weight }) => all + weight * weight, 0);
  };
  let [low, high] = [0, 1];
  if (effective(items as readonly T[]) >= least) return [...items];
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2;
    if (effective(to(middle)) >= least) low = middle;
    else high = middle;
  }
  return to(low);
}

function likeness(seen: PriceView, act: PriceAct, script: PriceScript): number {
  if (act.type !== 'offer') return script.act(seen, draws(seen.turn)).type === act.type ? 1 : SURPRISE;
  const { low, high } = seen.public.range;
  const past = seen.seat === 'seller' ? seen.own.reservation - act.price : act.price - seen.own.reservation;
  if (past > 0.005) return IMPOSSIBLE;
  const guess = script.act(seen, draws(seen.turn)) as PriceAct;
  if (guess.type !== 'offer') return SURPRISE;
  const off = (guess.price - act.price) / (SPREAD * (high - low));
  const near = SURPRISE + exp(-(off * off) / 2);
  // Who says one of its old prices again may have drawn which (MiCRO does).
  return isOld(seen, guess.price) && isOld(seen, act.price) ? Math.max(near, REPEATED) : near;
}

function isOld({ seat, history }: PriceView, price: number): boolean {
  return history.some((taken) => taken.seat === seat && taken.act.type === 'offer' && taken.act.price === price);
}

/** So many of them, each as often as its weight says, without chance (systematic resampling). */
function drawn<T extends { readonly weight: number }>(items: readonly T[], count: number): T[] {
  const whole = items.reduce((sum, { weight }) => sum + weight, 0);
  const found: T[] = [];
  let sum = 0;
  for (const item of items) {
    sum += item.weight;
    while (found.length < count && (found.length + 0.5) * whole <= sum * count) found.push(item);
  }
  return found.length > 0 ? found : items.slice(0, 1);
}

/** What the seat earns when it goes on by this policy. */
function playedOut({ script, state: from }: Supposed, seat: string, policy: PriceScript): number {
  let state = from;
  while (!state.outcome) {
    const turn = toAct(state) as string;
    const view = viewOf(state, turn);
    const act = (turn === seat ? policy : script).act(view, draws(view.turn)) as PriceAct;
    if (!isLegal(view, act)) return 0;
    state = after(state, act);
  }
  return state.outcome.kind === 'agreement' ? price.utility(state.scenario, seat, state.outcome) : 0;
}

/** Accepting at once, where there is something to gain by it. */
function closing(view: PriceView): PriceScript[] {
  const { theirs } = view;
  if (!theirs || !gains(view, theirs.offer.price)) return [];
  return [{ name: 'accept', act: () => ({ type: 'accept', offer: theirs.turn }) }];
}

/** A price so far on the way from the own limit to the best there is, round where prices are. */
function heldAt({ seat, own: { reservation }, public: { range, item } }: PriceView, share: number): number {
  const best = seat === 'seller' ? range.high : range.low;
  const exact = reservation + share * (best - reservation);
  return clamp(item.listPrice >= 100 ? Math.round(exact) : cents(exact), range.low, range.high);
}

/** Asks for one price, takes what is as good, and anything that gains in its last turn. */
function holding(asked: PriceView, held: number): PriceScript {
  return {
    name: `hold ${held}`,
    act(view) {
      const { theirs } = view;
      const good = theirs && (view.seat === 'seller' ? theirs.offer.price >= held : theirs.offer.price <= held);
      const last = view.turn + 2 > lastTurn(view) && view.turn !== asked.turn;
      if (theirs && (good || last) && gains(view, theirs.offer.price)) return { type: 'accept', offer: theirs.turn };
      return { type: 'offer', price: held };
    },
  };
}

/**
 * Where nothing seems to be gained from anybody who could sit there. Leaving earns no more than staying to the end, and the hypotheses
 * may be wrong: the first policy goes on, and only the last turn is a walk.
 */
function hopeless(view: PriceView, fallback: PriceScript | undefined): PriceAct {
  const act = fallback?.act(view, draws(view.turn)) as PriceAct | undefined;
  if (!act || view.turn >= lastTurn(view)) return { type: 'walk' };
  return takesBack(view, act) && view.mine ? { type: 'offer', price: view.mine.offer.price } : act;
}

/** Asks for more than before. Some scripts can be fooled by it, and nobody should learn that. */
function takesBack({ seat, mine }: PriceView, act: PriceAct): boolean {
  if (!mine || act.type !== 'offer') return false;
  return seat === 'seller' ? act.price > mine.offer.price : act.price < mine.offer.price;
}

function gains(view: PriceView, offered: number): boolean {
  return view.seat === 'seller' ? offered > view.own.reservation : offered < view.own.reservation;
}

function draws(turn: number) {
  return aside(createRng(turn));
}
