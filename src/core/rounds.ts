/**
 * The steps of a record in rounds, put to the rules one by one: how a replay, a fork and a game taken up again get to where they
 * were. A step is matched by its seat and its turn, never by its place in a list.
 */
import type { Domain, Event, Scenario, Seat, Step, Taken, View } from './types.ts';

/** The steps of a game, in order. */
export function stepsOf({ events }: { readonly events: readonly Event[] }): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    if (event.type === 'action-taken') steps.push({ turn: event.turn, seat: event.seat, act: event.act });
    else if (event.type === 'seat-forfeited') steps.push({ turn: event.turn, seat: event.seat, forfeit: event.reason });
  }
  return steps;
}

/** The acts of a game, in order. */
export function takenOf({ events }: { readonly events: readonly Event[] }): Taken[] {
  return stepsOf({ events }).filter(isTaken);
}

export function isTaken(step: Step): step is Taken {
  return 'act' in step;
}

/** Steps of one turn together: seats that act at once share a turn. */
export function roundsOf<S extends Step>(steps: readonly S[]): S[][] {
  const rounds: S[][] = [];
  for (const step of steps) {
    const last = rounds.at(-1);
    if (last?.[0]?.turn === step.turn) last.push(step);
    else rounds.push([step]);
  }
  return rounds;
}

export interface Advanced {
  /** After the whole round; where seats are missing from it, after those that left, with no act applied. */
  readonly state: unknown;
  /** The seats that are still to act in this turn. */
  readonly missing: readonly Seat[];
}

/** One round put to the rules. Throws a RangeError that says where the round and the rules part. */
export function advance(domain: Domain, before: unknown, round: readonly Step[]): Advanced {
  const { turn } = round[0] as Step;
  const toAct = domain.toAct(before);
  const stray = round.find(({ seat }, i) => !toAct.includes(seat) || round.findIndex((s) => s.seat === seat) !== i);
  if (stray) {
    const asked = toAct.join(', ') || 'nobody';
    throw new RangeError(
      `in turn ${turn} the rules ask ${asked} to act, the record has ${round.map(({ seat }) => seat).join(', ')}`,
    );
  }
  let state = before;
  for (const step of round) {
    const { seat } = step;
    const view = domain.view(before, seat);
    if (view.turn !== turn)
      throw new RangeError(`the record has turn ${turn} where the rules are at turn ${view.turn}`);
    if (isTaken(step)) {
      const reason = domain.check(view, step.act);
      if (reason) throw new RangeError(`the act of ${seat} in turn ${turn} is illegal: ${reason}`);
    } else {
      state = domain.leave?.(state, seat);
      if (state === undefined)
        throw new RangeError(`${seat} forfeits in turn ${turn}, and the game goes on without it`);
    }
  }
  const missing = toAct.filter((seat) => !round.some((step) => step.seat === seat));
  const acts = toAct.flatMap((seat) => round.filter((step): step is Taken => step.seat === seat && isTaken(step)));
  return { state: missing.length === 0 && acts.length > 0 ? domain.apply(state, acts) : state, missing };
}

/** The state after these steps. */
export function stateAfter(domain: Domain, scenario: Scenario, steps: readonly Step[]): unknown {
  return roundsOf(steps).reduce((state, round) => advance(domain, state, round).state, domain.start(scenario));
}

/** The views that a seat had at its turns, in order; the last may be that of a turn in which the game was broken off. */
export function viewsOf(
  domain: Domain,
  { scenario, events }: { readonly scenario: Scenario; readonly events: readonly Event[] },
  seat: Seat,
): View[] {
  const views: View[] = [];
  let state = domain.start(scenario);
  const look = () => {
    if (!domain.toAct(state).includes(seat)) return;
    const view = domain.view(state, seat);
    if (view.turn !== views.at(-1)?.turn) views.push(view);
  };
  look();
  for (const round of roundsOf(stepsOf({ events }))) {
    state = advance(domain, state, round).state;
    look();
  }
  return views;
}
