import { expect, test } from 'vitest';
import { watchWorkers } from './queue-workers.ts';

const worker = { at: 0, played: 0 };

test('a plan that nobody plays says so, and one that waits behind another says behind which', () => {
  let now = 0;
  const said: string[] = [];
  const look = watchWorkers({ address: 'redis://cache', say: (sentence) => said.push(sentence), now: () => now });
  const lookAt = (at: number, ...seen: Parameters<typeof look>) => {
    now = at;
    look(...seen);
    return said.splice(0);
  };
  const waits =
    'this plan waits, since all workers play plan first: another parley worker --queue redis://cache plays it sooner';
  const nobody = 'no worker plays this plan: start parley worker --queue redis://cache';
  // Before the first look it was not there to be played.
  expect(lookAt(30_000, {}, undefined, 'first')).toEqual([]);
  expect(lookAt(49_000, {}, undefined, 'first')).toEqual([]);
  expect(lookAt(51_000, {}, undefined, 'first')).toEqual([waits]);
  expect(lookAt(52_000, {}, undefined, 'first')).toEqual([]);
  // The first has ended, and its workers come over.
  expect(lookAt(53_000, {})).toEqual([]);
  expect(lookAt(72_000, {})).toEqual([]);
  expect(lookAt(74_000, {})).toEqual([nobody]);
  expect(lookAt(75_000, {})).toEqual([]);
  expect(lookAt(76_000, { a: worker })).toEqual([]);
  expect(lookAt(97_000, { a: { ...worker, refused: 'of another build' } })).toEqual([
    nobody,
    'the worker a refuses this plan: of another build',
  ]);
  expect(lookAt(140_000, {}, 'this')).toEqual([
    'plan this is paused: parley queue resume this --queue redis://cache lets workers go on',
  ]);
  expect(lookAt(150_000, {})).toEqual([]);
});
