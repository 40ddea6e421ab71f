import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentHash } from '../../../core/index.ts';
import { type ModelRequest, scriptedModel } from '../../../models/index.ts';
import { jackknife } from '../../statistics/index.ts';
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
  expect(await judge.judge(question)).toEqual({ choice: 'five', votes: ['five', 'five'], agreement: 1 });
});

test('a judge who likes the first answer splits its votes and decides nothing', async () => {
  const judge = modelJudge(scriptedModel(() => '{"answer":"A"}', { digest: 'd' }));
  expect(await judge.judge(question)).toEqual({
    choice: undefined,
    votes: ['three', 'five'],
    agreement: 0,
  });
});

test('what cannot be read is no vote', async () => {
  const choices = { ...question.choices, six: 'the number 6', seven: 'the number 7' };
  const judge = modelJudge(
    scriptedModel(['{"answer":"A"}', 'B, I think', '{"answer":"Z"}', 'So: {"answer": "B"}'], { digest: 'd' }),
  );
  // The last order begins with the fourth answer, so that B is the first one.
  expect((await judge.judge({ ...question, choices })).votes).toEqual(['three', undefined, undefined, 'three']);
});

test('four askings about two answers are two votes, and no prompt is sent twice', async () => {
  const model = scriptedModel(() => '{"answer":"A"}', { digest: 'd' });
  await modelJudge(model, { repeats: 4 }).judge(question);
  const prompts = model.calls.map(({ messages }) => messages.at(-1)?.content);
  expect(prompts).toHaveLength(2);
  expect(new Set(prompts).size).toBe(2);
});

test.each([2, 4])('a judge at chance agrees with itself by chance: kappa 0 with %d answers', async (count) => {
  // At temperature 0 the reply is a function of the prompt: the hash of its words.
  const model = scriptedModel(
    ({ messages }) => {
      const letter = Number.parseInt(contentHash(messages).slice(0, 6), 16) % count;
      return `{"answer":"${'ABCD'[letter]}"}`;
    },
    { digest: 'd' },
  );
  const judge = modelJudge(model, { repeats: 4 });
  const names = ['one', 'two', 'three', 'four'].slice(0, count);
  const choices = Object.fromEntries(names.map((name) => [name, `the number ${name}`]));
  const votes: (string | undefined)[][] = [];
  for (let k = 0; k < 300; k++)
    votes.push([...(await judge.judge({ ...question, evidence: String(k), choices })).votes]);
  const { mean, low, high } = jackknife(votes, fleissKappa);
  expect(low).toBeLessThan(0);
  expect(high).toBeGreaterThan(0);
  expect(Math.abs(mean as number)).toBeLessThan(0.15);
});

test('replies are kept: the same question to the same judge is not asked twice', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'parley-judge-'));
  try {
    const model = scriptedModel(() => '{"answer":"A"}', { digest: 'd' });
    await modelJudge(model, { cache }).judge(question);
    await modelJudge(model, { cache }).judge(question);
    expect(model.calls).toHaveLength(2);
  } finally {
    rmSync(cache, { recursive: true });
  }
});

test('another model is another judge, and a single asking is refused', () => {
  const judge = (digest: string) => modelJudge(scriptedModel([], { digest }));
  expect(judge('a').fingerprint).not.toBe(judge('b').fingerprint);
  expect(() => modelJudge(scriptedModel([]), { repeats: 1 })).toThrow('2 or more, got 1');
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
