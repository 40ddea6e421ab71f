export { type Appeal, appeals, type Network as BeliefNetwork } from './network.ts';
export { houseTexts, sampleNetwork, sampleTrace, type TraceOptions, traceScenario } from './samplers.ts';
export {
  type TraceAct,
  type TraceConclusion,
  type TracePersuader,
  type TracePublic,
  type TraceScenario,
  type TraceTarget,
  type TraceView,
  targetAct as traceReply,
  trace,
  traceGoal,
  traceOf,
} from './trace.ts';
