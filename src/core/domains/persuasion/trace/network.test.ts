import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { itWithShared, shared } from '../../../../../test/shared.ts';
import { createRng } from '../../../rng.ts';
import { argues } from '../../../strategies/persuasion/trace/arguing.ts';
import { reports } from '../../../strategies/persuasion/trace/network.ts';
import {
  appeals,
  beliefOf,
  type Claim,
  leverage,
  moved,
  type Network,
  networkProblem,
  startingAt,
  susceptibilities,
} from './network.ts';
import { sampleNetwork, sampleTrace, traceScenario } from './samplers.ts';
import { claimIn, mindAfter, type TraceAct, type TraceTarget, trace } from './trace.ts';

const claim = (about: readonly number[], holds: boolean): Claim => ({ about, holds, appeal: 'logos', relevance: 1 });
const after = (joint: readonly number[], about: readonly number[], holds: boolean) =>
  beliefOf(moved(joint, 'logical', claim(about, holds)), 0);

const file = 'data/mindgames/networks.jsonl';
itWithShared(file)('the published vectors, on the networks of PersuasionTrace', () => {
  const lines = readFileSync(shared(file), 'utf8').trim().split('\n');
  const networks = new Map(
    lines.map((line) => JSON.parse(line) as Network & { id: string }).map((one) => [one.id, one]),
  );
  expect([...networks.values()].filter((one) => networkProblem(one) !== undefined)).toEqual([]);
  const [first, third] = ['pt-00', 'pt-03'].map((id) => (networks.get(id) as Network).joint) as [number[], number[]];
  expect(beliefOf(first, 0)).toBeCloseTo(0.372947, 6);
  expect([after(first, [0], true), after(first, [0], false)].map((p) => p.toFixed(6))).toEqual([
    '0.442280',
    '0.308471',
  ]);
  expect([after(first, [1], true), after(first, [1], false)].map((p) => p.toFixed(6))).toEqual([
    '0.390227',
    '0.355054',
  ]);
  expect([after(first, [1, 0], true), after(first, [1, 0], false)].map((p) => p.toFixed(6))).toEqual([
    '0.424853',
    '0.327422',
  ]);
  expect(beliefOf(third, 0)).toBeCloseTo(0.619217, 6);
  expect([after(third, [0], true), after(third, [0], false)].map((p) => p.toFixed(6))).toEqual([
    '0.684366',
    '0.549474',
  ]);
  // For the goal: what its truth does to the proposition says which claim that is.
  const helps = leverage(third, 1) > 0;
  expect([after(third, [1], helps), after(third, [1], !helps)].map((p) => p.toFixed(6))).toEqual([
    '0.658804',
    '0.575978',
  ]);
  let joint = startingAt(first, 0.2);
  const steps = [1, 2, 3, 4].map(() => {
    joint = moved(joint, 'logical', claim([0], true));
    return beliefOf(joint, 0).toFixed(4);
  });
  expect(steps).toEqual(['0.2500', '0.3077', '0.3721', '0.4414']);
});

