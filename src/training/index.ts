/** Training, the TypeScript side: the trainer's environment, starting it and hearing it, and the registry of what it made. */
export { TrainingError, trainerFolder, trainerPython } from './environment.ts';
export {
  launchers,
  recipes,
  runTrainer,
  type TrainerEvent,
} from './launch.ts';
export { listTrained } from './registry.ts';
