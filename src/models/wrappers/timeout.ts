/**
 * withTimeout: no answer in time is a `timeout` fault, and the model is told to stop by its signal.
 *
 * It does not depend on the model listening: a backend that hangs and ignores its signal is left behind all the same. Place
 * it next to the backend, so that the time is the model's own and not that of a line to wait in.
 */
import { type Model, ModelError } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { orAborted, requirePositive, wrap } from './wrap.ts';

export interface TimeoutOptions {
  readonly milliseconds: number;
  readonly clock?: Clock;
}

export function withTimeout(model: Model, { milliseconds, clock = systemClock }: TimeoutOptions): Model {
  requirePositive('milliseconds', milliseconds);
  return wrap(model, async (request, { signal }) => {
    const stop = new AbortController();
    const answered = new AbortController();
    const abort = () => stop.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const late = () => stop.abort(new ModelError('timeout', model.name, `no answer in ${milliseconds} ms`));
    clock.sleep(milliseconds, answered.signal).then(late, () => undefined); // it rejects only when answered
    try {
      return await orAborted(model.generate(request, { signal: stop.signal }), stop.signal);
    } finally {
      answered.abort();
      signal?.removeEventListener('abort', abort);
    }
  });
}
