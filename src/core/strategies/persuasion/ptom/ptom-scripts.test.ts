import { describe, expect, it, test } from 'vitest';
import { repetitions } from '../../../../../test/repetitions.ts';
import {
  EVERYTHING,
  type Fact,
  type PersuaderView,
  type PtomAct,
  type PtomScenario,
  persuaderOf,
  ptom,
  targetOf,
} from '../../../domains/persuasion/ptom/ptom.ts';
import {
  type DrawnTarget,
  drawingGiven,
  drawTarget,
  type PtomOptions,
  samplePtom,
} from '../../../domains/persuasion/ptom/samplers.ts';
import { runEpisode } from '../../../episode.ts';
import { createRng, type Rng } from '../../../rng.ts';
import { takenOf } from '../../../rounds.ts';
import { makeScript } from '../../../strategy.ts';
import type { Domain, Script } from '../../../types.ts';
import { ptomRegistries } from './index.ts';
import { prospects } from './planning.ts';
import { expectedStrengths, posterior } from './posterior.ts';

const script = (name: string): Script => {
  const { strategy, options } = ptomRegistries.ptom.find(
    (entry) => entry.name === name,
  ) as (typeof ptomRegistries.ptom)[0];
  return makeScript(name, strategy, options);
};
function play(persuader: string, scenario: PtomScenario, seed = 1) {
  const agents = { persuader: script(persuader), target: script('mind') };
  return runEpisode({ domain: ptom as Domain, scenario, agents, rng: createRng(seed) });
}
const success = (persuader: string, games: number, options: PtomOptions) =>
  Array.from({ length: games }, (_, seed) => play(persuader, samplePtom(seed, options), seed)).filter(
    ({ result }) => result.kind === 'concluded' && result.utility.persuader === 1,
  ).length / games;
const start = (scenario: PtomScenario) => ptom.view(ptom.start(scenario), 'persuader') as PersuaderView;
const actsOf = (persuader: string, scenario: PtomScenario) =>
  takenOf(play(persuader, scenario)).flatMap(({ seat, act }) => (seat === 'persuader' ? [act as PtomAct] : []));

test('the order of the baselines: the one who knows the generator above greedy above random', () => {
  // The figures with their intervals over 1,000 games are in docs/LOG.md; here so many that the order cannot be chance.
  for (const objective of ['A', 'fit'] as const) {
    const [bayes, greedy, random] = ['bayes', 'greedy', 'random'].map((name) =>
      success(name, repetitions(1000, name === 'bayes' ? 25 : 100), { objective }),
    ) as [number, number, number];
    expect(greedy).toBeGreaterThan(random + 0.1);
    expect(bayes).toBeGreaterThan(random + 0.2);
    if (process.env.PARLEY_FULL) expect(bayes).toBeGreaterThan(greedy);
  }
});

describe('greedy', () => {
  it('asks nothing and says all that speaks for A', () => {
    const scenario = samplePtom(2, { objective: 'A', complexity: 'standard', turnLimit: 30 });
    const acts = actsOf('greedy', scenario);
    expect(acts.map(({ type }) => type)).not.toContain('ask');
    const told = acts.flatMap((act) => (act.type === 'disclose' ? [act.fact.favours] : []));
    expect(told).toHaveLength(persuaderOf(scenario).facts.filter(({ favours }) => favours === 'A').length);
    expect(acts.at(-1)).toEqual({ type: 'recommend', option: 'A' });
  });
});

describe('ask_first', () => {
  it('asks twice, and not about what was revealed', () => {
    const asked = (condition: 'HIDDEN' | 'REVEALED') =>
      actsOf('ask_first', samplePtom(4, { condition })).flatMap((act) => (act.type === 'ask' ? [act.about] : []));
    expect(asked('HIDDEN')[0]).toBe(EVERYTHING);
    expect(asked('HIDDEN')).toHaveLength(2);
    expect(asked('REVEALED')).toEqual([]);
  });
});

describe('own_taste', () => {
  it('recommends what would fit itself', () => {
    const scenario = samplePtom(9, { objective: 'fit', turnLimit: 2 });
    const { taste } = persuaderOf(scenario);
    const liked = {
      ...scenario,
      private: { ...scenario.private, target: { ...targetOf(scenario), strengths: taste } },
    };
    expect(actsOf('own_taste', scenario)).toEqual(actsOf('own_taste', liked as PtomScenario));
  });
});

