import { describe, expect, it, test } from 'vitest';
import { repetitions } from '../../../../../test/repetitions.ts';
import {
  bestFit,
  type Fact,
  goalOf,
  type PersuaderSecret,
  type PtomScenario,
  type PtomView,
  persuaderOf,
  ptom,
  satisfactionOf,
  type TargetSecret,
  targetOf,
} from './ptom.ts';
import { samplePtom } from './samplers.ts';
import { topicNames } from './topics.ts';

const scenario = samplePtom(3, { condition: 'PARTIAL', objective: 'A', turnLimit: 4 });
const [fact] = persuaderOf(scenario).facts as [Fact];

function played(...acts: object[]): unknown {
  return acts.reduce<unknown>((state, act, i) => {
    const seat = ['persuader', 'target'][i % 2] as string;
    const reason = ptom.check(ptom.view(state as never, seat), act);
    if (reason) throw new Error(reason);
    return ptom.apply(state as never, [{ turn: i + 1, seat, act: act as never }]);
  }, ptom.start(scenario));
}
const viewAfter = (...acts: object[]): PtomView =>
  ptom.view(played(...acts) as never, acts.length % 2 ? 'target' : 'persuader');

describe('acts', () => {
  it('answers a question with its dimension, a fact with a reaction, a recommendation with a decision', () => {
    const about = scenario.public.dimensions[0] as string;
    const asked = viewAfter({ type: 'ask', about });
    expect(ptom.check(asked, { type: 'answer', dimension: about, matters: 'core' })).toBeUndefined();
    expect(ptom.check(asked, { type: 'answer', dimension: 'fame', matters: 'core' })).toContain(about);
    expect(ptom.check(asked, { type: 'decide', accept: true })).toBe('the target can answer now');
    const told = viewAfter({ type: 'disclose', fact });
    expect(ptom.check(told, { type: 'react', news: true, lean: 'A' })).toBeUndefined();
    expect(ptom.check(told, { type: 'react', news: 'yes', lean: 'A' })).toContain('true or false');
  });

  it('discloses what is true and known only', () => {
    const view = viewAfter();
    expect(ptom.check(view, { type: 'disclose', fact: { ...fact, favours: 'neutral' } })).toContain(
      'as it stands there',
    );
    expect(ptom.check(view, { type: 'disclose', fact: fact.id })).toContain('one of those that you know');
    expect(ptom.check(view, { type: 'recommend', option: 'C' })).toContain('A or B');
  });

  it('recommends in the last turn, and the decision ends the game', () => {
    const react = { type: 'react', news: true, lean: 'unsure' };
    const last = viewAfter({ type: 'disclose', fact }, react);
    expect(ptom.check(last, { type: 'disclose', fact })).toBe('the persuader can recommend now');
    const end = played({ type: 'recommend', option: 'A' }, { type: 'decide', accept: false });
    expect(ptom.toAct(end as never)).toEqual([]);
    expect(ptom.outcome(end as never)).toEqual({
      kind: 'concluded',
      turn: 2,
      conclusion: { chosen: 'none', recommended: 'A' },
    });
  });
});

describe('objective and reward are one statement', () => {
  const facts: Fact[] = [
    { id: '1', content: 'x', favours: 'A', dimension: 'cost' },
    { id: '2', content: 'y', favours: 'B', dimension: 'view' },
  ];
  const strengths = { cost: 0.2, view: 0.9 };
  const table = (objective: 'A' | 'fit'): PtomScenario => ({
    ...scenario,
    public: { ...scenario.public, dimensions: ['cost', 'view'], condition: 'HIDDEN' },
    private: {
      persuader: { ...persuaderOf(scenario), objective, facts, revealed: {} },
      target: { ...targetOf(scenario), strengths, known: [] },
    },
  });
  const paid = (objective: 'A' | 'fit', chosen: 'A' | 'B' | 'none', seat: string) =>
    ptom.utility(table(objective), seat, { kind: 'concluded', turn: 2, conclusion: { chosen, recommended: 'A' } });

  it('pays for A where A is the objective, for the best fit where that is', () => {
    expect(ptom.problem(table('A'))).toBeUndefined();
    expect(bestFit(facts, strengths)).toBe('B');
    expect([goalOf(table('A')), goalOf(table('fit'))]).toEqual(['A', 'B']);
    expect((['A', 'B', 'none'] as const).map((chosen) => paid('A', chosen, 'persuader'))).toEqual([1, 0, 0]);
    expect((['A', 'B', 'none'] as const).map((chosen) => paid('fit', chosen, 'persuader'))).toEqual([0, 1, 0]);
  });

  it("pays the target P-ToM's satisfaction", () => {
    expect((['A', 'B', 'none'] as const).map((chosen) => paid('A', chosen, 'target'))).toEqual([0.6, 0.9, 0.2]);
    expect(satisfactionOf(table('A'), { chosen: 'B', recommended: 'B' })).toBe(0.9);
  });
});

