import { describe, expect, it, test } from 'vitest';
import { createRng } from '../../../rng.ts';
import { acceptance, beliefIn, hearFact, hearQuestion, leanOf, type Mind, mindAt, tempers } from './mind.ts';
import { type Fact, type PersuaderSecret, type PtomAct, personalities, type TargetSecret } from './ptom.ts';
import { samplePtom } from './samplers.ts';

const fresh = (trust = 0.5): Mind => ({ a: 0, b: 0, trust, questions: 0 });
const fact = (favours: Fact['favours'], dimension: string, id = `${favours}-${dimension}`): Fact => ({
  id,
  content: `${favours} is good in ${dimension}`,
  favours,
  dimension,
});
const target: TargetSecret = {
  strengths: { cost: 0.8, view: 0.5, speed: 0.1 },
  known: [fact('B', 'cost')],
  personality: 'adventure_seeker',
  structure: 'complex',
  trust: 0.5,
};
const said = (...acts: PtomAct[]) => acts.map((act, i) => ({ turn: 2 * i + 1, seat: 'persuader', act }));

test('worked by hand: known facts count whole, told ones by trust', () => {
  // b = 0.8. Told A-view at trust 0.5: a = 0.5 x 0.75 = 0.375, gap -0.425 / 2.175.
  const mind = mindAt(target, said({ type: 'disclose', fact: fact('A', 'view') }));
  expect(mind).toEqual({ a: 0.375, b: 0.8, trust: 0.55, questions: 0 });
  expect(beliefIn(mind, 'A')).toBeCloseTo(1 / (1 + Math.exp((5 * 0.425) / 2.175)), 12);
  expect(acceptance(mind, tempers.adventure_seeker, 'A')).toBeCloseTo(beliefIn(mind, 'A') * (0.4 + 0.6 * 0.55), 12);
  expect(leanOf(mind)).toBe('B');
});

test('the shifts of the five personalities are those of P-ToM', () => {
  expect(Object.fromEntries(personalities.map((name) => [name, tempers[name].shift]))).toEqual({
    luxury_focused: 0.05,
    budget_conscious: -0.1,
    adventure_seeker: 0,
    culture_enthusiast: -0.05,
    convenience_prioritizer: 0.1,
  });
});

test('trust: patience for questions, facts that matter, facts that do not, facts heard before', () => {
  const mind = fresh();
  for (const _ of [1, 2, 3]) hearQuestion(mind, { shift: 0, patience: 2 }, false);
  expect(mind.trust).toBeCloseTo(0.5 + 0.04 + 0.04 - 0.06, 12);
  const again = fresh();
  hearQuestion(again, { shift: 0, patience: 2 }, true);
  expect(again.trust).toBeCloseTo(0.44, 12);
  const told = fresh();
  hearFact(told, 'A', 0.3, false);
  expect(told.trust).toBeCloseTo(0.55, 12);
  hearFact(told, 'A', 0.29, false);
  expect(told.trust).toBeCloseTo(0.43, 12);
  hearFact(told, 'neutral', 0.9, false);
  expect(told.trust).toBeCloseTo(0.31, 12);
});

// What a persuadable mind must pass: from any state that random play leads to, in scenarios of every kind.
describe('a persuadable mind', () => {
  const states = Array.from({ length: 200 }, (_, seed) => {
    const { private: secrets } = samplePtom(seed);
    const own = secrets.target as TargetSecret;
    const { facts } = secrets.persuader as PersuaderSecret;
    const rng = createRng(seed);
    const told = rng.shuffle(facts).slice(0, rng.integer(5));
    return { mind: mindAt(own, said(...told.map((one): PtomAct => ({ type: 'disclose', fact: one })))), rng };
  });

  it('believes less in A when told what speaks against it', () => {
    for (const { mind, rng } of states) {
      const before = beliefIn(mind, 'A');
      const after = { ...mind };
      hearFact(after, 'B', rng.uniform(0.01, 1), false);
      expect(beliefIn(after, 'A')).toBeLessThan(before);
    }
  });

  it('is moved as far for A as, mirrored, against it', () => {
    for (const { mind, rng } of states) {
      const strength = rng.float();
      const [held, mirrored] = [{ ...mind }, { ...mind, a: mind.b, b: mind.a }];
      hearFact(held, 'A', strength, false);
      hearFact(mirrored, 'B', strength, false);
      expect(beliefIn(held, 'A')).toBeCloseTo(beliefIn(mirrored, 'B'), 12);
      const temper = tempers[rng.pick(personalities)];
      expect(acceptance(held, temper, 'A')).toBeCloseTo(acceptance(mirrored, temper, 'B'), 12);
    }
  });

  it('is moved less by what is only said again', () => {
    for (const { mind, rng } of states) {
      const strength = rng.uniform(0.05, 1);
      const argued = { ...mind };
      hearFact(argued, 'A', strength, false);
      const repeated = { ...argued };
      hearFact(repeated, 'A', strength, true);
      const move = Math.abs(beliefIn(argued, 'A') - beliefIn(mind, 'A'));
      expect(Math.abs(beliefIn(repeated, 'A') - beliefIn(argued, 'A'))).toBeLessThan(move);
      expect(acceptance(repeated, tempers.adventure_seeker, 'A')).toBeLessThanOrEqual(
        acceptance(argued, tempers.adventure_seeker, 'A'),
      );
    }
  });
});
