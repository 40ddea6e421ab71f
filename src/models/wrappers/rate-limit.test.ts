import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import { type Model, ModelError } from '../model.ts';
import { fakeClock } from './fake-clock.fixture.ts';
import { ask, byHand, fault, outcome, replyOf } from './models.fixture.ts';
import { type Windows, withRateLimit } from './rate-limit.ts';

const SIZES = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const spans = ['minute', 'hour', 'day'] as const;

/** A model that notes when it was asked what. */
function noting(now: () => number): { model: Model; asked: { at: number; text: string }[] } {
  const asked: { at: number; text: string }[] = [];
  const model = scriptedModel((request) => {
    asked.push({ at: now(), text: request.messages[0]!.content });
    return replyOf('yes');
  });
  return { model, asked };
}

// BazaarBATNA prunes one list with the shortest window first, so its limits of 200 an hour and 500 a day never hold: with a
// request every 3 seconds (20 a minute, under its 30) it lets 1200 an hour through.
test.each([
  ['hour', { minute: 30, hour: 200 }, 3000, 1200, 200],
  ['day', { minute: 30, hour: 200, day: 500 }, 60_000, 1440, 500],
])(
  'the limit of a longer window holds under that of a shorter one: %s',
  async (_span, requests, every, arrivals, most) => {
    const clock = fakeClock();
    const { model, asked } = noting(clock.now);
    const limited = withRateLimit(model, { requests, whenFull: 'throw', clock });
    for (let i = 0; i < arrivals; i++) {
      await outcome(limited.generate(ask('hello')));
      await clock.advance(every);
    }
    expect(asked.length).toBe(most);
  },
);

test('what a model loads first is loaded before its request counts', async () => {
  const clock = fakeClock();
  const { model, asked } = noting(clock.now);
  const begun = clock.now();
  let loaded: Promise<void> | undefined;
  const prepare = () => {
    loaded ??= clock.advance(5000);
    return loaded;
  };
  const limited = withRateLimit({ ...model, prepare }, { requests: { minute: 1 }, whenFull: 'throw', clock });
  await limited.generate(ask('a'));
  await clock.advance(59_999);
  expect(await outcome(limited.generate(ask('b')))).toBeInstanceOf(ModelError);
  await clock.advance(1);
  await limited.generate(ask('c'));
  expect(asked.map(({ at, text }) => [text, at - begun])).toEqual([
    ['a', 5000],
    ['c', 65_000],
  ]);
});

test.each([
  ['minute', '2 requests a minute'],
  ['hour', '2 requests an hour'],
  ['day', '2 requests a day'],
] as const)('a full window refuses, names itself and says when to come back: %s', async (span, named) => {
  const clock = fakeClock();
  const limited = withRateLimit(
    scriptedModel(() => 'yes'),
    { requests: { [span]: 2 }, whenFull: 'throw', clock },
  );
  await limited.generate(ask('a'));
  await clock.advance(1000);
  await limited.generate(ask('b'));
  const error = (await outcome(limited.generate(ask('c')))) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect([error.kind, error.message]).toEqual(['limit', `scripted: its ${named} are used up`]);
  expect(error.retryAfter).toBe((SIZES[span] - 1000) / 1000);
  await clock.advance(SIZES[span] - 1001);
  expect(await outcome(limited.generate(ask('c')))).toBeInstanceOf(ModelError);
  await clock.advance(1);
  expect(await outcome(limited.generate(ask('c')))).toBe('yes');
});

test('a request that failed has been sent, and counts', async () => {
  const clock = fakeClock();
  const inner = scriptedModel(() => fault('transport'));
  const limited = withRateLimit(inner, { requests: { minute: 1 }, whenFull: 'throw', clock });
  await outcome(limited.generate(ask('a')));
  expect(await outcome(limited.generate(ask('b')))).toHaveProperty('kind', 'limit');
});

/** The first moment from `from` at which one more request keeps every window, by trying the moments at which one leaves. */
function earliest(grants: readonly number[], from: number, limits: Windows): number {
  const leaving = spans.flatMap((span) => (limits[span] ? grants.map((at) => at + SIZES[span]) : []));
  const fits = (t: number) =>
    spans.every((span) => {
      const limit = limits[span];
      return limit === undefined || grants.filter((at) => at > t - SIZES[span]).length < limit;
    });
  return Math.min(...[from, ...leaving].filter((t) => t >= from && fits(t)));
}

const limitsOf = fc.record(
  {
    minute: fc.integer({ min: 1, max: 4 }),
    hour: fc.integer({ min: 1, max: 7 }),
    day: fc.integer({ min: 1, max: 12 }),
  },
  { requiredKeys: [] },
);
// Gaps around each of the three sizes, so that all windows fill and empty.
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 70_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 4_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(60_000, 3_600_000, 59_999, 3_599_999) },
);

