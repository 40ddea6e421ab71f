/** What is known of a dial: the rho that was asked for against the rho that came out. */

/** A figure with its interval; infinite ends where these games cannot bound it. */
export interface Figure {
  readonly mean: number | undefined;
  readonly low: number;
  readonly high: number;
}

export interface CalibrationPoint {
  readonly requested: number;
  /** The mean rho of the deals, over several tables the mean of their means. */
  readonly achieved: Figure;
  readonly games: number;
  readonly impasses: number;
}

export interface CalibrationFigures {
  /** The curve. */
  readonly points: readonly CalibrationPoint[];
  /** Of the points; at a single table the same as of its means. */
  readonly curve: { readonly spearman: Figure; readonly error: Figure };
  readonly spearman: Figure;
  readonly episodeSpearman: Figure;
  readonly error: Figure;
  readonly episodeError: Figure;
  readonly impasse: Figure;
  readonly games: number;
  readonly cellsWithoutDeal: number;
}

export interface CalibrationTable {
  readonly seat: string;
  readonly opponent: string;
  /** By arm. */
  readonly arms: Readonly<Record<string, CalibrationFigures>>;
}

export interface Calibration {
  /** raw, fitted, control, control fitted: those that were played. */
  readonly arms: readonly string[];
  readonly all: Readonly<Record<string, CalibrationFigures>>;
  readonly tables: readonly CalibrationTable[];
  /** The errors of each other arm, of the curve and of means, less those of the first, over the scenarios that both played. */
  readonly differences: Readonly<Record<string, { readonly curve: Figure; readonly means: Figure }>>;
}
