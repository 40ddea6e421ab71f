export * from './belief.ts';
export * from './score.ts';
export * from './stated.ts';
