/**
 * The counterparts of TERMS-Bench (arXiv 2605.13909) as tables: six families of four kinds of conduct, three stances.
 *
 *   pace       what the other side's mean step does to the chance that its offer is taken
 *   rigid      the same for a last step of less than a tenth of the range
 *   answers    how much less it concedes for the mean size of those steps
 *   noise      deviation of its prices, as a share of the range
 *   cues       true: sentiment and posture tell of the stance; muted: neutral, hold; noisy: true but blurred; pressing: negative,
 *              pressure
 * Each list is by stance: conciliatory, neutral, aggressive.
 */
export const families = ['candid', 'taciturn', 'expressive', 'strategic', 'stochastic', 'adversarial'] as const;
export type Family = (typeof families)[number];

export const stances = ['conciliatory', 'neutral', 'aggressive'] as const;
export type Stance = (typeof stances)[number];

type ByStance = readonly [conciliatory: number, neutral: number, aggressive: number];

export interface Conduct {
  readonly pace: ByStance;
  readonly rigid: ByStance;
  readonly answers: ByStance;
  readonly noise: number;
}

const calm: Conduct = { pace: [0, -0.25, -0.75], rigid: [0.4, 0, -0.5], answers: [0.3, 0.5, 1], noise: 0.01 };
const lively: Conduct = { pace: [0, -0.75, -1.5], rigid: [0.4, 0, -0.75], answers: [0.45, 0.9, 1.8], noise: 0.03 };
const erratic: Conduct = { pace: [0, -0.5, -1.1], rigid: [0.35, 0, -0.6], answers: [0.35, 0.7, 1.4], noise: 0.08 };
const hostile: Conduct = { pace: [-0.25, -1.25, -2.25], rigid: [0, -0.5, -1.2], answers: [0.6, 1.4, 2.6], noise: 0.01 };

export const conducts: Readonly<Record<Family, Conduct>> = {
  candid: calm,
  taciturn: calm,
  expressive: lively,
  strategic: lively,
  stochastic: erratic,
  adversarial: hostile,
};

export const cuesOf = {
  candid: 'true',
  taciturn: 'muted',
  expressive: 'true',
  strategic: 'muted',
  stochastic: 'noisy',
  adversarial: 'pressing',
} as const satisfies Record<Family, string>;

/** Chances of conciliatory, and of conciliatory or neutral. */
export function stanceChances(family: Family): readonly [number, number] {
  return family === 'adversarial' ? [0.05, 0.2] : [0.3, 0.7];
}
