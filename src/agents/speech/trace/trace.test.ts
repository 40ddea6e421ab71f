import { expect, test } from 'vitest';
import { sampleTrace, type TraceAct, trace } from '../../../core/index.ts';
import { valueReader } from '../../../models/structured.ts';
import { answerSchema } from '../../prompt.ts';
import { traceSpeech } from './index.ts';

const start = trace.start(sampleTrace(1));
const persuading = trace.view(start, 'persuader');
const said: TraceAct = { type: 'assert', holds: true };
const listening = trace.view(trace.apply(start, [{ turn: 1, seat: 'persuader', act: said }]), 'target');

test.each<[string, TraceAct]>([
  ['assert no', { type: 'assert', holds: false }],
  ['assert true: I trust you', { type: 'assert', holds: true, words: 'I trust you' }],
  [
    'argue 0 true logos: The evidence shows that the proposition is true.',
    {
      type: 'argue',
      about: [0],
      holds: true,
      appeal: 'logos',
      words: 'The evidence shows that the proposition is true.',
    },
  ],
  [
    '{"act":"argue","about":"1>0","holds":true,"appeal":"ethos"}',
    { type: 'argue', about: [1, 0], holds: true, appeal: 'ethos' },
  ],
])('%s is read', (line, act) => expect(traceSpeech.readLine(line, persuading)).toEqual({ act }));

test.each([
  'assert no doubt it is true',
  'assert yes or no',
  'argue 0x0 true logos',
  'argue 1e0>0 true logos',
  '{"act":"argue","about":"","holds":true,"appeal":"logos"}',
  '{"act":"ask","about":""}',
  '{"act":"assert","holds":true,"words":{"goal":1}}',
])('%s is asked for again', (line) => expect(traceSpeech.read(line, persuading)).toHaveProperty('problem'));

test.each<[boolean, object]>([
  [true, { act: 'argue', about: '1>0', holds: false, appeal: 'logos' }],
  [true, { act: 'assert', about: null, holds: true, appeal: null }],
  [true, { act: 'ask', about: '1', holds: null, appeal: null }],
  [false, { act: 'argue', about: '1>0', holds: false, appeal: null }],
  [false, { act: 'assert', about: '1', holds: true, appeal: null }],
  [false, { act: 'ask', about: '0', holds: null, appeal: null }],
  [false, { act: 'ask', about: '1>0', holds: null, appeal: null }],
])('replies are held to what is read: %s, %o', (fits, form) => {
  const text = JSON.stringify({ ...form, words: '' });
  expect(valueReader(answerSchema(persuading, 'none'))(text) !== undefined).toBe(fits);
  expect('act' in traceSpeech.read(text, persuading)).toBe(fits);
});

test.each(['""', '" "', '[]', '[40]', 'true', '"0x10"', 'null', '101', '0.7', '"0.99"'])(
  'a belief of %s is asked for again',
  (belief) => expect(traceSpeech.read(`{"act":"report","belief":${belief}}`, listening)).toHaveProperty('problem'),
);

test.each(['40', '"40"', '40.5', '0', '1,"words":"I believe it to 1 of 100 now."', '1.5'])(
  'a belief of %s is read',
  (belief) => expect(traceSpeech.read(`{"act":"report","belief":${belief}}`, listening)).toHaveProperty('act'),
);
