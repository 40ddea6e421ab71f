/**
 * The negotiations among the rows of one trajectory id. There should be one; where ids were given out twice there are more,
 * one after the other or, once a table has been sorted, row by row in between each other.
 *
 * A row goes on a negotiation that has not ended, is at an earlier turn and has the same reservation for this role: best one
 * whose standing offer is the row's last offer, then the one nearest in turn. A row that fits none begins a negotiation.
 */
import type { Role, Step } from './step.ts';

export interface Negotiation {
  readonly id: string;
  readonly steps: Step[];
  /** Whether its turns are 1, 2, 3 and so on: only then is it known what was on the table. */
  isWhole: boolean;
  /** As the rows themselves say, not `meta`. */
  readonly reservation: Record<Role, number | undefined>;
  /** Each side's standing offer: its latest, gone once the other side has rejected it. */
  readonly standing: Record<Role, number | null>;
}

export function negotiationsOf(steps: readonly Step[]): Negotiation[] {
  const all: Negotiation[] = [];
  let open: Negotiation[] = [];
  for (const step of steps) {
    let negotiation = bestFor(step, open);
    if (!negotiation) {
      negotiation = begun(step.id);
      all.push(negotiation);
      open.push(negotiation);
    }
    take(negotiation, step);
    const ended = step.action === 'ACCEPT' || step.action === 'WALK' || step.isTerminal === true;
    if (ended) open = open.filter((one) => one !== negotiation);
  }
  return all;
}

function begun(id: string): Negotiation {
  return {
    id,
    steps: [],
    isWhole: true,
    reservation: { buyer: undefined, seller: undefined },
    standing: { buyer: null, seller: null },
  };
}

function bestFor(step: Step, open: readonly Negotiation[]): Negotiation | undefined {
  let best: Negotiation | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of open) {
    const gap = step.turn - (one.steps.at(-1) as Step).turn;
    const reservation = one.reservation[step.role];
    if (gap < 1 || (reservation !== undefined && reservation !== step.reservation)) continue;
    const wait = one.standing[otherThan(step.role)] === step.lastOffer ? gap : gap + 1_000_000;
    if (wait > least) continue;
    best = one;
    least = wait;
  }
  return best;
}

function take(negotiation: Negotiation, step: Step): void {
  const { steps, standing, reservation } = negotiation;
  steps.push(step);
  if (step.turn !== steps.length) negotiation.isWhole = false;
  reservation[step.role] ??= step.reservation;
  if (step.action === 'OFFER') standing[step.role] = step.price;
  else if (step.action === 'REJECT') standing[otherThan(step.role)] = null;
}

export function otherThan(role: Role): Role {
  return role === 'buyer' ? 'seller' : 'buyer';
}

/** As the rows say, and as `meta` says of a side that has no row. */
export function reservationsOf({ reservation, steps }: Negotiation): Negotiation['reservation'] {
  const meta = steps[0]?.meta;
  return { buyer: reservation.buyer ?? meta?.buyer_max, seller: reservation.seller ?? meta?.seller_min };
}

/** The strategies of both sides, where the rows name them. */
export function namesOf({ steps }: Negotiation): Record<Role, string | undefined> {
  const names: Record<Role, string | undefined> = { buyer: undefined, seller: undefined };
  for (const { role, strategy } of steps) names[role] ??= strategy;
  return names;
}

/** `price` is null for an accept where no offer stood. `open`: the rows stop before the negotiation does. */
export type Ending = { readonly kind: 'deal'; readonly price: number | null } | { readonly kind: 'no-deal' | 'open' };

/** How the acts ended it, whatever the labels say. An offer that crosses the other side's may close the deal as well. */
export function endingOf({ steps, standing }: Negotiation): Ending {
  const { action, role, price, turn, maxTurns, isTerminal, success } = steps.at(-1) as Step;
  const theirs = standing[otherThan(role)];
  if (action === 'ACCEPT') return { kind: 'deal', price: theirs };
  if (action === 'OFFER' && success && theirs !== null && price !== null) {
    if (role === 'buyer' ? price >= theirs : price <= theirs) return { kind: 'deal', price: theirs };
  }
  return { kind: action === 'WALK' || isTerminal === true || turn >= maxTurns ? 'no-deal' : 'open' };
}
