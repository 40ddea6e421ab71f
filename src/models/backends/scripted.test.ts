import { expect, test } from 'vitest';
import { ModelError, type ModelRequest } from '../model.ts';
import { scriptedModel } from './scripted.ts';

const ask = (content: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  messages: [
    { role: 'system', content: 'You sell.' },
    { role: 'user', content },
  ],
  maxTokens: 5,
  temperature: 0,
  ...more,
});

test('a list is said in order, words are counted as tokens, calls are remembered', async () => {
  const model = scriptedModel(['I offer 40.', 'Deal.'], { name: 'seller', digest: 'd' });
  const requests = [ask('How much is it?'), ask('30?')];
  expect(await model.generate(requests[0]!)).toEqual({
    text: 'I offer 40.',
    finish: 'stop',
    usage: { inputTokens: 6, outputTokens: 3 },
    milliseconds: 0,
    servedBy: 'seller',
    digest: 'd',
  });
  expect((await model.generate(requests[1]!)).text).toBe('Deal.');
  expect(model.calls).toEqual(requests);
});

test('asking more often than there are replies is a mistake, said in one sentence', async () => {
  const model = scriptedModel(['yes']);
  await model.generate(ask('a'));
  await expect(model.generate(ask('b'))).rejects.toThrow(
    new RangeError('scripted has 1 replies and was asked 2 times'),
  );
});

test('a function answers by request and index', async () => {
  const model = scriptedModel(async (request, index) => `${index}: ${request.messages[1]!.content}`);
  expect((await model.generate(ask('a'))).text).toBe('0: a');
  expect((await model.generate(ask('b'))).text).toBe('1: b');
});

test.each<[string, string, Partial<ModelRequest>, object]>([
  ['as long as allowed', 'one two three four five', {}, { text: 'one two three four five', finish: 'stop' }],
  ['one word longer', 'one  two\nthree four five six', {}, { text: 'one  two\nthree four five', finish: 'length' }],
  ['a stop', 'yes. User: no', { stop: ['User:', ' no'] }, { text: 'yes. ', finish: 'stop' }],
  ['the first stop counts', 'a b c', { stop: ['c', 'b'] }, { text: 'a ', finish: 'stop' }],
  ['empty', '', {}, { text: '', finish: 'stop', usage: { inputTokens: 3, outputTokens: 0 } }],
  ['a schema', '{"price": 40}', { schema: {} }, { text: '{"price": 40}', value: { price: 40 } }],
])('%s', async (_what, text, more, expected) => {
  expect(await scriptedModel([text]).generate(ask('x', more))).toMatchObject(expected);
});

test.each([
  ['no schema was asked for', '{"price":40}', {}],
  ['the text is no object', '40', { schema: {} }],
  ['the object was cut off', '{"words": "one two three four five six"}', { schema: {} }],
])('there is no value when %s', async (_what, text, more) => {
  expect(await scriptedModel([text]).generate(ask('x', more))).not.toHaveProperty('value');
});

test('a part of a reply is used as it is, the rest is made from its text', async () => {
  const usage = { inputTokens: 1, outputTokens: 2 };
  const model = scriptedModel([{ text: 'one two three four five six' }, { usage, finish: 'other', servedBy: 'b' }]);
  expect(await model.generate(ask('x'))).toMatchObject({
    text: 'one two three four five six',
    finish: 'stop',
    usage: { outputTokens: 6 },
  });
  expect(await model.generate(ask('x'))).toMatchObject({ text: '', usage, finish: 'other', servedBy: 'b' });
});

test('an error is thrown as it is', async () => {
  const fault = new ModelError('timeout', 'scripted', 'late');
  await expect(scriptedModel([fault]).generate(ask('x'))).rejects.toBe(fault);
});

test('an abort rejects at once with its reason, also while a reply is being made', async () => {
  const reason = new Error('enough');
  const model = scriptedModel(() => new Promise(() => undefined));
  await expect(model.generate(ask('x'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(model.calls.length).toBe(0);
  const stop = new AbortController();
  const got = model.generate(ask('x'), { signal: stop.signal });
  stop.abort(reason);
  await expect(got).rejects.toBe(reason);
});

test('the digest follows from the list', () => {
  expect(scriptedModel(['a', 'b']).digest).toBe(scriptedModel(['a', 'b']).digest);
  expect(scriptedModel(['a', 'b']).digest).not.toBe(scriptedModel(['a', 'c']).digest);
  expect(scriptedModel([new Error('a')]).digest).not.toBe(scriptedModel([new Error('b')]).digest);
});
