import { expect, test } from 'vitest';
import { sampleTraceArms } from '../../../domains/persuasion/trace/samplers.ts';
import {
  type TraceScenario,
  type TraceTarget,
  type TraceView,
  trace,
} from '../../../domains/persuasion/trace/trace.ts';
import { argues } from './arguing.ts';
import { reports } from './network.ts';
import { weighArguments } from './weighing.ts';

function played(scenario: TraceScenario, act: (view: TraceView) => ReturnType<typeof argues>) {
  let state = trace.start(scenario);
  const views: TraceView[] = [];
  for (let turn = 1; turn <= scenario.public.turnLimit; turn++) {
    const [seat] = trace.toAct(state) as [string];
    const view = trace.view(state, seat);
    if (seat === 'persuader') views.push(view);
    state = trace.apply(state, [{ seat, turn, act: seat === 'persuader' ? act(view) : reports(view) }]);
  }
  const outcome = trace.outcome(state);
  return { views, utility: outcome ? trace.utility(scenario, 'persuader', outcome) : 0 };
}
const bayes = (view: TraceView) => (weighArguments(view).prospects[0] as { act: ReturnType<typeof argues> }).act;

test('bayes moves minds further than adaptive, finds out what moves them, and expects about what comes', () => {
  let [gained, off, right] = [0, 0, 0];
  const seeds = Array.from({ length: 8 }, (_, i) => 400 + i);
  for (const seed of seeds) {
    const scenario = sampleTraceArms(seed);
    const { views, utility } = played(scenario, bayes);
    gained += utility - played(scenario, (view) => argues(view, 'adaptive')).utility;
    off += (weighArguments(views[0] as TraceView).prospects[0]?.success as number) - utility;
    const { susceptibility } = weighArguments(views.at(-1) as TraceView);
    const truth = (scenario.private.target as TraceTarget).susceptibility;
    right += susceptibility[truth];
  }
  expect(gained / seeds.length).toBeGreaterThan(0.01);
  expect(Math.abs(off / seeds.length)).toBeLessThan(0.03);
  expect(right / seeds.length).toBeGreaterThan(0.85);
});

test('an appeal that moved nothing is not made again', () => {
  const scenario = sampleTraceArms(402);
  expect((scenario.private.target as TraceTarget).susceptibility).toBe('emotional');
  const { views } = played(scenario, bayes);
  const [first, ...later] = views.map(bayes) as { appeal: string }[];
  expect(first?.appeal).toBe('logos');
  expect(later.map(({ appeal }) => appeal)).not.toContain('logos');
});