describe('bayes', () => {
  it('is told the strengths and believes them', () => {
    const scenario = samplePtom(6, { condition: 'REVEALED' });
    const believed = expectedStrengths(posterior(start(scenario), 32), scenario.public.dimensions);
    for (const [name, strength] of Object.entries(targetOf(scenario).strengths))
      expect(believed[name]).toBeCloseTo(strength, 9);
  });

  it('believes more of a dimension that is said to be core, and less of one said to be weak', () => {
    const scenario = samplePtom(7, { condition: 'HIDDEN', complexity: 'standard' });
    const [name] = scenario.public.dimensions as [string];
    const told = (matters: 'core' | 'weak') => {
      const view: PersuaderView = {
        ...start(scenario),
        turn: 3,
        history: [
          { turn: 1, seat: 'persuader', act: { type: 'ask', about: name } },
          { turn: 2, seat: 'target', act: { type: 'answer', dimension: name, matters } },
        ],
      };
      return expectedStrengths(posterior(view, 200), scenario.public.dimensions)[name] as number;
    };
    const before = expectedStrengths(posterior(start(scenario), 200), scenario.public.dimensions)[name] as number;
    expect(told('core')).toBeGreaterThan(0.6);
    expect(told('weak')).toBeLessThan(before);
  });

  it('takes what it saw for certain: which facts were known, and which targets the generator never puts there', () => {
    for (let seed = 0; seed < 6; seed++) {
      const scenario = samplePtom(seed, { complexity: 'adversarial', objective: 'A', condition: 'HIDDEN' });
      const [one, two] = persuaderOf(scenario).facts as [Fact, Fact];
      const view: PersuaderView = {
        ...start(scenario),
        turn: 5,
        history: [
          { turn: 1, seat: 'persuader', act: { type: 'disclose', fact: one } },
          { turn: 2, seat: 'target', act: { type: 'react', news: false, lean: 'B' } },
          { turn: 3, seat: 'persuader', act: { type: 'disclose', fact: two } },
          { turn: 4, seat: 'target', act: { type: 'react', news: true, lean: 'B' } },
        ],
      };
      for (const { known, fits } of posterior(view, 64)) {
        expect(known.slice(0, 2)).toEqual([true, false]);
        expect(fits).toBe('B');
      }
    }
  });

  it('learns from a strength that it was told what kind of target that is', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const draw = drawingGiven({ a: 0.9 }, names, 'standard') as (rng: Rng) => DrawnTarget;
    const rng = createRng(4);
    const mean = (of: readonly DrawnTarget[]) =>
      of.reduce((sum, { strengths }) => sum + (strengths[1] as number), 0) / of.length;
    const given = Array.from({ length: 4000 }, (_, i) => draw(rng.split(i)));
    const drawn = Array.from({ length: 60_000 }, (_, i) =>
      drawTarget(rng.split('all').split(i), { complexity: 'standard', count: 5 }),
    );
    const like = drawn.filter(({ strengths }) => strengths[0] === 0.9);
    expect(given.every(({ strengths, structure }) => strengths[0] === 0.9 && structure !== 'balanced')).toBe(true);
    expect(like.length).toBeGreaterThan(200);
    expect(Math.abs(mean(given) - mean(like))).toBeLessThan(0.05);
    const luxury = (of: readonly DrawnTarget[]) =>
      of.filter(({ personality }) => personality === 'luxury_focused').length / of.length;
    expect(Math.abs(luxury(given) - luxury(like))).toBeLessThan(0.1);
    expect(drawingGiven({ a: 0.45, b: 0.45, c: 0.45, d: 0.45, e: 0.45 }, names, 'standard')).toBeUndefined();
  });

  it('weighs at least two alternatives, chances all, the best first', () => {
    for (let seed = 0; seed < 10; seed++) {
      const view = start(samplePtom(seed));
      const found = prospects(view, posterior(view, 32));
      expect(found.length).toBeGreaterThan(2);
      expect(found.every(({ success: p }) => p >= 0 && p <= 1 + 1e-9)).toBe(true);
      expect(found.map(({ success: p }) => p)).toEqual(found.map(({ success: p }) => p).sort((a, b) => b - a));
    }
  });

  it('asks nothing that it was told', () => {
    const view = start(samplePtom(8, { condition: 'REVEALED' }));
    expect(prospects(view, posterior(view, 32)).map(({ act }) => act.type)).not.toContain('ask');
  });
});

describe('rational_mind', () => {
  it('decides by what it believes, without chance', () => {
    const scenario = samplePtom(11, { turnLimit: 2, objective: 'A' });
    const decided = new Set(
      Array.from({ length: 20 }, (_, seed) => {
        const agents = { persuader: script('greedy'), target: script('rational_mind') };
        return JSON.stringify(runEpisode({ domain: ptom as Domain, scenario, agents, rng: createRng(seed) }).result);
      }),
    );
    expect(decided.size).toBe(1);
  });
});
