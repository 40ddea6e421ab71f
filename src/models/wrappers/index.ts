/**
 * Wrappers: each takes a Model and gives a Model. This is the one place that says in which order they go.
 *
 * From the caller inwards, with the reason:
 *   recordCassette      what the caller got in the end, whoever gave it
 *   withFallback        each model of a chain has its own stack below
 *   withCache           a kept reply waits for nothing and costs nothing; it has a line of its own in the log
 *   withRetry           every further try passes everything below again
 *   withCallsLog        a line a try, with the refusals of the limits below
 *   withPromptLimit     refuses before a place, a window or money is taken
 *   withConcurrency     outside the windows: a request goes out when its window lets it, not later from a line
 *   withCircuitBreaker  a dead line takes no money and no place in a window
 *   withBudget
 *   withRateLimit
 *   withTimeout         the model's own time, waits excluded
 *   the backend
 * `withWrappers` makes the part from the cache to the backend; the two above it are for who builds chains and tapes.
 * What is here runs in a browser; the files in which a cache, a budget, a log or a cassette is kept are in ../node.
 */
import type { Model } from '../model.ts';
import { type BudgetOptions, withBudget } from './budget.ts';
import { type CacheOptions, withCache } from './cache.ts';
import { type CallsLog, withCallsLog } from './calls-log.ts';
import { type CircuitBreakerOptions, withCircuitBreaker } from './circuit-breaker.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ConcurrencyOptions, withConcurrency } from './concurrency.ts';
import { type PromptLimitOptions, withPromptLimit } from './prompt-limit.ts';
import { type RateLimitOptions, withRateLimit } from './rate-limit.ts';
import { type RetryOptions, withRetry } from './retry.ts';
import { type TimeoutOptions, withTimeout } from './timeout.ts';
import type { Prices } from './usage.ts';

export { type BudgetOptions, type Ledger, ledgerInMemory, type Spending, withBudget } from './budget.ts';
export { type CacheOptions, type ReplyStore, withCache } from './cache.ts';
export { type CallLine, type CallsLog, type CallsLogOptions, withCallsLog } from './calls-log.ts';
export { type CircuitBreakerOptions, withCircuitBreaker } from './circuit-breaker.ts';
export { type Clock, systemClock } from './clock.ts';
export { type ConcurrencyOptions, withConcurrency } from './concurrency.ts';
export { withFallback } from './fallback.ts';
export { type PromptLimitOptions, withPromptLimit } from './prompt-limit.ts';
export { type RateLimitOptions, type Windows, withRateLimit } from './rate-limit.ts';
export { type RetryOptions, withRetry } from './retry.ts';
export { type TimeoutOptions, withTimeout } from './timeout.ts';
export { approximateTokens, costOf, type Prices } from './usage.ts';

type Setting<Options> = Omit<Options, 'clock'>;

/** What is not set is not there. The log is not optional, so that a fault which a later try repaired leaves its line. */
export interface WrapperSettings {
  readonly log: CallsLog;
  /** For the money in the log. */
  readonly prices?: Prices;
  readonly cache?: CacheOptions;
  readonly retry?: Setting<RetryOptions>;
  readonly promptLimit?: PromptLimitOptions;
  readonly concurrency?: ConcurrencyOptions;
  readonly circuitBreaker?: Setting<CircuitBreakerOptions>;
  readonly budget?: Setting<BudgetOptions>;
  readonly rateLimit?: Setting<RateLimitOptions>;
  /** In the place of a budget and a rate: limits that are kept elsewhere, as for several processes together. */
  readonly limits?: (model: Model) => Model;
  readonly timeout?: Setting<TimeoutOptions>;
  readonly clock?: Clock;
}

/** The usual stack around a backend, from the inside out. */
export function withWrappers(backend: Model, settings: WrapperSettings): Model {
  const { log, prices, clock = systemClock } = settings;
  let model = backend;
  if (settings.timeout) model = withTimeout(model, { ...settings.timeout, clock });
  if (settings.limits) model = settings.limits(model);
  if (settings.rateLimit) model = withRateLimit(model, { ...settings.rateLimit, clock });
  if (settings.budget) model = withBudget(model, { ...settings.budget, clock });
  if (settings.circuitBreaker) model = withCircuitBreaker(model, { ...settings.circuitBreaker, clock });
  if (settings.concurrency) model = withConcurrency(model, settings.concurrency);
  if (settings.promptLimit) model = withPromptLimit(model, settings.promptLimit);
  model = withCallsLog(model, { log, prices, clock });
  if (settings.retry) model = withRetry(model, { ...settings.retry, clock });
  if (settings.cache) model = withCache(model, { ...settings.cache, log, prices, clock });
  return model;
}
