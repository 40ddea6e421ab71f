/**
 * What one seat hears of a game while it goes on: its own events, and of the others the acts that its view has. Why another act was refused, a note
 * or a belief is that seat's own affair until the end.
 */
import { advance, type Domain, type Event, type Result, type Scenario, type Seat, stepsOf } from '../core/index.ts';

/** Takes events as they come and gives those that may be told now. Acts of one turn are told together, since only then do views have them. */
export function hearing(domain: Domain, scenario: Scenario, seat: Seat): (event: Event) => readonly Event[] {
  let state = domain.start(scenario);
  let round: Event[] = [];
  return (event) => {
    if (event.type !== 'action-taken' && event.type !== 'seat-forfeited') return event.seat === seat ? [event] : [];
    round.push(event);
    const { state: after, missing } = advance(domain, state, stepsOf({ events: round }));
    if (missing.length > 0) return [];
    state = after;
    const { history } = domain.view(state, seat);
    const heard = round.filter(
      (one) =>
        one.seat === seat ||
        (one.type === 'action-taken' &&
          history.some(({ turn, seat: actor }) => turn === one.turn && actor === one.seat)),
    );
    round = [];
    return heard;
  };
}

/** How it ended, for this seat: why another broke down may quote what only that one was told. */
export function heardResult(result: Result, seat: Seat): Result {
  const isTheirs = result.kind === 'failed' && result.by !== seat;
  return isTheirs ? { ...result, reason: 'the transcript says why (--out)' } : result;
}
