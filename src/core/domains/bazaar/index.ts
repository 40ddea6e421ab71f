/** The bazaar: BazaarBATNA's tasks in the price domain, faithful and hardened, with their graders and rewards. */
export * from './arena-scenario.ts';
export * from './brief.ts';
export * from './career.ts';
export * from './graders.ts';
export * from './rewards.ts';
export * from './scenario.ts';
export * from './stall.ts';
export * from './tasks.ts';
