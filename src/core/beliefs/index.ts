export * from './belief.ts';
export * from './score.ts';
