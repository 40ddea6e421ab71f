/** The bazaar: BazaarBATNA's tasks in the price domain, faithful and hardened. */
export * from './scenario.ts';
export * from './stall.ts';
export * from './tasks.ts';
