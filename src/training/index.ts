/** Training, the TypeScript side: the trainer's environment, starting it and hearing it, and the registry of what it made. */
export { TrainingError, trainerFolder, trainerPython } from './environment.ts';
export {
  type Launcher,
  launchers,
  type Recipe,
  recipes,
  runTrainer,
  type TrainerEvent,
  type TrainerRequest,
} from './launch.ts';
export { listTrained, type TrainedModel, type TrainedModels } from './registry.ts';
