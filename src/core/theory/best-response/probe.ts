/**
 * Probing: what can be earned against a script that may depend on the whole history, or does not say. A lower limit, exact
 * only where it reaches the upper one, which no deal can pass.
 *
 * A beam search over telling acts (silence, the top, a new price near it, the offer that closes and the one just short of
 * it, the script's reservation, prices on the way), all draws in the middle, gives a plan; players that wait for a share of
 * the surplus or concede by the clock, and whatever challengers are given, stand beside it. The best of them over 40 games (one, if nobody tosses a
 * coin) is the answer; against noise its value is its mean over 200 other games. A challenger that breaks down is left out; a
 * script that does has no value, and the search says so.
 */
import {
  type PriceAct,
  type PricePrivate,
  type PriceScript,
  type PriceView,
  price,
} from '../../domains/price/price.ts';
import { type Play, runEpisode } from '../../episode.ts';
import { clamp, pow } from '../../math.ts';
import { createRng } from '../../rng.ts';
import type { Script, Taken } from '../../types.ts';
import type { BestResponse, Solver } from './answer.ts';
import { ask, brokenDown } from './noise.ts';
import { closingSteps } from './offers.ts';
import {
  after,
  isLegal,
  offersOf,
  type PriceState,
  type PriceTable,
  reservationWorth,
  SAY,
  standingOf,
  stateAfter,
  toAct,
  viewOf,
  WALK,
} from './table.ts';

const BEAM = 24;
/** Shares of the way to the offer that closes, from the top and from our own last offer. */
const PARTS = [0.15, 0.3, 0.5, 0.7, 0.9];
const GAMES = 40;
const CHECKED = 200;
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const EXPONENTS = [0.2, 0.5, 1, 2, 4];

export function createProbe(table: PriceTable, limit: number, challengers: readonly Script[]): Solver {
  const { scenario, seat, them, script } = table;

  const play = (player: Script, opening: readonly Taken[], seed: number): Play =>
    runEpisode({
      domain: price,
      scenario,
      agents: { [seat]: player, [them]: script } as never,
      rng: createRng(seed),
      opening,
    });
  /** Undefined for a player that breaks down on the way: games that failed measure nothing. */
  const mean = (player: Script, history: readonly Taken[], games: number, from: number): number | undefined => {
    let sum = 0;
    for (let game = 0; game < games; game++) {
      const { result } = play(player, history, from + game);
      if (result.kind === 'failed') {
        if (result.by === them) throw brokenDown(script, result.turn, result.reason);
        return undefined;
      }
      sum += result.utility[seat] as number;
    }
    return sum / games;
  };

  const probed = new Map<string, BestResponse & { readonly player: Script }>();
  const solve = (history: readonly Taken[]): BestResponse & { readonly player: Script } => {
    const key = JSON.stringify(history);
    const known = probed.get(key);
    if (known) return known;
    const { plan, drew } = beam(table, stateAfter(scenario, history));
    const waiting = SHARES.flatMap((share) => waiters(table, share));
    const players = [follower(table, plan), ...waiting, ...conceders(table), ...challengers];
    const tried = players.flatMap((player) => {
      const value = mean(player, history, drew ? GAMES : 1, 0);
      return value === undefined ? [] : [{ player, value }];
    });
    const checked = (of: typeof tried): (typeof tried)[number] => {
      const best = of.reduce((best, one) => (one.value > best.value + 1e-12 ? one : best));
      const value = drew ? mean(best.player, history, CHECKED, GAMES) : best.value;
      return value === undefined ? checked(of.filter((one) => one !== best)) : { player: best.player, value };
    };
    const { player, value } = checked(tried);
    const found = {
      value,
      exact: value >= limit - 1e-12,
      expectation: drew,
      bound: Math.max(value, limit),
      plan: drew ? undefined : takenIn(play(player, history, 0)).slice(history.length),
      player: drew ? player : follower(table, takenIn(play(player, history, 0))),
    };
    probed.set(key, found);
    return found;
  };

  return {
    solve(history) {
      const { player: _, ...answer } = solve(history);
      return answer;
    },
    act: (view, context) => (solve([]).player as PriceScript).act(view, context),
  };
}

function takenIn({ events }: Play): Taken[] {
  return events.filter((event) => event.type === 'action-taken').map(({ turn, seat, act }) => ({ turn, seat, act }));
}

/** Plays what is written, whatever the other side does; where that cannot be done, it takes any gain or waits. */
function follower({ worth, seat }: PriceTable, plan: readonly Taken[]): PriceScript {
  const acts = new Map(plan.filter((taken) => taken.seat === seat).map(({ turn, act }) => [turn, act as PriceAct]));
  return {
    name: 'plan',
    act(view) {
      const act = acts.get(view.turn) ?? SAY;
      const { theirs } = view;
      const gains = theirs !== undefined && worth(theirs.offer.price) > 0;
      if (act.type === 'accept') return gains ? { type: 'accept', offer: theirs.turn } : WALK;
      if (gains && view.turn === view.turnLimit) return { type: 'accept', offer: theirs.turn };
      return act;
    },
  };
}

