/** Persuasion as training data. */
export { type PtomTrajectory, ptomTrajectories, type StrategyType, strategyTypes } from './trajectories.ts';
