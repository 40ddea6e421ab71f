import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { itWithShared, shared } from '../../../test/shared.ts';
import { corpora, importCorpus } from '../import/corpora/index.ts';
import { sharing } from '../roles/dialogue.fixture.ts';
import { convertRows } from './convert.ts';
import { persuasionChats } from './persuasion-chat.ts';

/** Strengths that occur nowhere else; the second belief is the truth, copied. */
const strengths = { calm_evenings: 0.8713, low_price: 0.3417 };
const trajectory = (revealed: readonly string[] = []) => ({
  id: 'trip-1',
  source: 'ptom',
  split: 'validation',
  scenario: {
    public: { name: 'scenario_1', type: 'vacation_timing', condition: 'HIDDEN', revealed },
    private: {
      advocate: {
        facts: [{ id: 'fact_1', content: 'A is quiet after nine.', dimension: 'calm_evenings', favours: 'A' }],
      },
      target: { strengths },
    },
  },
  turns: [
    {
      seat: 'advocate',
      words: 'What matters to you?',
      labels: ['ASK'],
      notes: { belief: { calm_evenings: 0.5, low_price: 0.5 }, reasoning: 'I must ask first.', counterfactuals: {} },
    },
    { seat: 'target', words: 'That I can sleep.' },
    {
      seat: 'advocate',
      words: 'A is quiet after nine.',
      labels: ['DISCLOSE'],
      notes: { belief: strengths, reasoning: 'Sleep it is.', counterfactuals: {} },
    },
    { seat: 'target', words: 'Good.' },
    { seat: 'advocate', words: 'Hm.', notes: { belief: {}, reasoning: '', counterfactuals: {} } },
  ],
});

it('asks with what the advocate knew and answers with its thoughts and its act', () => {
  const { rows } = persuasionChats(trajectory(), { thoughts: true })!;
  const [system, user, assistant] = rows[0]!.messages;
  expect(system!.content).toContain('- A is quiet after nine. (favours A; calm evenings)');
  expect(system!.content).not.toContain('How much they care');
  expect(user!.content).toBe('Nothing was said yet.\nYour move.');
  expect(JSON.parse(assistant!.content)).toEqual({
    belief: { calm_evenings: 0.5, low_price: 0.5 },
    reasoning: 'I must ask first.',
    counterfactuals: {},
    act: 'ASK',
    words: 'What matters to you?',
  });
  const bare = persuasionChats(trajectory())!.rows;
  expect(bare[1]!.messages[1]!.content).toBe('You: What matters to you?\nThem: That I can sleep.\nYour move.');
  expect(JSON.parse(bare[1]!.messages[2]!.content)).toEqual({ act: 'DISCLOSE', words: 'A is quiet after nine.' });
});

it('holds no strength of the target that was not told, in a prompt or as a copied belief, and every one that was', () => {
  const { rows, problems } = persuasionChats(trajectory(), { thoughts: true })!;
  expect(JSON.stringify(rows)).not.toMatch(/8713|3417/);
  expect(problems).toEqual(["turn 3 has the target's secret strengths for a belief", 'turn 5 has no act of the game']);
  const told = persuasionChats(trajectory(Object.keys(strengths)), { thoughts: true })!.rows;
  expect(told.length).toBe(2);
  expect(told[0]!.messages[0]!.content).toContain('from 0 to 1: calm evenings 0.8713, low price 0.3417.');
  expect(told[0]!.messages[0]!.content).not.toContain('You do not see');
  const partly = persuasionChats(trajectory(['low_price']), { thoughts: true })!;
  expect(partly.rows[0]!.messages[0]!.content).toContain('as far as you were told: low price 0.3417.');
  expect(JSON.stringify(partly.rows)).not.toContain('8713');
  expect(partly.problems[0]).toContain('secret strengths');
});

it('is for persuasion alone: dialogues over shared items become role tables first', async () => {
  expect(persuasionChats(sharing)).toBeUndefined();
  const folder = mkdtempSync(join(tmpdir(), 'parley-persuasion-'));
  const input = join(folder, 'dialogues.jsonl');
  const out = join(folder, 'out');
  writeFileSync(input, `${JSON.stringify(sharing)}\n`);
  await expect(convertRows({ input, out, format: 'chatml' })).rejects.toThrow('make role tables of them first');
  writeFileSync(input, `${JSON.stringify(trajectory())}\n{"id": "cut\n`);
  const manifest = await convertRows({ input, out, format: 'chatml', thoughts: true });
  expect(manifest).toMatchObject({
    kind: 'persuasion',
    rows: { train: 0, validation: 1, test: 0 },
    problems: { count: 3 },
  });
  rmSync(folder, { recursive: true });
});

itWithShared('data/ptom/trajectories.jsonl')('real trajectories: copied beliefs are found', () => {
  const ptom = corpora.find(({ name }) => name === 'ptom')!;
  const { dialogues } = importCorpus(ptom, [shared('data/ptom/trajectories.jsonl')]);
  const made = dialogues.map((dialogue) => persuasionChats(dialogue, { thoughts: true })!);
  // The third turn of line 1 (scenario_116): its belief is 0.87, 0.34, 0.29, as the strengths are, before it could know.
  expect(made[0]!.problems).toContain("turn 5 has the target's secret strengths for a belief");
  const rows = made.flatMap((one) => one.rows);
  const problems = made.flatMap((one) => one.problems);
  const advocate = dialogues.flatMap(({ turns }) => turns).filter(({ seat }) => seat === 'advocate').length;
  expect(rows.length + problems.length).toBe(advocate);
  expect(rows.length).toBeGreaterThan(200);
});
