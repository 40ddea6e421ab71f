/** Ratings of agents: from matches (Bradley-Terry on Elo's scale) and from the payoff matrix (the others). */
export * from './alpha-rank.ts';
export * from './bradley-terry.ts';
export * from './elo.ts';
export * from './exploitability.ts';
export * from './match.ts';
export type { Payoffs } from './matrix.ts';
export * from './nash-averaging.ts';
export * from './rate.ts';
