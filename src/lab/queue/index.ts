/** A plan over many machines: a coordinator, any number of workers, and a database between them. */
export { HOME, type Home, QUEUE } from './account.ts';
export { type Broker, type BrokerOptions, openBroker, openBrokerAgain, shownAddress } from './broker.ts';
export { wrongClock } from './clock.ts';
export { forgetPlan } from './coordinator.ts';
export { type QueuedTables, queueBlocks, queueExecutor } from './executors.ts';
export {
  coordinationOf,
  listPlans,
  type PlanRecord,
  pausePlans,
  readPlan,
  type WorkerNotes,
  workersOn,
} from './plans.ts';
export { type SharedLimits, withSharedLimits } from './shared-limits.ts';
export { sharedOutages } from './shared-outages.ts';
export { servePort } from './thread.ts';
export { work } from './worker.ts';
