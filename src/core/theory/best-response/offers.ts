/**
 * Which acts a best response has to try, by what the script remembers. Accepting and walking away are always tried besides.
 *
 * Two words: the *top* is the price that asks for most, and a *closing* offer is the one that asks for most among those
 * that the script's next act turns into a deal, by accepting it or by crossing it. It is found by bisection over whole
 * cents, through the script and the rules themselves. Why no other act can do better:
 *
 *   clock      No act changes what comes; an offer can only be taken. Of those taken with the same chance the closing one
 *              asks for most. Where noise decides, an offer taken because the script's own price came out at or below it
 *              earns no more than accepting that price one turn later, so only before the script's very last act is it
 *              worth trading chance for price: there all prices are scanned. Silence stands for all offers that are not taken.
 *   first      The top as first offer: all later prices move with it. Then as clock.
 *   last       The top: each answer moves with it. (Midpoints of the last two prices.)
 *   last-two   It concedes the size of our last step. Two moves, up to just under its answer and down to the top, bring any
 *              price to its reservation, and nothing is better; with fewer moves left the result is a linear function of
 *              each offer between these corners: the top, its reservation, the offers that close now or after one or two
 *              turns of silence, the offers a cent beside those, and silence, which repeats the last step.
 *   distinct   A price not offered before, nearest to the top: more distinct offers never make it concede less. Where the range
 *              has too few prices past its reservation for a new one in every turn, the search is not exact.
 *   few        Silence keeps the count of offers down, and before the last act a closing offer is no better, as in clock.
 *
 * The tests hold this against an exhaustive search over every act and every cent on small price ranges.
 */
import type { PriceAct, PricePrivate } from '../../domains/price/price.ts';
import type { Memory } from '../../strategy.ts';
import { ask } from './noise.ts';
import { after, isLegal, offersOf, type PriceState, type PriceTable, SAY, standingOf, viewOf } from './table.ts';

/** The kinds of memory that can be searched. */
export type Searched = Exclude<Memory, 'history'>;

/** How many turns after an offer of ours its acceptance is looked for, against `last-two`. */
const PATIENCE = 3;
/** Prices looked at in each round of the scan before the last act; the best one's neighbourhood is looked at again. */
const SCANNED = 32;
/** Draws at the ends and the middle: a coin falls on one side in one of them. */
const DRAWS = [0, 0.5, 0.999999];

/** `worthOf` values a state in which the script is to act. */
export function actsToTry(
  table: PriceTable,
  memory: Searched,
  state: PriceState,
  worthOf: (state: PriceState) => number,
): PriceAct[] {
  const offer = (step: number): PriceAct => ({ type: 'offer', price: table.priceAt(step) });
  const mine = standingOf(state, table.seat);
  // Silence leaves our own old offer standing; the top takes it back.
  const waiting = mine && table.stepOf(mine.offer.price) > 0 ? [SAY, offer(0)] : [SAY];
  const isLast = state.turn + 1 >= state.scenario.public.turnLimit;
  const closing = (): PriceAct[] => {
    const { steps, drew } = closingSteps(table, state);
    if (drew && isLast) steps.push(scan(table, (step) => worthOf(after(state, offer(step)))));
    return steps.map(offer);
  };
  switch (memory) {
    case 'clock':
    case 'standing':
      return [...closing(), ...waiting];
    case 'few':
      return isLast ? [...closing(), ...waiting] : waiting;
    case 'first':
      return [...closing(), ...(offersOf(state, table.seat).length === 0 ? [offer(0)] : waiting)];
    case 'last':
      return [...closing(), offer(0)];
    case 'last-two':
      return [...lastTwoSteps(table, state).map(offer), SAY];
    case 'distinct':
      return [...distinctSteps(table, state).map(offer), ...(unacceptableLeft(table, state) > 0 ? [] : [SAY])];
    default:
      return memory satisfies never;
  }
}

