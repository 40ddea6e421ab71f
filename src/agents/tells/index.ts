/** Tells: what the other side gives away, from its words and from its play. */
export { type ConditionGrade, conditionOf } from './condition.ts';
export { type Extraction, extractTells, type FailedExtraction } from './extract.ts';
export { type Signal, signals } from './patterns.ts';
export { type ConcessionPattern, concessionPattern, type Rounding, roundingOf, type Speed } from './play.ts';
export { readTells, type Tells } from './read.ts';
export { type Aggregate, aggregate, type Hit, readWords } from './words.ts';
