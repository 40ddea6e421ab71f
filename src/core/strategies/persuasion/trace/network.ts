/** network: the target whose beliefs are a table (domains/persuasion/trace/network.ts); it reports what it holds. */
import { beliefOf } from '../../../domains/persuasion/trace/network.ts';
import {
  mindAfter,
  reported,
  type TraceAct,
  type TraceTarget,
  type TraceView,
} from '../../../domains/persuasion/trace/trace.ts';

export function reports({ own, history, public: { edges } }: TraceView): TraceAct {
  const joint = mindAfter(own as TraceTarget, edges, history);
  const last = history.at(-1)?.act;
  const belief = reported(beliefOf(joint, 0));
  if (last?.type !== 'ask') return { type: 'report', belief };
  return { type: 'answer', belief, held: reported(beliefOf(joint, last.about)) };
}
