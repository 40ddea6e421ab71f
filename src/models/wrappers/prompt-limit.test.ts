import { expect, test } from 'vitest';
import { scriptedModel } from '../backends/scripted.ts';
import type { ModelRequest } from '../model.ts';
import { ask, outcome } from './models.fixture.ts';
import { withPromptLimit } from './prompt-limit.ts';

const two: ModelRequest = {
  ...ask(''),
  messages: [
    { role: 'system', content: 'x'.repeat(10) },
    { role: 'user', content: 'y'.repeat(6) },
  ],
};
const refusal = (words: string) => ({ kind: 'rejected', message: `scripted: the prompt has ${words}` });

// Tokens: bytes / 4, so 'é' (2 bytes) times 8 is 4 tokens and times 9 is 5.
test.each([
  ['all messages together, at the limit', two, { tokens: 4 }, 'yes'],
  ['one over', two, { tokens: 3 }, refusal('about 4 tokens, over the limit of 3')],
  ['tokens at the limit', ask('é'.repeat(8)), { tokens: 4 }, 'yes'],
  ['tokens over', ask('é'.repeat(9)), { tokens: 4 }, refusal('about 5 tokens, over the limit of 4')],
  [
    'a schema is part of the prompt',
    ask('', { schema: { a: 1 } }),
    { tokens: 1 },
    refusal('about 2 tokens, over the limit of 1'),
  ],
])('%s', async (_what, request, limits, expected) => {
  const inner = scriptedModel(['yes']);
  const got = await outcome(withPromptLimit(inner, limits).generate(request));
  if (typeof expected === 'string') expect(got).toBe(expected);
  else expect(got).toMatchObject(expected);
  expect(inner.calls.length).toBe(expected === 'yes' ? 1 : 0);
});

test('bad numbers are refused', () => {
  expect(() => withPromptLimit(scriptedModel([]), { tokens: 1.5 })).toThrow('a whole number of at least 1, got 1.5');
});
