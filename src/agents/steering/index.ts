/** Steering: what a buyer should do next, decided by code beside or above a model. */

export { type Choice, choose, type Position } from './bayesian/choose.ts';
export { chanceOf, type Evidence, evidenceIn, type Posterior, posterior } from './bayesian/posterior.ts';
export { type Answer, answerOf, type Hypothesis, type Standing as SellerStanding } from './bayesian/seller-model.ts';
export {
  type BazaarVersion,
  bazaarVersions,
  type Proposal,
  type Steered,
  type SteeringState,
  type SteeringTells,
  steerBazaar,
} from './bazaar.ts';
export { type SteeringName, type SteeringNote, steer, steered, steerings } from './steered.ts';
