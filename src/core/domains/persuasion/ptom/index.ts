export { type GivenPtom, givenPtom } from './given.ts';
export {
  allowedActs as ptomActs,
  bands as ptomBands,
  EVERYTHING as PTOM_EVERYTHING,
  type Fact as PtomFact,
  goalOf as ptomGoal,
  isPersuader as persuadesInPtom,
  lastAct as lastPtomAct,
  leans as ptomLeans,
  type PersuaderSecret as PtomPersuader,
  type PersuaderView as PtomPersuaderView,
  type PtomAct,
  type PtomConclusion,
  type PtomPublic,
  type PtomScenario,
  type PtomView,
  persuaderOf as ptomPersuaderOf,
  ptom,
  satisfactionOf as ptomSatisfaction,
  type TargetSecret as PtomTarget,
  targetOf as ptomTargetOf,
} from './ptom.ts';
export { type PtomOptions, samplePtom } from './samplers.ts';
