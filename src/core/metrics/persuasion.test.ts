import { expect, it } from 'vitest';
import { type PtomAct, ptom, targetOf } from '../domains/persuasion/ptom/ptom.ts';
import { samplePtom } from '../domains/persuasion/ptom/samplers.ts';
import { sampleTrace } from '../domains/persuasion/trace/samplers.ts';
import { type TraceAct, trace } from '../domains/persuasion/trace/trace.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Act, Domain, Scenario, Script } from '../types.ts';
import { beliefMoved, beliefReversals, beliefStep, satisfaction, wastedFacts } from './persuasion.ts';

function played(domain: unknown, scenario: Scenario, acts: readonly Act[]): Episode {
  const script: Script = { name: 'given', act: ({ turn }) => acts[turn - 1] as Act };
  const player = { spec: 'given', fingerprint: 'given', agent: script };
  const players = { persuader: player, target: player };
  return playEpisode({ domain: domain as Domain, scenario, source: {}, players, seed: 1 });
}

it('reads the trace that was reported, towards the goal', () => {
  const report = (belief: number): TraceAct => ({ type: 'report', belief });
  const assert: TraceAct = { type: 'assert', holds: false };
  const scenario = sampleTrace(1, { goal: false, start: 0.5 });
  const episode = played(trace, scenario, [
    assert,
    report(40),
    assert,
    report(60),
    assert,
    report(60),
    assert,
    report(30),
  ]);
  // Against: 0.5, 0.6, 0.4, 0.4, 0.7.
  expect(beliefMoved.of(episode, '')).toBeCloseTo(0.2, 12);
  expect(beliefStep.of(episode, '')).toBeCloseTo(0.6 / 4, 12);
  expect(beliefReversals.of(episode, '')).toBe(2);
  expect(satisfaction.of(episode, '')).toBeUndefined();
});

it('works out the trace of a mind, and what was told in vain', () => {
  const drawn = samplePtom(3, { objective: 'A' });
  const facts = (['cost', 'view', 'noise'] as const).map((dimension, i) => ({
    id: `fact_${i}`,
    content: dimension,
    favours: 'A' as const,
    dimension,
  }));
  const scenario: Scenario = {
    ...drawn,
    public: { ...drawn.public, dimensions: ['cost', 'view', 'noise'], condition: 'HIDDEN' },
    private: {
      persuader: { objective: 'A', facts, revealed: {}, taste: {} },
      target: { ...targetOf(drawn), strengths: { cost: 0.9, view: 0.6, noise: 0.1 }, known: facts.slice(1, 2) },
    },
  };
  const tell = (i: number): PtomAct => ({ type: 'disclose', fact: facts[i] as never });
  const react: PtomAct = { type: 'react', news: true, lean: 'A' };
  const acts = [
    tell(0),
    react,
    tell(1),
    react,
    tell(2),
    react,
    { type: 'recommend', option: 'A' },
    { type: 'decide', accept: true },
  ];
  const episode = played(ptom, scenario, acts as PtomAct[]);
  expect(episode.result.kind).toBe('concluded');
  // The second was known and the third hardly matters.
  expect(wastedFacts.of(episode, '')).toBeCloseTo(2 / 3, 12);
  expect(satisfaction.of(episode, '')).toBe(0.9);
  expect(beliefMoved.of(episode, '')).toBeGreaterThan(0.05);
  expect(beliefReversals.of(episode, '')).toBe(0);
});
