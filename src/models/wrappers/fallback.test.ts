import { expect, test } from 'vitest';
import { type ScriptedReply, scriptedModel } from '../backends/scripted.ts';
import { ModelError, type ModelErrorKind } from '../model.ts';
import { withFallback } from './fallback.ts';
import { ask, byHand, fault, outcome } from './models.fixture.ts';

const named = (name: string, reply: ScriptedReply) => scriptedModel([reply], { name, digest: `${name}-weights` });
const down = (name: string, kind: ModelErrorKind, message: string) => named(name, new ModelError(kind, name, message));

test('the first model answers and nothing says otherwise', async () => {
  const second = named('b', 'from b');
  const reply = await withFallback([named('a', 'from a'), second]).generate(ask('hello'));
  expect([reply.text, reply.servedBy]).toEqual(['from a', 'a']);
  expect(reply).not.toHaveProperty('fallback');
  expect(second.calls.length).toBe(0);
});

test.each<ModelErrorKind>(['transport', 'timeout', 'limit', 'rejected', 'unusable', 'missing'])(
  'after a fault of kind %s the next one answers, under its own name, with the reason',
  async (kind) => {
    const reply = await withFallback([down('a', kind, 'no luck'), named('b', 'from b')]).generate(ask('hello'));
    expect(reply).toMatchObject({
      text: 'from b',
      servedBy: 'b',
      digest: 'b-weights',
      fallback: `a: ${kind}: no luck`,
    });
  },
);

test('every model that did not answer is in the reason, also those of a chain in the chain', async () => {
  const inner = withFallback([down('b', 'limit', 'busy'), named('c', 'from c')]);
  const reply = await withFallback([down('a', 'timeout', 'late'), inner]).generate(ask('hello'));
  expect(reply.fallback).toBe('a: timeout: late; b: limit: busy');
});

test('when nobody answers the fault has every reason', async () => {
  const faults = [new ModelError('transport', 'a', 'refused'), new ModelError('missing', 'b', 'pull it first')];
  const error = (await outcome(
    withFallback([named('a', faults[0]!), named('b', faults[1]!)]).generate(ask('hello')),
  )) as ModelError;
  expect(error).toBeInstanceOf(ModelError);
  expect([error.kind, error.message]).toEqual([
    'missing',
    'a|b: none of 2 models answered: a: transport: refused; b: missing: pull it first',
  ]);
  expect((error.cause as AggregateError).errors).toEqual(faults);
});

test('an abort and a mistake in the program are no reason to ask another model', async () => {
  const second = named('b', 'from b');
  expect(await outcome(withFallback([named('a', new TypeError('oops')), second]).generate(ask('x')))).toEqual(
    new TypeError('oops'),
  );
  const { model, calls } = byHand();
  const stop = new AbortController();
  const got = outcome(withFallback([model, second]).generate(ask('x'), { signal: stop.signal }));
  stop.abort(new Error('enough'));
  calls[0]!.fail(fault('transport', 'socket closed'));
  expect(await got).toEqual(new Error('enough'));
  expect(second.calls.length).toBe(0);
});

test('name and digest are those of the whole chain', () => {
  const chain = withFallback([named('a', ''), named('b', '')]);
  expect(chain.name).toBe('a|b');
  expect(chain.digest).not.toBe(withFallback([named('a', ''), named('c', '')]).digest);
  expect(chain.digest).not.toBe(withFallback([named('b', ''), named('a', '')]).digest);
});

test('close closes all, and one that fails does not keep the others open', async () => {
  const closed: string[] = [];
  const closing = (name: string) => ({ ...named(name, ''), close: async () => void closed.push(name) });
  const stuck = { ...named('stuck', ''), close: () => Promise.reject(new Error('stuck')) };
  await expect(withFallback([stuck, closing('a'), named('none', ''), closing('b')]).close?.()).rejects.toThrow('stuck');
  expect(closed).toEqual(['a', 'b']);
});

test('a chain of one is refused', () => {
  expect(() => withFallback([named('a', '')])).toThrow('a fallback chain has at least 2 models, got 1');
});