/** Accept anything worth this share of the whole surplus, and anything at all in the end; until then wait, in three ways. */
function waiters(table: PriceTable, share: number): PriceScript[] {
  const { scenario, worth, priceAt, stepOf, lastStep } = table;
  const wanted = share * reservationWorth(table);
  const offer = (step: number): PriceAct => ({ type: 'offer', price: priceAt(step) });
  const fresh = (view: PriceView) => freshStep(stateAfter(scenario, view.history), table);
  const waits: ((view: PriceView) => PriceAct)[] = [() => SAY, () => offer(0), (view) => offer(fresh(view))];
  return waits.map((wait) => ({
    name: `wait for ${share}`,
    act(view) {
      const { theirs, turn, turnLimit } = view;
      const gain = theirs ? worth(theirs.offer.price) : 0;
      if (theirs && gain > 0 && (gain >= wanted || turn + 2 > turnLimit)) return { type: 'accept', offer: theirs.turn };
      // Before the last act of the other side, ask for what was waited for.
      return turn + 1 === turnLimit
        ? offer(clamp(stepOf(priceWorth(table, wanted)), 0, Math.max(0, lastStep)))
        : wait(view);
    },
  }));
}

/** Concede by the clock, from the top or from the own target to the last price that gains anything. */
function conceders({ scenario, seat, lastStep, priceAt, stepOf }: PriceTable): PriceScript[] {
  const { target } = scenario.private[seat] as PricePrivate;
  return [0, Math.min(stepOf(target), lastStep)].flatMap((start) =>
    EXPONENTS.map((exponent) => ({
      name: `concede by ${exponent}`,
      act({ theirs, turn, turnLimit }) {
        const step = Math.max(0, Math.floor(start + (lastStep - start) * pow(turn / turnLimit, exponent)));
        if (theirs && stepOf(theirs.offer.price) <= Math.min(step, lastStep))
          return { type: 'accept', offer: theirs.turn };
        return { type: 'offer', price: priceAt(step) };
      },
    })),
  );
}

/** The price at which a deal is worth this much. */
function priceWorth({ seat, scenario, worth }: PriceTable, value: number): number {
  const { reservation } = scenario.private[seat] as PricePrivate;
  const unit = Math.abs(worth(reservation + 1));
  return reservation + (seat === 'buyer' ? -value : value) / unit;
}

function freshStep(state: PriceState, { seat, stepOf }: PriceTable): number {
  const made = new Set(offersOf(state, seat).map(stepOf));
  let step = 0;
  while (made.has(step)) step++;
  return step;
}

/** The best plan that a narrow search finds, with all draws in the middle. */
function beam(table: PriceTable, from: PriceState): { plan: readonly Taken[]; drew: boolean } {
  const { scenario, seat, them, script, worth } = table;
  let drew = false;
  let best = { value: 0, state: toAct(from) === seat ? after(from, WALK) : from };
  const consider = (state: PriceState): void => {
    if (state.outcome?.kind !== 'agreement') return;
    const value = worth(state.outcome.deal.price);
    if (value > best.value + 1e-12) best = { value, state };
  };
  const answered = (state: PriceState): PriceState | undefined => {
    if (state.outcome) return state;
    const view = viewOf(state, them);
    const { act, drawn } = ask(script, view, []);
    drew ||= drawn.length > 0;
    return isLegal(view, act) ? after(state, act) : undefined;
  };
  const start = toAct(from) === them ? answered(from) : from;
  let states = start ? [start] : [];
  while (states.length > 0) {
    const next = new Map<string, { state: PriceState; score: number }>();
    for (const state of states) {
      consider(state);
      if (state.outcome) continue;
      const theirs = standingOf(state, them);
      if (theirs) consider(after(state, { type: 'accept', offer: theirs.turn }));
      if (state.turn >= scenario.public.turnLimit) continue;
      for (const act of tellingActs(table, state)) {
        const reached = answered(after(state, act));
        if (!reached) continue;
        consider(reached);
        if (reached.outcome) continue;
        const standing = standingOf(reached, them)?.offer.price;
        const key = `${standing} ${offersOf(reached, seat).slice(-2)}`;
        if (!next.has(key)) next.set(key, { state: reached, score: standing === undefined ? 0 : worth(standing) });
      }
    }
    const ranked = [...next.values()].sort((a, b) => b.score - a.score);
    states = ranked.slice(0, BEAM).map(({ state }) => state);
  }
  return { plan: best.state.history.slice(from.history.length), drew };
}

function tellingActs(table: PriceTable, state: PriceState): PriceAct[] {
  const { lastStep, endStep, stepOf, priceAt, scenario, them } = table;
  const closing = closingSteps(table, state).steps;
  const near = closing[0] ?? lastStep;
  const reservation = stepOf((scenario.private[them] as PricePrivate).reservation);
  const mine = standingOf(state, table.seat);
  const from = mine ? stepOf(mine.offer.price) : 0;
  const between = PARTS.flatMap((part) => [part * near, from + part * (near - from)]).map(Math.floor);
  const steps = [...closing, near - 1, 0, freshStep(state, table), reservation, ...between];
  const legal = [...new Set(steps)].filter((step) => step >= 0 && step <= endStep);
  return [...legal.map((step): PriceAct => ({ type: 'offer', price: priceAt(step) })), SAY];
}
