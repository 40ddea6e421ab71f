/** Steering: what a buyer should do next, decided by code beside or above a model. */
export { chanceOf, type Evidence, evidenceIn, type Posterior, posterior } from './bayesian/posterior.ts';
export { type SteeringName, type SteeringNote, steered, steerings, unreadable } from './steered.ts';
