/** TERMS-Bench in the price domain: its scenarios, types and grader. The counterparts are the scripts of the registry `terms`. */
export * from './brief.ts';
export * from './families.ts';
export * from './grade.ts';
export * from './scenario.ts';
export * from './tasks.ts';
