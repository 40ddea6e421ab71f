/**
 * The search: backward induction over the states of the game against one script.
 *
 * In our turn the best of accepting, walking away and the acts to try; in the script's turn the mean over what it may do.
 * States that the script cannot tell apart, by what it declares to remember, are solved once.
 */
import type { PriceAct } from '../../domains/price/price.ts';
import { replies } from './noise.ts';
import { actsToTry, type Searched, unacceptableLeft } from './offers.ts';
import {
  after,
  isLegal,
  offersOf,
  type PriceState,
  type PriceTable,
  reservationWorth,
  SAY,
  standingOf,
  toAct,
  viewOf,
  WALK,
  withoutStanding,
} from './table.ts';

/** Differences below this are rounding. */
const EPSILON = 1e-12;
/** The most turns looked ahead: the search recurs once a turn. */
const MAX_TURNS = 1000;
/** Moves of ours looked ahead against a `last-two` script; three reach its reservation. */
const DEEPEST = 5;
/** A `few` script is read exactly while it has this many offers at most, and in games too short for its late phase. */
const FEW = 3;
const FEW_TURNS = 32;

interface Choice {
  readonly value: number;
  readonly act: PriceAct;
}

/** An act of the script with its chance; none where it makes no legal act and so forfeits. */
interface Heard {
  readonly chance: number;
  readonly act: PriceAct | undefined;
}

interface Replies {
  readonly ends: readonly Heard[];
  /** Those that leave the script's standing offer as it is. */
  readonly leaves: readonly Heard[];
}

export interface Search {
  /** What the game is worth to the seat from here; `exact` false means at least that. */
  solve(state: PriceState): { readonly value: number; readonly exact: boolean };
  /** The act to take in a state where the seat is to act. */
  choose(state: PriceState): Choice;
  /** The state after the script's act, when it can only do one thing; undefined where it tosses a coin or forfeits. */
  next(state: PriceState): PriceState | undefined;
  /** Whether the script drew at random anywhere the search has looked. */
  drew(): boolean;
  /** No act of ours earns more than this. */
  readonly bound: number;
}

