import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ModelRequest, scriptedModel } from '../../models/index.ts';
import { agreementOf, fleissKappa, modelJudge, winner } from './model.ts';

const question = {
  task: 'Which is larger?',
  evidence: '3 and 5',
  choices: { three: 'the number 3', five: 'the number 5' },
};
/** The letter that stands before a description in the request. */
const letterOf = (request: ModelRequest, text: string) =>
  new RegExp(`([A-Z]): ${text}`).exec(request.messages.at(-1)?.content ?? '')?.[1];

test('a judge who looks at the evidence has the same vote in either order', async () => {
  const judge = modelJudge(
    scriptedModel((request) => JSON.stringify({ answer: letterOf(request, 'the number 5') }), { digest: 'd' }),
  );
  expect(await judge.judge(question)).toEqual({ choice: 'five', votes: Array(4).fill('five'), agreement: 1 });
});

test('a judge who likes the first answer splits its votes and decides nothing', async () => {
  const judge = modelJudge(scriptedModel(() => '{"answer":"A"}', { digest: 'd' }));
  // Two of four each: of the six pairs of votes the two within each camp are alike.
  expect(await judge.judge(question)).toEqual({
    choice: undefined,
    votes: ['three', 'five', 'three', 'five'],
    agreement: 2 / 6,
  });
});

test('what cannot be read is no vote', async () => {
  const judge = modelJudge(
    scriptedModel(['{"answer":"A"}', 'B, I think', '{"answer":"Z"}', 'So: {"answer": "B"}'], { digest: 'd' }),
    { repeats: 4 },
  );
  expect((await judge.judge(question)).votes).toEqual(['three', undefined, undefined, 'three']);
});

test('replies are kept: the same question to the same judge is not asked twice', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'parley-judge-'));
  try {
    const model = scriptedModel(() => '{"answer":"A"}', { digest: 'd' });
    await modelJudge(model, { cache }).judge(question);
    await modelJudge(model, { cache }).judge(question);
    expect(model.calls).toHaveLength(4);
  } finally {
    rmSync(cache, { recursive: true });
  }
});

test('another model is another judge, and an odd number of askings is refused', () => {
  const judge = (digest: string) => modelJudge(scriptedModel([], { digest }));
  expect(judge('a').fingerprint).not.toBe(judge('b').fingerprint);
  expect(() => modelJudge(scriptedModel([]), { repeats: 3 })).toThrow('an even number of times');
});

test('the winner is one alone; agreement over pairs of votes', () => {
  expect(winner(['a', 'b', 'a'])).toBe('a');
  expect(winner(['a', 'b'])).toBeUndefined();
  expect(winner([undefined])).toBeUndefined();
  expect(agreementOf(['a', 'a', 'b'])).toBeCloseTo(1 / 3, 12);
  expect(agreementOf(['a'])).toBeUndefined();
});

test("Fleiss' kappa of the worked example with 14 raters, 10 subjects and 5 categories: 0.210", () => {
  // The example in "Fleiss' kappa", Wikipedia: mean P = 0.378, chance = 0.213.
  const table = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];
  const votes = table.map((counts) => counts.flatMap((count, i) => Array<string>(count).fill(String(i))));
  expect(fleissKappa(votes)).toBeCloseTo(0.21, 3);
  expect(fleissKappa([['a', 'a']])).toBeUndefined();
});