test.each(['wait', 'throw'] as const)(
  'never more than N in any window of any size, nobody overtakes, nobody is held longer than needed: %s',
  async (whenFull) => {
    await fc.assert(
      fc.asyncProperty(limitsOf, fc.array(gap, { minLength: 1, maxLength: 40 }), async (requests, gaps) => {
        const clock = fakeClock();
        const { model, asked } = noting(clock.now);
        const limited = withRateLimit(model, { requests, whenFull, clock });
        const arrivals: number[] = [];
        const got: Promise<unknown>[] = [];
        for (const [index, wait] of gaps.entries()) {
          await clock.advance(wait);
          arrivals.push(clock.now());
          got.push(outcome(limited.generate(ask(String(index)))));
        }
        await clock.run();
        await Promise.all(got);

        for (const span of spans) {
          const limit = requests[span];
          if (limit === undefined) continue;
          for (const { at } of asked)
            expect(asked.filter((other) => other.at <= at && other.at > at - SIZES[span]).length).toBeLessThanOrEqual(
              limit,
            );
        }
        const expected: { at: number; text: string }[] = [];
        for (const [index, arrived] of arrivals.entries()) {
          const grants = expected.map(({ at }) => at);
          const inLine = whenFull === 'wait' ? Math.max(arrived, grants.at(-1) ?? 0) : arrived;
          const at = earliest(grants, inLine, requests);
          if (whenFull === 'wait' || at === arrived) expected.push({ at, text: String(index) });
        }
        expect(asked).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  },
);

test('who is aborted in line rejects at once, takes no place in a window and lets the next one up', async () => {
  const clock = fakeClock();
  const { model, asked } = noting(clock.now);
  const limited = withRateLimit(model, { requests: { minute: 1 }, clock });
  const stops = [new AbortController(), new AbortController()];
  await limited.generate(ask('first'));
  const head = outcome(limited.generate(ask('head'), { signal: stops[0]!.signal }));
  const behind = outcome(limited.generate(ask('behind'), { signal: stops[1]!.signal }));
  const last = outcome(limited.generate(ask('last')));
  await clock.advance(10);
  stops[1]!.abort(new Error('two'));
  expect(await behind).toEqual(new Error('two'));
  stops[0]!.abort(new Error('one'));
  expect(await head).toEqual(new Error('one'));
  expect(clock.now()).toBe(10);
  await clock.run();
  expect(await last).toBe('yes');
  expect(asked).toEqual([
    { at: 0, text: 'first' },
    { at: 60_000, text: 'last' },
  ]);
  expect(clock.sleeping()).toBe(0);
});

// ask('abcd') is 4 bytes = 1 token, and may be answered with 8: it books 9.
test('tokens are booked as the most a request may use, then corrected, which lets the next in line up early', async () => {
  const clock = fakeClock();
  const { model, calls } = byHand();
  const limited = withRateLimit(model, { tokens: { minute: 12 }, clock });
  const first = outcome(limited.generate(ask('abcd')));
  const second = outcome(limited.generate(ask('abcd')));
  await clock.advance(1000);
  expect(calls.length).toBe(1);
  calls[0]!.answer({ usage: { inputTokens: 1, outputTokens: 2 } }); // 3 used, 9 left
  await first;
  await clock.advance(0);
  expect(calls.length).toBe(2);
  calls[1]!.answer({ usage: { inputTokens: 0, outputTokens: 0 } }); // it says nothing, so 9 stay booked
  await second;
  const third = outcome(limited.generate(ask('abcd')));
  await clock.advance(58_999);
  expect(calls.length).toBe(2);
  await clock.advance(1); // the 3 of the first leave, but 9 + 9 is over 12
  expect(calls.length).toBe(2);
  await clock.advance(1000);
  expect(calls.length).toBe(3);
  calls[2]!.answer();
  await third;
});

test('a request that can never fit is rejected rather than kept waiting for ever', async () => {
  const limited = withRateLimit(scriptedModel(['yes']), { tokens: { hour: 8 }, clock: fakeClock() });
  const error = (await outcome(limited.generate(ask('abcd')))) as ModelError;
  expect([error.kind, error.message]).toEqual([
    'rejected',
    'scripted: the request may use 9 tokens, over its 8 tokens an hour',
  ]);
});

test('bad numbers are refused', () => {
  expect(() => withRateLimit(scriptedModel([]), { requests: { hour: 0 } })).toThrow(
    'requests per hour is a whole number of at least 1, got 0',
  );
});
