import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentHash } from '../../core/index.ts';
import { scriptedModel } from '../backends/scripted.ts';
import { type Model, ModelError } from '../model.ts';
import { fakeClock } from '../wrappers/fake-clock.fixture.ts';
import { withFallback, withWrappers } from '../wrappers/index.ts';
import { ask, byHand, fault, outcome } from '../wrappers/models.fixture.ts';
import { recordCassette, replayCassette } from './cassette.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
  file = join(folder, 'tape.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A tape with one model on it, asked for by its own name. */
const record = (model: Model, tape: string) => recordCassette(tape)(model.name, model);
const replay = (tape: string, asked = 'scripted') => replayCassette(tape)(asked);
const counting = () => scriptedModel((_request, index) => ({ text: `answer ${index}`, milliseconds: 3 * index }));

test('the same request asked k times gives the k-th answer, byte for byte, in any interleaving', async () => {
  const recorder = await record(counting(), file);
  const [a, b] = [ask('a'), ask('b')];
  const recorded = new Map<string, string[]>();
  for (const request of [a, b, a, a, b]) {
    const texts = recorded.get(contentHash(request)) ?? [];
    recorded.set(contentHash(request), [...texts, JSON.stringify(await recorder.generate(request))]);
  }
  const player = replay(file);
  for (const request of [b, a, a, b, a])
    expect(JSON.stringify(await player.generate(request))).toBe(recorded.get(contentHash(request))!.shift());
});

test('any text, value and number in a reply comes back as it was', async () => {
  const text = fc.string({ unit: 'binary' });
  const replies = fc.array(
    fc.record({
      text,
      value: fc.jsonValue(),
      servedBy: text,
      milliseconds: fc.double({ min: 0, max: 1e9, noNaN: true }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  let n = 0;
  await fc.assert(
    fc.asyncProperty(replies, async (list) => {
      const tape = join(folder, `${n++}.jsonl`);
      const recorder = await record(scriptedModel(list), tape);
      const heard: string[] = [];
      for (const _ of list) heard.push(JSON.stringify(await recorder.generate(ask('x'))));
      const player = replay(tape);
      for (const reply of heard) expect(JSON.stringify(await player.generate(ask('x')))).toBe(reply);
    }),
    { numRuns: 40 },
  );
});

test('the replayed model has the name and the digest of the recorded one', async () => {
  await record(scriptedModel(['yes'], { name: 'ollama/tiny', digest: 'sha256:abc' }), file);
  const { name, digest } = replay(file, 'ollama/tiny');
  expect({ name, digest }).toEqual({ name: 'ollama/tiny', digest: 'sha256:abc' });
});

test('answers that arrive out of order are counted by when they were asked', async () => {
  const { model, calls } = byHand();
  const recorder = await record(model, file);
  const got = [1, 2].map(() => outcome(recorder.generate(ask('same'))));
  calls[1]!.answer({ text: 'second' });
  await got[1];
  calls[0]!.answer({ text: 'first' });
  await got[0];
  const player = replay(file, 'inner');
  expect(await outcome(player.generate(ask('same')))).toBe('first');
  expect(await outcome(player.generate(ask('same')))).toBe('second');
});

test('a fault comes back as that fault, in its place', async () => {
  const recorder = await record(scriptedModel([fault('limit', 'too many', 3), 'yes']), file);
  const told = (await outcome(recorder.generate(ask('a')))) as ModelError;
  await recorder.generate(ask('a'));
  const player = replay(file);
  const again = (await outcome(player.generate(ask('a')))) as ModelError;
  expect(again).toBeInstanceOf(ModelError);
  expect([again.kind, again.message, again.retryAfter]).toEqual(['limit', 'inner: too many', 3]);
  expect([told.kind, told.message, told.retryAfter]).toEqual(['limit', 'inner: too many', 3]);
  expect(await outcome(player.generate(ask('a')))).toBe('yes');
});

test('an abort is not recorded', async () => {
  const { model, calls } = byHand();
  const recorder = await record(model, file);
  const stop = new AbortController();
  const got = outcome(recorder.generate(ask('a'), { signal: stop.signal }));
  stop.abort(new Error('enough'));
  calls[0]!.fail(fault('transport'));
  expect(await got).toEqual(new Error('enough'));
  expect(readFileSync(file, 'utf8').split('\n').length - 1).toBe(2); // what it is, and the model
});

test.each([
  ['a request that was never recorded', [ask('other', { seed: 7 })], 'no answer', '1 messages, seed 7'],
  ['one time more than recorded', [ask('a'), ask('a')], 'only 1 of the 2 answers asked for', '1 messages, no seed'],
])('%s is named in one sentence that holds none of its words', async (_what, requests, problem, shape) => {
  await (await record(counting(), file)).generate(ask('a'));
  const player = replay(file);
  const [last] = (await Promise.all(requests.map((request) => outcome(player.generate(request))))).slice(-1);
  const key = contentHash(requests.at(-1));
  expect(last).toHaveProperty('kind', 'missing');
  expect((last as Error).message).toBe(
    `scripted: the cassette ${file} has ${problem} to request ${key} (${shape}); record it again`,
  );
});

test('no prompt stands in the file', async () => {
  await (await record(counting(), file)).generate(ask('my limit is 450'));
  expect(readFileSync(file, 'utf8')).not.toContain('450');
});

test.each([
  ['nothing', undefined, 'there is no cassette in'],
  ['an empty file', '', 'there is no cassette in'],
  ['another version', '{"cassette":1,"model":"m","digest":"d"}\n', 'line 1 is not as it was written: cassette:'],
  ['a broken line', '{"cassette":2}\n{"key":\n', 'line 2 is not JSON'],
  ['a foreign line', '{"cassette":2}\n{"key":"k"}\n', 'line 2 is not as it was written'],
])('%s is refused', (_what, text, message) => {
  if (text !== undefined) writeFileSync(file, text);
  expect(() => replayCassette(file)).toThrow(message);
});

test('a cassette is not recorded over', async () => {
  await (await record(counting(), file)).generate(ask('a'));
  expect(() => recordCassette(file)).toThrow('is already there: replay it, or delete it');
});

test('several models stand on one tape, each with its own answers, and share it when asked for twice', async () => {
  const tape = recordCassette(file);
  const [a, b] = [scriptedModel(['from a', 'again a'], { name: 'a' }), scriptedModel(['from b'], { name: 'b' })];
  const first = await tape('a?x=1', a);
  await first.generate(ask('hello'));
  await (await tape('b', b)).generate(ask('hello'));
  expect(await tape('a?x=1', a)).toBe(first);
  await first.generate(ask('hello'));
  const played = replayCassette(file);
  expect(await outcome(played('b').generate(ask('hello')))).toBe('from b');
  expect(await outcome(played('a?x=1').generate(ask('hello')))).toBe('from a');
  expect(await outcome(played('a?x=1').generate(ask('hello')))).toBe('again a');
  expect(() => played('c')).toThrow(`c: the cassette ${file} has only a?x=1, b`);
});

test('a chain of wrapped models: the fallback and its reason replay', async () => {
  const clock = fakeClock();
  const settings = { retry: { tries: 2 }, log: async () => undefined, clock };
  const dead = scriptedModel(() => fault('transport', 'refused'), { name: 'a' });
  const chain = withFallback([dead, scriptedModel(['yes'], { name: 'b' })].map((one) => withWrappers(one, settings)));
  const recorded = (await record(chain, file)).generate(ask('hello'));
  await clock.run();
  const reply = await recorded;
  expect(reply).toMatchObject({ servedBy: 'b', fallback: 'a: transport: gave up after 2 tries: transport: refused' });
  expect(await replay(file, 'a|b').generate(ask('hello'))).toEqual(reply);
});