/** Whether this offer is turned into a deal within so many of the script's acts, all its draws coming out as `draw`. */
function closes(
  { script, them, priceAt }: PriceTable,
  state: PriceState,
  step: number,
  draw: number,
  acts = 1,
): { closed: boolean; drew: boolean } {
  let drew = false;
  let next = after(state, { type: 'offer', price: priceAt(step) });
  for (let i = 0; i < acts && !next.outcome; i++) {
    if (i > 0) next = after(next, SAY);
    if (next.outcome) break;
    const view = viewOf(next, them);
    const { act, drawn } = ask(script, view, [], draw);
    drew ||= drawn.length > 0;
    if (!isLegal(view, act)) break;
    next = after(next, act);
  }
  return { closed: next.outcome?.kind === 'agreement', drew };
}

/** The first step of 0 to `last` for which `holds`, given that it holds from there on; undefined when it never does. */
function firstStep(last: number, holds: (step: number) => boolean): number | undefined {
  if (last < 0 || !holds(last)) return undefined;
  let low = -1;
  let high = last;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The closing offers for draws at both ends and in the middle, and whether the script drew at all. */
export function closingSteps(table: PriceTable, state: PriceState): { steps: number[]; drew: boolean } {
  const steps = new Set<number>();
  let drew = false;
  for (const draw of DRAWS) {
    const step = firstStep(table.lastStep, (step) => {
      const answer = closes(table, state, step, draw);
      drew ||= answer.drew;
      return answer.closed;
    });
    if (step !== undefined) steps.add(step);
    if (!drew) break;
  }
  return { steps: [...steps], drew };
}

/** The best step by ever finer looks at the neighbourhood of the best one so far. */
function scan(table: PriceTable, worth: (step: number) => number): number {
  let low = 0;
  let high = table.lastStep;
  for (;;) {
    const width = Math.max(1, Math.ceil((high - low) / SCANNED));
    let best = low;
    let most = Number.NEGATIVE_INFINITY;
    for (let step = low; step <= high; step += width) {
      const value = worth(step);
      if (value > most) {
        most = value;
        best = step;
      }
    }
    if (width === 1) return best;
    low = Math.max(0, best - width + 1);
    high = Math.min(table.lastStep, best + width - 1);
  }
}

function lastTwoSteps(table: PriceTable, state: PriceState): number[] {
  const steps = [0, theirReservation(table)];
  for (let acts = 1; acts <= PATIENCE; acts++) {
    // Also past our own reservation: what is not taken may still draw a concession.
    const step = firstStep(table.endStep, (step) => closes(table, state, step, 0.5, acts).closed);
    if (step !== undefined) steps.push(step, step - 1, step + 1);
  }
  return [...new Set(steps)].filter((step) => step >= 0 && step <= table.endStep);
}

function distinctSteps(table: PriceTable, state: PriceState): number[] {
  const made = new Set(offersOf(state, table.seat).map(table.stepOf));
  const fresh = (from: number): number => {
    let step = from;
    while (made.has(step)) step++;
    return step;
  };
  const isClosed = (step: number) => closes(table, state, step, 0.5).closed;
  // A price offered before does not count as distinct, so new prices are looked at by themselves.
  const closing = firstStep(table.lastStep, (step) => isClosed(fresh(step)));
  const old = firstStep(table.lastStep, isClosed);
  const steps = [closing === undefined ? undefined : fresh(closing), old, fresh(0)];
  return steps.filter((step): step is number => step !== undefined && step <= table.endStep);
}

/** How many prices that the script would never take have not been offered yet. */
export function unacceptableLeft(table: PriceTable, state: PriceState): number {
  const reservation = theirReservation(table);
  const made = new Set(
    offersOf(state, table.seat)
      .map(table.stepOf)
      .filter((step) => step < reservation),
  );
  return reservation - made.size;
}

function theirReservation({ scenario, them, stepOf }: PriceTable): number {
  return stepOf((scenario.private[them] as PricePrivate).reservation);
}
