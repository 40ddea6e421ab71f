/** Agents by name: specs, and scripts that speak. */
export * from './nearest.ts';
export * from './phrases.ts';
export * from './spec.ts';
export * from './worded.ts';