export function createSearch(table: PriceTable, memory: Searched): Search {
  const { scenario, seat, them, script, worth } = table;
  const { turnLimit } = scenario.public;
  if (turnLimit > MAX_TURNS) {
    throw new RangeError(`the best response looks at most ${MAX_TURNS} turns ahead, got a limit of ${turnLimit}`);
  }
  const bound = memory !== 'standing' ? reservationWorth(table) : worth(table.priceAt(0));
  const choices = new Map<string, Choice>();
  const tried = new Map<string, readonly PriceAct[]>();
  const heard = new Map<string, Replies>();
  const means = new Map<string, number>();
  let drew = false;

  /** The value of any state, with at most `moves` more acts of ours besides accepting and walking. */
  const value = (state: PriceState, moves: number): number => {
    const { outcome } = state;
    if (outcome) return outcome.kind === 'agreement' ? worth(outcome.deal.price) : 0;
    if (toAct(state) === seat) return choose(state, moves).value;
    const sum = (acts: readonly Heard[]) =>
      acts.reduce((total, { chance, act }) => total + (act ? chance * value(answered(state, act), moves) : 0), 0);
    const { ends, leaves } = repliesIn(state);
    // An act that ends the game or puts a new offer on the table is worth the same whatever offer stood there before.
    const key = `${moves} ${digest(table, memory, state, 'script')}`;
    const known = means.get(key) ?? sum(ends);
    means.set(key, known);
    return known + sum(leaves);
  };

  const choose = (state: PriceState, moves: number): Choice => {
    let best: Choice = { value: 0, act: WALK };
    const theirs = standingOf(state, them);
    if (theirs && worth(theirs.offer.price) > EPSILON) {
      best = { value: worth(theirs.offer.price), act: { type: 'accept', offer: theirs.turn } };
    }
    if (moves === 0 || state.turn >= turnLimit || best.value >= bound - EPSILON) return best;
    const onward = goOn(state, moves);
    return onward.value > best.value + EPSILON ? onward : best;
  };

  /**
   * The best act that is neither accepting nor walking. Where the script replaces its own offer in every turn, the one that
   * stands now is left out, so that one solution serves them all: an offer that crosses it earns what accepting it earns.
   */
  const goOn = (from: PriceState, moves: number): Choice => {
    const bare = withoutStanding(from, them);
    const state = memory === 'standing' ? from : bare;
    const key = `${moves} ${digest(table, memory, state, 'us')}`;
    const known = choices.get(key);
    if (known) return known;
    const place = `${moves} ${digest(table, memory, bare, 'script')}`;
    const acts = tried.get(place) ?? actsToTry(table, memory, bare, (next) => value(next, moves - 1));
    tried.set(place, acts);
    let best: Choice = { value: Number.NEGATIVE_INFINITY, act: SAY };
    for (const act of acts) {
      const worth = value(after(state, act), moves - 1);
      if (worth > best.value + EPSILON) best = { value: worth, act };
      if (best.value >= bound - EPSILON) break;
    }
    choices.set(key, best);
    return best;
  };

  const repliesIn = (state: PriceState): Replies => {
    const key = digest(table, memory, state, 'script');
    const known = heard.get(key);
    if (known) return known;
    const view = viewOf(state, them);
    const isClosing = (act: PriceAct) => isLegal(view, act) && after(state, act).outcome?.kind === 'agreement';
    const all = replies(script, view, isClosing).map(({ chance, act }) => ({
      chance,
      act: isLegal(view, act) ? act : undefined,
    }));
    drew ||= all.length > 1;
    const isLeaving = ({ act }: Heard) => act?.type === 'say' || act?.type === 'reject';
    const found = { ends: all.filter((one) => !isLeaving(one)), leaves: all.filter(isLeaving) };
    heard.set(key, found);
    return found;
  };
  // The same answer may have been heard where our standing offer was of another turn.
  const answered = (state: PriceState, act: PriceAct): PriceState =>
    after(state, act.type === 'accept' ? { ...act, offer: standingOf(state, seat)?.turn as number } : act);

  /** How deep to look: only `last-two` needs a limit, and short plans come out first. */
  const depthFor = (state: PriceState): number => {
    if (memory !== 'last-two') return Number.POSITIVE_INFINITY;
    const left = movesLeft(state);
    for (let moves = 0; moves < Math.min(left, DEEPEST); moves++) {
      if (value(state, moves) >= bound - EPSILON) return moves;
    }
    return Math.min(left, DEEPEST);
  };
  const movesLeft = (state: PriceState): number => Math.ceil((turnLimit - state.turn + 1) / 2);

  return {
    bound,
    drew: () => drew,
    next(state) {
      const { ends, leaves } = repliesIn(state);
      const [only, ...others] = [...ends, ...leaves];
      return only?.act && others.length === 0 ? answered(state, only.act) : undefined;
    },
    choose: (state) => choose(state, depthFor(state)),
    solve(state) {
      const depth = depthFor(state);
      const found = value(state, depth);
      return { value: found, exact: found >= bound - EPSILON || isExact(state, depth) };
    },
  };

  function isExact(state: PriceState, depth: number): boolean {
    if (memory === 'last-two') return depth >= movesLeft(state);
    if (memory === 'distinct') return unacceptableLeft(table, state) >= movesLeft(state);
    if (memory !== 'few') return true;
    const mine = standingOf(state, seat);
    // One offer to take an old one back, one before the last act.
    const needed = (mine && table.stepOf(mine.offer.price) > 0 ? 1 : 0) + 1;
    return offersOf(state, seat).length + needed <= FEW && turnLimit <= FEW_TURNS;
  }
}

/**
 * What tells this state from others of the same game: to the script, all that its next act can depend on; to us, all that
 * our best act can depend on, which leaves out how often a script with a `distinct` memory repeated itself.
 */
function digest({ seat, them }: PriceTable, memory: Searched, state: PriceState, to: 'script' | 'us'): string {
  const mine = standingOf(state, seat);
  const rest = () => {
    if (memory === 'clock') return '';
    if (memory === 'standing') return to === 'us' ? standingOf(state, them)?.offer.price : '';
    const ours = offersOf(state, seat);
    const theirs = offersOf(state, them);
    switch (memory) {
      case 'first':
        return `${ours[0]} ${theirs[0]}`;
      case 'last':
        return theirs.at(-1);
      case 'last-two':
        return `${theirs.at(-1)} ${ours.slice(-2)}`;
      case 'distinct':
        return `${to === 'us' ? [...new Set(theirs)] : theirs} ${[...new Set(ours)]}`;
      case 'few':
        return `${ours}`;
      default:
        return memory satisfies never;
    }
  };
  return `${state.turn} ${mine?.offer.price} ${rest()}`;
}
