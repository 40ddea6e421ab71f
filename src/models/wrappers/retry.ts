/**
 * withRetry: asks again after a fault of the line (transport, timeout), never after an answer, however foolish.
 *
 * The wait doubles from try to try up to `longestWait`, times a random factor between 1/2 and 1 drawn from the seed, the
 * request and the try, so that a run repeats and different requests do not come back in step. A service that says when to
 * come back is waited for, unless that is longer than `longestWait`: then asking sooner is useless and it gives up at once.
 * A fault that a later try repaired is in the calls log below (see index.ts), nowhere else.
 */
import { contentHash, createRng } from '../../core/index.ts';
import { type Model, ModelError, type ModelErrorKind } from '../model.ts';
import { type Clock, systemClock } from './clock.ts';
import { faultOrThrow, requirePositive, requireWhole, sentenceOf, wrap } from './wrap.ts';

export interface RetryOptions {
  /** All tries, the first included. */
  readonly tries?: number;
  /** Milliseconds. */
  readonly firstWait?: number;
  readonly longestWait?: number;
  readonly kinds?: readonly ModelErrorKind[];
  readonly seed?: number;
  readonly clock?: Clock;
}

export function withRetry(
  model: Model,
  {
    tries = 4,
    firstWait = 500,
    longestWait = 30_000,
    kinds = ['transport', 'timeout'],
    seed = 0,
    clock = systemClock,
  }: RetryOptions = {},
): Model {
  requireWhole('tries', tries, 1);
  requirePositive('firstWait', firstWait);
  requirePositive('longestWait', longestWait);
  const rng = createRng(seed).split('retry');

  return wrap(model, async (request, options) => {
    const faults: ModelError[] = [];
    for (;;) {
      try {
        return await model.generate(request, options);
      } catch (error) {
        const fault = faultOrThrow(error, options.signal);
        faults.push(fault);
        const told = (fault.retryAfter ?? 0) * 1000;
        if (faults.length >= tries || !kinds.includes(fault.kind) || told > longestWait) throw givenUp(model, faults);
        const step = Math.min(longestWait, firstWait * 2 ** (faults.length - 1));
        const jitter = rng.split(contentHash(request)).split(faults.length).uniform(0.5, 1);
        await clock.sleep(Math.max(told, step * jitter), options.signal);
      }
    }
  });
}

/** The kind is that of the last fault, since that is what another try would meet. */
function givenUp(model: Model, faults: readonly ModelError[]): ModelError {
  const last = faults.at(-1) as ModelError;
  if (faults.length === 1) return last;
  const sentences = [...new Set(faults.map((fault) => `${fault.kind}: ${sentenceOf(fault)}`))];
  return new ModelError(last.kind, model.name, `gave up after ${faults.length} tries: ${sentences.join('; ')}`, {
    retryAfter: last.retryAfter,
    status: last.status,
    cause: new AggregateError(faults),
  });
}
