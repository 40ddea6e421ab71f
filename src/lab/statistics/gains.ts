/**
 * An agent's gain told both ways, side by side: no deal counted as zero, and deals only.
 *
 * A mean over deals alone favours whoever walks away from hard games, no-deal-as-zero is what the games paid; tables show both. A
 * failed game measures nothing: it is counted apart and stands in neither mean.
 */
import type { Result } from '../../core/index.ts';
import { type BootstrapOptions, bootstrapMean, type Estimate } from './cluster-bootstrap.ts';
import type { Observation } from './observations.ts';

export interface Game {
  readonly cluster: string;
  readonly kind: Result['kind'];
  /** The agent's utility; undefined for a failed game. */
  readonly utility: number | undefined;
}

export interface Gains {
  readonly games: number;
  readonly deals: number;
  /** Games that came to a conclusion, where no deal was to be had; what that was worth counts as it is. */
  readonly concluded: number;
  readonly failed: number;
  readonly noDealAsZero: Estimate;
  readonly agreementOnly: Estimate;
}

/** The observations behind both figures, for pairing and testing. */
export function gainObservations(games: readonly Game[]): {
  noDealAsZero: Observation[];
  agreementOnly: Observation[];
} {
  const deal = ({ kind }: Game) => kind === 'agreement';
  return {
    noDealAsZero: games.map((game) => ({
      cluster: game.cluster,
      value: game.kind === 'failed' ? undefined : deal(game) || game.kind === 'concluded' ? game.utility : 0,
    })),
    agreementOnly: games.map((game) => ({ cluster: game.cluster, value: deal(game) ? game.utility : undefined })),
  };
}

export function gains(games: readonly Game[], options: BootstrapOptions = {}): Gains {
  const { noDealAsZero, agreementOnly } = gainObservations(games);
  const count = (kind: Game['kind']) => games.filter((game) => game.kind === kind).length;
  return {
    games: games.length,
    deals: count('agreement'),
    concluded: count('concluded'),
    failed: count('failed'),
    noDealAsZero: bootstrapMean(noDealAsZero, options),
    agreementOnly: bootstrapMean(agreementOnly, options),
  };
}