describe('scenarios', () => {
  test.each([
    ['another domain', { ...scenario, domain: 'price' }, 'a scenario of ptom was expected'],
    ['an odd limit', withPublic({ turnLimit: 3 }), 'an even number'],
    ['a condition of its own', withPublic({ condition: 'SECRET' }), 'the condition is one of HIDDEN'],
    ['HIDDEN that reveals', withPublic({ condition: 'HIDDEN' }), 'HIDDEN reveals nothing'],
    ['REVEALED that hides', withPublic({ condition: 'REVEALED' }), 'REVEALED reveals every strength'],
    [
      'a lie',
      withPersuader({ revealed: { [scenario.public.dimensions[0] as string]: 0.123 } }),
      'what is revealed is true',
    ],
    ['no objective', withPersuader({ objective: undefined }), 'the objective is one of A, fit'],
  ])('refuses %s', (_, given, reason) => expect(ptom.problem(given)).toContain(reason));

  function withPublic(change: object) {
    return { ...scenario, public: { ...scenario.public, ...change } };
  }
  function withPersuader(change: object) {
    return { ...scenario, private: { ...scenario.private, persuader: { ...persuaderOf(scenario), ...change } } };
  }

  it('come in the shares of the study, about all twelve types', () => {
    const games = repetitions(4000);
    const drawn = Array.from({ length: games }, (_, seed) => samplePtom(seed));
    const share = (of: (one: PtomScenario) => unknown, value: unknown) =>
      drawn.filter((one) => of(one) === value).length / games;
    const near = (one: number, wanted: number) =>
      expect(Math.abs(one - wanted)).toBeLessThan(4 * Math.sqrt(0.25 / games));
    near(
      share((one) => one.public.condition, 'HIDDEN'),
      0.6,
    );
    near(
      share((one) => one.public.condition, 'REVEALED'),
      0.15,
    );
    near(
      share((one) => one.public.complexity, 'standard'),
      0.4,
    );
    near(
      share((one) => one.public.complexity, 'adversarial'),
      0.1,
    );
    near(
      share((one) => targetOf(one).structure, 'two_way_tradeoff'),
      0.25,
    );
    near(
      share((one) => persuaderOf(one).objective, 'fit'),
      0.5,
    );
    expect(topicNames).toHaveLength(12);
    expect(new Set(drawn.map((one) => one.public.type))).toEqual(new Set(topicNames));
    expect(drawn.every((one) => goalOf(one) !== undefined && ptom.problem(one) === undefined)).toBe(true);
  });

  it('are drawn to order, and an order that cannot be is refused', () => {
    const made = samplePtom(5, {
      type: 'vacation_timing',
      condition: 'REVEALED',
      structure: 'balanced',
      objective: 'fit',
    });
    expect(made.public).toMatchObject({ type: 'vacation_timing', condition: 'REVEALED' });
    expect(targetOf(made).structure).toBe('balanced');
    expect(persuaderOf(made).revealed).toEqual(targetOf(made).strengths);
    expect(() => samplePtom(5, { type: 'vacation_moon' })).toThrow('the type is one of vacation_destination');
  });
});

it('refuses words that are no text, fields that no act has, and scenarios with something hidden in them', () => {
  const drawn = samplePtom(3, { condition: 'HIDDEN', objective: 'A' });
  const view = ptom.view(ptom.start(drawn), 'persuader');
  const ask = { type: 'ask', about: 'everything' };
  expect(ptom.check(view, { ...ask, words: 'What matters?' })).toBeUndefined();
  expect(ptom.check(view, { ...ask, words: 5 })).toBe('words must be text');
  expect(ptom.check(view, { ...ask, words: 'x'.repeat(20_000) })).toContain('at most');
  expect(ptom.check(view, { ...ask, plan: 'A' })).toContain('nothing else, got "plan"');
  const { persuader, target } = drawn.private as { persuader: PersuaderSecret; target: TargetSecret };
  const at = (table: object, own: object = {}) =>
    ptom.problem({
      ...drawn,
      public: { ...drawn.public, ...table },
      private: { target, persuader: { ...persuader, ...own } },
    });
  expect(at({})).toBeUndefined();
  expect(at({ turnLimit: 1e9 })).toContain('from 2 to 64');
  expect(at({ description: undefined })).toContain('are texts');
  expect(at({ cares: target.strengths })).toContain('got "cares"');
  expect(at({}, { strengths: target.strengths })).toContain('got "strengths"');
  const { options } = drawn.public;
  expect(at({ options: { ...options, A: { ...options.A, strengths: target.strengths } } })).toContain(
    'option A has name, description and nothing else, got "strengths"',
  );
  expect(at({ options: { ...options, C: {} } })).toContain('the pair of options has A, B and nothing else, got "C"');
  expect(ptom.problem({ ...drawn, strengths: {} })).toContain('got "strengths"');
  expect(ptom.problem({ ...drawn, private: { ...drawn.private, judge: {} } } as never)).toContain('got "judge"');
  expect(at({ condition: 'PARTIAL' })).toContain('some strengths and not all, got 0 of');
  expect(at({ condition: 'PARTIAL' }, { revealed: target.strengths })).toContain('some strengths and not all');
  const fact = { id: 'z', content: 'c', favours: 'A', dimension: 'constructor' } as const;
  expect(bestFit([fact], target.strengths)).toBeUndefined();
});
