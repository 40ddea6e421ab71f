/** Statistics of experiments. Scenarios are the units, "does not apply" is counted and never averaged. */
export * from './alpha-spending.ts';
export * from './cluster-bootstrap.ts';
export * from './compare.ts';
export * from './equivalence.ts';
export * from './fingerprints.ts';
export * from './gains.ts';
export * from './interaction.ts';
export * from './jackknife.ts';
export * from './multiple-comparisons.ts';
export * from './normal.ts';
export * from './observations.ts';
export * from './paired.ts';
export * from './percentile-bootstrap.ts';
export * from './permutation.ts';
export * from './power.ts';
export * from './sequential.ts';
export * from './student.ts';
