/** Steering: what a buyer should do next, decided by code beside or above a model. */
export {
  type BazaarVersion,
  bazaarVersions,
  type Proposal,
  type Steered,
  type SteeringState,
  type SteeringTells,
  steerBazaar,
} from './bazaar.ts';
