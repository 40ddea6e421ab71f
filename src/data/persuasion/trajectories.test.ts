import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { convertRows } from '../convert/index.ts';
import { corpora, importCorpus } from '../import/index.ts';
import { ptomTrajectories } from './trajectories.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-trajectories-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// B is chosen in the game of seed 20.
const seeds = new Set([...Array(repetitions(60, 8)).keys(), 20]);
const made = [...seeds].flatMap((seed) => ptomTrajectories(seed, { condition: seed % 2 ? 'PARTIAL' : 'HIDDEN' }));

describe('a trajectory', () => {
  it('is of the type that its game was', () => {
    expect(new Set(made.map(({ strategy_type: type }) => type)).size).toBeGreaterThanOrEqual(3);
    for (const { strategy_type: type, success, trajectory, game_id: id } of made) {
      expect(success, id).toBe(type !== 'failed');
      if (type === 'optimal') expect(id).toContain('bayes');
      if (type === 'recovery') expect(trajectory.map(({ reasoning }) => reasoning).join()).toContain('I was wrong');
      if (type === 'information_efficiency')
        expect(trajectory.length <= 3 || trajectory.length >= 6, `${trajectory.length} acts`).toBe(true);
    }
  });

  it('recommends once, at its end, and weighs two acts at least in every turn', () => {
    for (const { trajectory } of made) {
      expect(trajectory.map(({ action_type: type }) => type === 'RECOMMEND')).toEqual(
        trajectory.map((_, i) => i === trajectory.length - 1),
      );
      for (const { counterfactual_analysis: weighed, belief_state: belief } of trajectory) {
        const chances = Object.values(weighed).map(({ p_success: p }) => p);
        expect(chances.length).toBeGreaterThanOrEqual(2);
        expect(chances.every((p) => p >= 0 && p <= 1)).toBe(true);
        expect(belief.information_entropy).toBeLessThanOrEqual(Math.log2(5) + 0.01);
      }
    }
  });

  it('keeps its thoughts out of what is said', () => {
    for (const { trajectory } of made)
      for (const { action, response, reasoning } of trajectory)
        for (const words of [action, response]) {
          expect(words).not.toContain(reasoning.slice(0, 30));
          expect(words).not.toMatch(/bits|chance of/);
        }
  });
});

it('is read by the importer without a fault, and becomes ChatML and ShareGPT rows with the objective in the prompt', async () => {
  const file = join(folder, 'trajectories.jsonl');
  writeFileSync(file, made.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const ptom = corpora.find(({ name }) => name === 'ptom')!;
  const corpus = importCorpus(ptom, [file]);
  expect([corpus.problems, corpus.refused, corpus.leftOut, corpus.cleaned]).toEqual([[], [], [], []]);
  expect(corpus.dialogues).toHaveLength(made.length);
  // As the target decided, also where the objective was missed; and the words alone say the same.
  const chosen = made.map(({ accepted, recommended }) =>
    accepted ? { kind: 'agreement', deal: { choice: recommended } } : { kind: 'no-deal' },
  );
  expect(new Set(chosen.map((one) => JSON.stringify(one))).size).toBe(3);
  expect(corpus.dialogues.map(({ outcome }) => outcome)).toEqual(chosen);
  writeFileSync(file, made.map(({ accepted: _, recommended: __, ...rest }) => `${JSON.stringify(rest)}\n`).join(''));
  expect(importCorpus(ptom, [file]).dialogues.map(({ outcome }) => outcome)).toEqual(chosen);
  expect(corpus.findings.join()).not.toMatch(/to the last digit|before anybody spoke|nothing was recommended/);
  const input = join(folder, 'dialogues.jsonl');
  writeFileSync(input, corpus.dialogues.map((one) => `${JSON.stringify(one)}\n`).join(''));
  for (const format of ['chatml', 'sharegpt'] as const) {
    const out = join(folder, format);
    const { rows, problems } = await convertRows({ input, format, out, thoughts: true });
    const turns = made.reduce((sum, { trajectory }) => sum + trajectory.length, 0);
    expect(problems.count).toBe(0);
    expect(Object.values(rows).reduce((sum, n) => sum + n, 0)).toBe(turns);
    const text = ['train', 'validation', 'test']
      .map((split) => readFileSync(join(out, `${split}.jsonl`), 'utf8'))
      .join('');
    expect(text).toContain('You want them to choose the option that fits them best.');
    expect(text).toContain('You want them to choose A.');
  }
});
