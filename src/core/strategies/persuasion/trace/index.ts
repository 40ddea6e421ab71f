/** The registry of trace scripts: each argues in its own way, and in the other seat reports what its table holds. */
import type { Belief } from '../../../beliefs/belief.ts';
import { PERSUADER } from '../../../domains/persuasion/seats.ts';
import { type TraceAct, type TraceView, trace } from '../../../domains/persuasion/trace/trace.ts';
import { choice, defineStrategy, type Entry, entry } from '../../../strategy.ts';
import { argues, manners, susceptibilityChances } from './arguing.ts';
import { reports } from './network.ts';
import { type TraceProspect, weighArguments } from './weighing.ts';

const arguing = defineStrategy({
  name: 'arguing',
  domain: 'trace',
  version: 2,
  about: 'argues for its goal in one of four manners; as a target it reports what its table holds',
  options: { manner: choice(manners, 'how it argues') },
  make:
    ({ manner }) =>
    (view: TraceView): TraceAct =>
      view.seat === PERSUADER ? argues(view, manner) : reports(view),
  believes:
    () =>
    (view: TraceView, question): Belief | undefined =>
      view.seat === PERSUADER && question.name === 'susceptibility'
        ? { kind: 'choice', chances: susceptibilityChances(view) }
        : undefined,
});

const bayes = defineStrategy({
  name: 'bayes',
  domain: 'trace',
  version: 1,
  about: 'the ceiling under its prior: a belief about the mind, and the argument that leads furthest by search',
  thinks: 'long',
  options: {},
  make:
    () =>
    (view: TraceView): TraceAct =>
      view.seat === PERSUADER ? (weighArguments(view).prospects[0] as TraceProspect).act : reports(view),
  believes:
    () =>
    (view: TraceView, question): Belief | undefined =>
      view.seat === PERSUADER && question.name === 'susceptibility'
        ? { kind: 'choice', chances: weighArguments(view).susceptibility }
        : undefined,
});

const random = defineStrategy({
  name: 'random',
  domain: 'trace',
  version: 1,
  about: 'control: any legal act at random',
  options: {},
  make:
    () =>
    (view: TraceView, { rng }): TraceAct =>
      trace.randomAct(view, rng),
});

const nothing = defineStrategy({
  name: 'null',
  domain: 'trace',
  version: 1,
  about: 'control: never a parsable act',
  options: {},
  make: () => (_view: TraceView) => undefined as unknown as TraceAct,
});

export const traceRegistries = {
  trace: [
    entry('network', arguing),
    entry('bayes', bayes),
    entry('adaptive', arguing),
    entry('varied', arguing, { manner: 'varied' }),
    entry('direct', arguing, { manner: 'direct' }),
    entry('assert', arguing, { manner: 'assert' }),
    entry('random', random),
    entry('null', nothing),
  ],
} as const satisfies Record<string, readonly Entry[]>;
