/**
 * Persuasion by facts and by arguments: what it did to the target. The belief is traced from 0 to 1 before anything was said and after every
 * message, towards what the persuader is there for: in ptom it is worked out from the target's mind, in trace it is what was reported.
 */
import { beliefIn, mindAt } from '../domains/persuasion/ptom/mind.ts';
import {
  bandOf,
  goalOf,
  type PtomAct,
  type PtomConclusion,
  type PtomScenario,
  satisfactionOf,
  strengthOf,
  targetOf,
} from '../domains/persuasion/ptom/ptom.ts';
import { type TraceAct, type TraceScenario, traceGoal, traceOf } from '../domains/persuasion/trace/trace.ts';
import { takenOf } from '../rounds.ts';
import type { Episode } from '../transcript.ts';
import type { Taken } from '../types.ts';
import { defineMetric, type Metric } from './metric.ts';

export const satisfaction = defineMetric({
  name: 'satisfaction',
  about: 'of the target: 0.9 for an option taken that fits it best, 0.6 for the other, 0.2 for none',
  source: 'zcsabbagh/cs329a (P-ToM)',
  domains: ['ptom'],
  per: 'episode',
  within: [0, 1],
  of: ({ scenario, result }) =>
    result.kind === 'concluded'
      ? satisfactionOf(scenario as PtomScenario, result.conclusion as PtomConclusion)
      : undefined,
});

export const wastedFacts = defineMetric({
  name: 'wasted-facts',
  about:
    'share of the disclosures that told what was known, spoke for neither option, or was about what hardly matters',
  source: 'defined here',
  domains: ['ptom'],
  per: 'episode',
  within: [0, 1],
  of(episode) {
    const { strengths, known } = targetOf(episode.scenario as PtomScenario);
    const heard = new Set(known.map(({ id }) => id));
    let [all, wasted] = [0, 0];
    for (const { act } of takenOf(episode) as Taken<PtomAct>[]) {
      if (act.type !== 'disclose') continue;
      const { id, favours, dimension } = act.fact;
      all++;
      if (heard.has(id) || favours === 'neutral' || bandOf(strengthOf(strengths, dimension)) === 'weak') wasted++;
      heard.add(id);
    }
    return all > 0 ? wasted / all : undefined;
  },
});

/** Towards the persuader's goal; undefined where the scenario has none. */
export function beliefTrace(episode: Episode): number[] | undefined {
  const taken = takenOf(episode);
  if (episode.domain === 'trace') {
    const scenario = episode.scenario as TraceScenario;
    const goal = traceGoal(scenario);
    return traceOf(scenario, taken as Taken<TraceAct>[]).map((belief) => (goal ? belief : 100 - belief) / 100);
  }
  const scenario = episode.scenario as PtomScenario;
  const goal = goalOf(scenario);
  if (goal === undefined) return undefined;
  const history = taken as Taken<PtomAct>[];
  const told = history.flatMap(({ seat }, i) => (seat === 'persuader' ? [history.slice(0, i + 1)] : []));
  return [[], ...told].map((said) => beliefIn(mindAt(targetOf(scenario), said), goal));
}

function traced(
  name: string,
  about: string,
  read: (trace: readonly number[]) => number | undefined,
  within?: Metric['within'],
): Metric {
  return defineMetric({
    name,
    about,
    source: 'Moore et al. 2026 (PersuasionTrace)',
    domains: ['ptom', 'trace'],
    per: 'episode',
    within,
    of(episode) {
      const trace = beliefTrace(episode);
      return trace && trace.length > 1 ? read(trace) : undefined;
    },
  });
}

const stepsOf = (trace: readonly number[]) => trace.slice(1).map((belief, i) => belief - (trace[i] as number));

export const beliefMoved = traced(
  'belief-moved',
  'the last belief - the first, 0 to 1, towards the goal of the persuader',
  (trace) => (trace.at(-1) as number) - (trace[0] as number),
  [-1, 1],
);

export const beliefStep = traced(
  'belief-step',
  'the mean of abs(step of the belief) from message to message',
  (trace) => {
    const steps = stepsOf(trace);
    return steps.reduce((sum, step) => sum + Math.abs(step), 0) / steps.length;
  },
  [0, 1],
);

export const beliefReversals = traced(
  'belief-reversals',
  'how often the belief turned from towards the goal to away from it, or back',
  (trace) => {
    const signs = stepsOf(trace)
      .map(Math.sign)
      .filter((sign) => sign !== 0);
    return signs.slice(1).filter((sign, i) => sign !== signs[i]).length;
  },
);
