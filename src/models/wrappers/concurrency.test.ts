import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Model, ModelError } from '../model.ts';
import { withConcurrency } from './concurrency.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome, replyOf } from './models.fixture.ts';

test('a place is given back by an answer and by a fault', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const limited = withConcurrency(model, { limit: 1 });
  const got = ['a', 'b', 'c'].map((text) => outcome(limited.generate(ask(text))));
  await clock.advance(0);
  expect(calls.length).toBe(1);
  calls[0]!.fail(fault('transport'));
  expect(await got[0]).toBeInstanceOf(ModelError);
  await clock.advance(0);
  expect(calls.length).toBe(2);
  calls[1]!.answer({ text: 'second' });
  expect(await got[1]).toBe('second');
  await clock.advance(0);
  expect(calls.length).toBe(3);
  calls[2]!.answer();
  await got[2];
});

test('who is aborted in line leaves it at once and is never asked', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const limited = withConcurrency(model, { limit: 1 });
  const stop = new AbortController();
  const first = outcome(limited.generate(ask('first')));
  const gone = outcome(limited.generate(ask('gone'), { signal: stop.signal }));
  const last = outcome(limited.generate(ask('last')));
  await clock.advance(0);
  const reason = new Error('the person left');
  stop.abort(reason);
  expect(await gone).toBe(reason);
  expect(calls.length).toBe(1);
  calls[0]!.answer();
  await first;
  await clock.advance(0);
  expect(calls.map((call) => call.request)).toEqual([ask('first'), ask('last')]);
  calls[1]!.answer();
  await last;
});

const arrival = fc.record({
  after: fc.integer({ min: 0, max: 20 }),
  takes: fc.integer({ min: 1, max: 60 }),
  fails: fc.boolean(),
  leavesAfter: fc.option(fc.integer({ min: 0, max: 80 })),
});

test('never more than the limit at a time; who stays is asked in the order of arrival; no place is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(arrival, { maxLength: 25 }), async (limit, arrivals) => {
      const clock = fakeClock();
      const started: number[] = [];
      let under = 0;
      let most = 0;
      const model: Model = {
        name: 'inner',
        digest: 'weights',
        async generate({ messages }) {
          const index = Number(messages[0]!.content);
          started.push(index);
          most = Math.max(most, ++under);
          await clock.sleep(arrivals[index]!.takes);
          under--;
          if (arrivals[index]!.fails) throw fault('transport');
          return replyOf('yes');
        },
      };
      const limited = withConcurrency(model, { limit });
      const got: Promise<unknown>[] = [];
      for (const [index, { after, leavesAfter }] of arrivals.entries()) {
        await clock.advance(after);
        const stop = new AbortController();
        got.push(outcome(limited.generate(ask(String(index)), { signal: stop.signal })));
        if (leavesAfter !== null)
          clock.sleep(leavesAfter).then(
            () => stop.abort(),
            () => undefined,
          );
      }
      await clock.run();
      await Promise.all(got);
      expect(most).toBeLessThanOrEqual(limit);
      expect(started).toEqual(started.slice().sort((a, b) => a - b));
      // Who never leaves is asked; who was not asked had left.
      for (const [index, { leavesAfter }] of arrivals.entries())
        if (leavesAfter === null) expect(started).toContain(index);
      // All places are free again: as many as the limit begin at once.
      const before = started.length;
      if (arrivals.length > 0) {
        const again = Array.from({ length: limit }, () => outcome(limited.generate(ask('0'))));
        await clock.advance(0);
        expect(started.length).toBe(before + limit);
        await clock.run();
        await Promise.all(again);
      }
    }),
    { numRuns: 200 },
  );
});
