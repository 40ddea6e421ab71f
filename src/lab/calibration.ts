/**
 * Calibration of a dial: the rho that was asked for against the rho that came out, a row an episode
 * (`parley train janus calibrate` writes them).
 *
 * Means have intervals over scenarios (the seed). An impasse has no rho: it is counted apart and never averaged in. Spearman's
 * correlation and the mean absolute error are over the games that ended in a deal, the error on dials from 0.1 to 0.9.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { createRng, spearman } from '../core/index.ts';
import { bootstrapMean, type Estimate } from './statistics/index.ts';

const rowSchema = z.looseObject({
  requested: z.number().min(0).max(1),
  achieved: z.number().nullable(),
  seat: z.string(),
  opponent: z.string(),
  seed: z.number().int(),
});
export type CalibrationRow = z.infer<typeof rowSchema>;

export interface CalibrationPoint {
  readonly requested: number;
  /** The mean rho of the deals, with its interval. */
  readonly achieved: Estimate;
  readonly games: number;
  readonly impasses: number;
}

export interface Calibration {
  /** By seat; `all` is both together. */
  readonly curves: Readonly<Record<string, readonly CalibrationPoint[]>>;
  readonly spearman: number | undefined;
  readonly meanAbsoluteError: number | undefined;
  readonly games: number;
  readonly impasses: number;
}

const RESAMPLES = 2000;

export function readCalibration(file: string): CalibrationRow[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, i) => {
    try {
      return rowSchema.parse(JSON.parse(line));
    } catch {
      throw new RangeError(
        `${file}, line ${i + 1} is no row of a calibration: expected requested, achieved, seat, opponent and seed`,
      );
    }
  });
}

export function calibrationOf(rows: readonly CalibrationRow[], seed = 1): Calibration {
  if (rows.length === 0) throw new RangeError('a calibration needs at least one row, got none');
  const seats = [...new Set(rows.map(({ seat }) => seat))].sort();
  const curves = Object.fromEntries(
    [...seats, 'all'].map((seat) => [
      seat,
      curveOf(
        rows.filter((row) => seat === 'all' || row.seat === seat),
        seed,
      ),
    ]),
  );
  const deals = rows.flatMap(({ requested, achieved }) => (achieved === null ? [] : [{ requested, achieved }]));
  const inner = deals.filter(({ requested }) => requested >= 0.1 && requested <= 0.9);
  const errors = inner.map(({ requested, achieved }) => Math.abs(achieved - requested));
  return {
    curves,
    spearman:
      deals.length > 1
        ? spearman(
            deals.map(({ requested }) => requested),
            deals.map(({ achieved }) => achieved),
          )
        : undefined,
    meanAbsoluteError: errors.length > 0 ? errors.reduce((sum, error) => sum + error, 0) / errors.length : undefined,
    games: rows.length,
    impasses: rows.length - deals.length,
  };
}

function curveOf(rows: readonly CalibrationRow[], seed: number): CalibrationPoint[] {
  const dials = [...new Set(rows.map(({ requested }) => requested))].sort((a, b) => a - b);
  return dials.map((requested) => {
    const here = rows.filter((row) => row.requested === requested);
    const seen = here.map((row) => ({ cluster: String(row.seed), value: row.achieved ?? undefined }));
    return {
      requested,
      achieved: bootstrapMean(seen, { rng: createRng(seed), resamples: RESAMPLES }),
      games: here.length,
      impasses: here.filter((row) => row.achieved === null).length,
    };
  });
}
