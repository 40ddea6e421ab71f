/** Experiments: a file of data, its plan, and the run that plays it. */
export { type Lineup, lineupOf } from './agents.ts';
export { refuseConflict } from './conflict.ts';
export { clusterOf, type Draw, drawsOf } from './draws.ts';
export { type Estimate as PlanEstimate, estimatePlan, timeModels } from './estimate.ts';
export {
  type Experiment,
  ExperimentError,
  type ExperimentFile,
  FolderError,
  parseExperiment,
  UnplayedError,
} from './experiment.ts';
export { type ListedRun, listRuns, runState } from './list-runs.ts';
export { type Changes, loadExperiment, scenariosNamed } from './load.ts';
export type { PlannedLook } from './looks.ts';
export { limitsIn, type Made, type Manifest, readManifest } from './manifest.ts';
export { refuseNoRun, tablesLeft } from './ordered-writer.ts';
export { isModuleFile } from './own/module.ts';
export { type Plan, planOf, specsOf, type Table as PlannedTable } from './plan.ts';
export * from './presets/index.ts';
export { type OpenRun, openRun, type Progress as RunProgress, type Ran, type RunOptions, runPlan } from './run.ts';
export * from './scenarios.ts';
export { orStandIn, STAND_IN, standIn } from './stand-in.ts';
export { endsEarly, type Stopping, stoppingOf, type TakenLook } from './stopping.ts';