itWithShared(file)(
  'each of the 25 links against lowers its end where it is said to hold, and raises it where not',
  () => {
    const networks = readFileSync(shared(file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Network);
    const moves = networks.flatMap(({ edges, joint }) =>
      edges.flatMap(({ from, to, positive }) => {
        if (positive) return [];
        const end = (holds: boolean) => {
          const act: TraceAct = { type: 'argue', about: [from, to], holds, appeal: 'logos' };
          return (
            beliefOf(moved(joint, 'logical', claimIn(act, edges, [], 'logical') as Claim), to) - beliefOf(joint, to)
          );
        };
        return [[Math.sign(end(true)), Math.sign(end(false))]];
      }),
    );
    expect(moves).toEqual(Array(25).fill([-1, 1]));
  },
);

itWithShared(file)('every network of that form can be played, from any belief at the start', () => {
  for (const line of readFileSync(shared(file), 'utf8').trim().split('\n')) {
    const network = JSON.parse(line) as Network & { id: string };
    for (const start of [undefined, 0.2, 0.8]) {
      const scenario = traceScenario(network.id, network, 1, start === undefined ? {} : { start });
      expect(trace.problem(scenario)).toBeUndefined();
      if (start !== undefined) expect(scenario.public.start).toBe(100 * start);
    }
  }
});

// What a persuadable mind must pass, on drawn networks of every susceptibility.
describe('a persuadable mind', () => {
  const minds = Array.from({ length: 100 }, (_, seed) => {
    const rng = createRng(seed);
    const appeal = rng.pick(appeals);
    const moving = susceptibilities.filter(
      (one) => one === 'balanced' || { logical: 'logos', authoritarian: 'ethos', emotional: 'pathos' }[one] === appeal,
    );
    return { ...sampleNetwork(rng), susceptibility: rng.pick(moving), appeal };
  });
  const told = ({ edges, ...mind }: TraceTarget & Pick<Network, 'edges'>, ...acts: TraceAct[]) =>
    beliefOf(
      mindAfter(
        mind,
        edges,
        acts.map((act, i) => ({ turn: i + 1, seat: 'persuader', act })),
      ),
      0,
    );

  it('believes a proposition less when told that it is false, and more when told that it is true', () => {
    for (const mind of minds) {
      const now = beliefOf(mind.joint, 0);
      const argue = (holds: boolean): TraceAct => ({ type: 'argue', about: [0], holds, appeal: mind.appeal });
      expect(told(mind, argue(false))).toBeLessThan(now);
      expect(told(mind, argue(true))).toBeGreaterThan(now);
    }
  });

  it('believes a proposition less when told that what speaks against it does so, and more when told that it does not', () => {
    let against = 0;
    for (const mind of minds)
      for (const { from, to, positive } of mind.edges) {
        const argue = (holds: boolean): TraceAct => ({ type: 'argue', about: [from, to], holds, appeal: mind.appeal });
        const now = beliefOf(mind.joint, 0);
        expect(told(mind, argue(!positive))).toBeLessThan(now);
        expect(told(mind, argue(positive))).toBeGreaterThan(now);
        against += Number(!positive);
      }
    expect(against).toBeGreaterThan(20);
  });

  it('is moved towards its goal by whatever a script argues', () => {
    for (let seed = 0; seed < 20; seed++) {
      const scenario = sampleTrace(seed, { susceptibility: 'balanced', turnLimit: 20 });
      const { goal } = scenario.private.persuader as { goal: boolean };
      let state = trace.start(scenario);
      let belief = scenario.public.start;
      while (trace.toAct(state).length > 0) {
        const act = argues(trace.view(state, 'persuader'), 'varied');
        state = trace.apply(state, [{ turn: 1, seat: 'persuader', act }]);
        const report = reports(trace.view(state, 'target')) as TraceAct & { belief: number };
        expect((goal ? 1 : -1) * (report.belief - belief), JSON.stringify(act)).toBeGreaterThan(0);
        belief = report.belief;
        state = trace.apply(state, [{ turn: 2, seat: 'target', act: report }]);
      }
    }
  });

  it('is moved as far for a belief m as, from 1 - m, against it', () => {
    for (const mind of minds) {
      const m = beliefOf(mind.joint, 0);
      const mirrored = { ...mind, joint: mind.joint.map((_, state) => mind.joint[state ^ 1] as number) };
      const argue = (holds: boolean): TraceAct => ({ type: 'argue', about: [0], holds, appeal: mind.appeal });
      const raised = told(mind, argue(true)) - m;
      expect(1 - m - told(mirrored, argue(false))).toBeCloseTo(raised, 12);
    }
  });

  it('is moved less by a bare assertion, and by what is said again, than by an argument', () => {
    for (const mind of minds) {
      const argue: TraceAct = { type: 'argue', about: [0], holds: true, appeal: mind.appeal };
      const assert: TraceAct = { type: 'assert', holds: true };
      const [now, argued, again] = [beliefOf(mind.joint, 0), told(mind, argue), told(mind, argue, argue)];
      expect(again - argued).toBeLessThan(0.5 * (argued - now));
      expect(told(mind, assert) - now).toBeLessThan(0.5 * (argued - now));
      expect(told(mind, assert, assert) - told(mind, assert)).toBeLessThan(0.5 * (argued - now));
    }
  });
});

describe('rules', () => {
  it('trace a belief after every message, and end with the last', () => {
    const scenario = sampleTrace(3, { goal: true, susceptibility: 'balanced', turnLimit: 2 });
    const argue: TraceAct = { type: 'argue', about: [0], holds: true, appeal: 'logos' };
    const said = trace.apply(trace.start(scenario), [{ turn: 1, seat: 'persuader', act: argue }]);
    expect(trace.outcome(said)).toBeUndefined();
    const told = trace.apply(said, [{ turn: 2, seat: 'target', act: { type: 'report', belief: 10 } }]);
    const end = trace.outcome(told);
    expect(end).toMatchObject({ kind: 'concluded', conclusion: { belief: 10 } });
    const { held } = (end as { conclusion: { held: number } }).conclusion;
    expect(held).toBeGreaterThan(scenario.public.start);
    expect(trace.utility(scenario, 'persuader', end as never)).toBeCloseTo(0.1, 12);
    expect(trace.utility(scenario, 'target', end as never)).toBeCloseTo(1 - Math.abs(10 - held) / 100, 12);
    const against = { ...scenario, private: { ...scenario.private, persuader: { goal: false } } };
    expect(trace.utility(against, 'persuader', end as never)).toBeCloseTo(0.9, 12);
  });

  it('are moved a quarter by a claim that moved them before, whatever it appeals to now', () => {
    const { public: table } = sampleTrace(3);
    const claim = (appeal: 'logos' | 'ethos'): TraceAct => ({ type: 'argue', about: [1], holds: true, appeal });
    const relevance = (kind: 'balanced' | 'authoritarian', ...said: TraceAct[]) =>
      claimIn(claim('ethos'), table.edges, said, kind)?.relevance;
    expect(relevance('balanced')).toBe(1);
    expect(relevance('balanced', claim('logos'))).toBe(0.25);
    // What leaves a mind cold it has not heard.
    expect(relevance('authoritarian', claim('logos'))).toBe(1);
    expect(relevance('authoritarian', claim('ethos'))).toBe(0.25);
  });

  it('refuse what is no node, no edge or no belief', () => {
    const view = trace.view(trace.start(sampleTrace(3)), 'persuader');
    expect(trace.check(view, { type: 'argue', about: [9], holds: true, appeal: 'logos' })).toContain('0 to');
    expect(trace.check(view, { type: 'argue', about: [0, 1], holds: true, appeal: 'logos' })).toContain('of an edge');
    expect(trace.check(view, { type: 'argue', about: [0], holds: true, appeal: 'force' })).toContain(
      'logos, ethos, pathos',
    );
    expect(trace.check(view, { type: 'ask', about: 0 })).toContain('a question is about a belief');
    expect(claimIn({ type: 'ask', about: 1 }, [], [], 'logical')).toBeUndefined();
  });

  it('refuse words that are no text, fields that no act has, and scenarios with something hidden in them', () => {
    const scenario = sampleTrace(3);
    const view = trace.view(trace.start(scenario), 'persuader');
    const act = { type: 'assert', holds: true };
    expect(trace.check(view, { ...act, words: 'Trust me.' })).toBeUndefined();
    expect(trace.check(view, { ...act, words: { goal: true } })).toBe('words must be text');
    expect(trace.check(view, { ...act, words: 'x'.repeat(20_000) })).toContain('at most');
    expect(trace.check(view, { ...act, plan: 'I want A' })).toContain('nothing else, got "plan"');
    const { public: table, private: secrets } = scenario;
    const at = (change: object) => trace.problem({ ...scenario, public: { ...table, ...change } });
    expect(at({})).toBeUndefined();
    expect(at({ turnLimit: 1e9 })).toContain('from 2 to 64');
    expect(at({ edges: undefined })).toContain('edges are a list');
    expect(at({ edges: [null] })).toContain('an edge ends at undefined');
    expect(at({ edges: [{ from: 0, to: 0, positive: true }] })).toContain('to itself');
    expect(at({ beliefs: table.beliefs.map(() => null) })).toBe('beliefs are texts');
    const { joint } = secrets.target as TraceTarget;
    const [edge] = table.edges as [(typeof table.edges)[number]];
    const { from, to, positive } = edge;
    expect(at({ edges: [{ ...edge, joint }] })).toContain('got "joint"');
    expect(at({ edges: [edge, { ...edge, positive: !positive }] })).toContain(`two edges from ${from} to ${to}`);
    expect(at({ edges: [edge, { from: to, to: from, positive: !positive }] })).toContain('contradict each other');
    expect(at({ edges: [edge, { from: to, to: from, positive }] })).toBeUndefined();
    expect(trace.problem({ ...scenario, joint })).toContain('got "joint"');
    expect(trace.problem({ ...scenario, private: { ...secrets, judge: { joint } } })).toContain('got "judge"');
    expect(at({ table: joint })).toContain('got "table"');
    const persuader = { ...secrets.persuader, joint };
    expect(trace.problem({ ...scenario, private: { ...secrets, persuader } })).toContain('got "joint"');
  });
});
