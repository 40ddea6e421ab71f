/** Judges: by rules, and by a model behind the same door as every other model. */
export * from './model.ts';
export { type Judgement, judgePersonas, readJudgements } from './personas.ts';
export * from './rules.ts';
