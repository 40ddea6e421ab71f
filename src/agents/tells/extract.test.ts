import { expect, test } from 'vitest';
import { scriptedModel } from '../../models/index.ts';
import { extractTells } from './extract.ts';

const text = 'Jaldi karo, two other buyers are coming.';
const finding = (more: object) => ({ signal: 'urgency', quote: 'Jaldi karo', score: 0.6, why: 'hurry', ...more });
const saying = (value: unknown) => scriptedModel([typeof value === 'string' ? value : JSON.stringify(value)]);

test('quotes become spans and scores are clamped', async () => {
  const findings = [finding({}), finding({ signal: 'deception', quote: 'TWO other buyers', score: 7 })];
  const got = await extractTells(saying({ findings }), text);
  expect(got).toMatchObject({
    dropped: 0,
    hits: [
      { signal: 'urgency', start: 0, end: 10, score: 0.6 },
      { signal: 'deception', start: 12, end: 28, text: 'two other buyers', score: 1 },
    ],
  });
});

test('what nobody said and what is no signal are dropped and counted', async () => {
  const findings = [finding({ quote: 'I am broke' }), finding({ signal: 'mood' }), finding({ score: 'high' }), null];
  expect(await extractTells(saying({ findings }), text)).toMatchObject({ dropped: 4, hits: [] });
});

test('a reply that is no list is a failure with its reason, not a set of defaults', async () => {
  for (const reply of ['urgency is high', '{"findings": 3}', '[]', '{"findings": [']) {
    const got = await extractTells(saying(reply), text);
    expect(got).toMatchObject({ problem: 'the reply is no list of findings' });
    expect(got).not.toHaveProperty('hits');
  }
});

test('a fault of the backend is thrown', async () => {
  await expect(extractTells(scriptedModel([new Error('line down')]), text)).rejects.toThrow('line down');
});
