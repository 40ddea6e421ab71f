/**
 * What comes at once or later, asked about in one way.
 *
 * Whatever has a `then` is waited for, as `await` does: a promise of another library or of another window is no `Promise` of
 * ours, and `instanceof` would take it for the answer itself.
 */
export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  );
}

/** What `next` makes of a value: at once where it is there, otherwise as a promise of our own, which has a `catch` too. */
export function andThen<T, U>(value: T | PromiseLike<T>, next: (value: T) => U | PromiseLike<U>): U | Promise<U> {
  // What `next` gives is handed on as it is, and in a chain of these it is the next one's to wait for.
  return isPromiseLike(value) ? Promise.resolve(value as PromiseLike<T>).then(next) : (next(value) as U | Promise<U>);
}
