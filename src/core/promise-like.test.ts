import { expect, test } from 'vitest';
import { andThen, isPromiseLike } from './promise-like.ts';

/** As a promise library makes them: a `then`, and no prototype of ours. */
const thenable = <T>(value: T): PromiseLike<T> => {
  const promise = Promise.resolve(value);
  // biome-ignore lint/suspicious/noThenProperty: a promise of another library is what this is about
  return { then: promise.then.bind(promise) };
};

test('whatever has a then is waited for, and nothing else', () => {
  for (const one of [Promise.resolve(1), thenable(1), Object.assign(() => 1, thenable(1))])
    expect(isPromiseLike(one)).toBe(true);
  // biome-ignore lint/suspicious/noThenProperty: an act with a field of that name is still an act
  for (const one of [undefined, null, 1, 'then', {}, { then: 'later' }, () => 1])
    expect(isPromiseLike(one)).toBe(false);
});

test('at once where it is there, later where it is not, and with a catch of our own', async () => {
  expect(andThen(2, (n) => n + 1)).toBe(3);
  const later = andThen(thenable(2), (n) => n + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(3);
});
