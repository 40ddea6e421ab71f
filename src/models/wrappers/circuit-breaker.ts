/**
 * withCircuitBreaker: after `faults` faults of the line in a row (transport, timeout), refuses everything for `pause`
 * milliseconds, then lets one request through to see.
 *
 * Closed, open, half-open, as in Nygard, Release It! (2007). The probe's reply closes the circuit, its fault opens it for
 * another pause; a probe that was aborted or refused for another reason says nothing of the line, and the next request
 * probes. Only a reply resets the count. A refusal is a `transport` fault with `retryAfter`, caused by the last fault.
 * Defaults: 3 faults and 300 s, as in the serving chain of BazaarBATNA.
 */
import { type Model, ModelError } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { faultOrThrow, requirePositive, requireWhole, sentenceOf, wrap } from './wrap.ts';

export interface CircuitBreakerOptions {
  readonly faults?: number;
  readonly pause?: number;
  readonly clock?: Clock;
}

/** A new object at every change, so that a late answer from before the change can be told and left out. */
type State =
  | { readonly kind: 'closed'; faults: number }
  | { readonly kind: 'open'; readonly until: number; readonly last: ModelError }
  | { readonly kind: 'probing'; readonly last: ModelError };

export function withCircuitBreaker(
  model: Model,
  { faults: limit = 3, pause = 300_000, clock = systemClock }: CircuitBreakerOptions = {},
): Model {
  requireWhole('faults', limit, 1);
  requirePositive('pause', pause);
  let state: State = { kind: 'closed', faults: 0 };

  const open = (last: ModelError): State => ({ kind: 'open', until: clock.now() + pause, last });
  const afterFault = (from: State, fault: ModelError): State => {
    if (fault.kind !== 'transport' && fault.kind !== 'timeout') return inDoubt(from);
    if (from.kind !== 'closed') return open(fault);
    from.faults++;
    return from.faults >= limit ? open(fault) : from;
  };
  /** Nothing was learned: a probe's place is free again, with no further pause. */
  const inDoubt = (from: State): State =>
    from.kind === 'probing' ? { kind: 'open', until: clock.now(), last: from.last } : from;

  return wrap(model, async (request, options) => {
    if (state.kind === 'probing' || (state.kind === 'open' && clock.now() < state.until)) {
      const wait = state.kind === 'open' ? state.until - clock.now() : undefined;
      throw new ModelError('transport', model.name, `not asked, the circuit is open: ${sentenceOf(state.last)}`, {
        retryAfter: wait === undefined ? undefined : wait / 1000,
        cause: state.last,
      });
    }
    if (state.kind === 'open') state = { kind: 'probing', last: state.last };
    const from = state;
    try {
      const reply = await model.generate(request, options);
      // The same object while it stays closed: the faults of requests that were under way still count.
      if (from.kind === 'closed') from.faults = 0;
      else if (state === from) state = { kind: 'closed', faults: 0 };
      return reply;
    } catch (error) {
      if (state === from) {
        const isFault = error instanceof ModelError && !options.signal?.aborted;
        state = isFault ? afterFault(from, error) : inDoubt(from);
      }
      throw faultOrThrow(error, options.signal);
    }
  });
}
