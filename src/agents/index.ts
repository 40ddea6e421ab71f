/** Agents by name: scripts, scripts that speak, models that decide, people; with guards where wanted. */
export * from './free.ts';
export * from './guards/index.ts';
export * from './human.ts';
export * from './janus.ts';
export * from './nearest.ts';
export * from './parse/index.ts';
export * from './personas.ts';
export * from './phrases.ts';
export * from './prompt.ts';
export * from './resolve.ts';
export * from './sauda.ts';
export * from './shopkeeper.ts';
export * from './spec.ts';
export * from './steering/index.ts';
export * from './tells/index.ts';
export * from './worded.ts';
export * from './worded-by-model.ts';
