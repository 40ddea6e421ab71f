/**
 * Calibration of a dial: the rho that was asked for against the rho that came out, a row an episode
 * (`parley train janus calibrate` writes them).
 *
 * A table is a seat and who sits across; a cell is a table at one requested rho. The curve is the mean of the cells at each
 * request, every table counting the same. The error is the mean of |achieved - requested| on requests from 0.1 to 0.9: of the
 * curve, of the means of the cells, and of episodes; the rank correlation (Spearman) likewise. An impasse has no rho: its share
 * stands apart and it is never averaged in; a cell without a deal is left out and counted as such. Intervals resample scenarios
 * (the seed). Noise makes the error of resampled means larger and never smaller, so that its interval leans upwards.
 */
import { z } from 'zod';
import { createRng, spearman } from '../../core/index.ts';
import { readPlain } from '../../models/node/plain.ts';
import type { Calibration, CalibrationFigures, CalibrationPoint, Figure } from '../charts/calibration-figures.ts';
import { bootstrapMean, percentileIntervals } from '../statistics/index.ts';

const rowSchema = z.looseObject({
  /** raw: the dial was set to what was requested. fitted: to what a map fitted on other scenarios says. */
  arm: z.enum(['raw', 'fitted']).default('raw'),
  requested: z.number().min(0).max(1),
  achieved: z.number().nullable(),
  seat: z.string(),
  opponent: z.string(),
  seed: z.number().int(),
});
export type CalibrationRow = z.infer<typeof rowSchema>;

const RESAMPLES = 1000;
const UNBOUNDED = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

export function readCalibration(file: string): CalibrationRow[] {
  const lines = readPlain(file).split('\n').filter(Boolean);
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

/** `control`: the rows of a model that was told rho in the prompt only. */
export function calibrationOf(rows: readonly CalibrationRow[], control: readonly CalibrationRow[] = []): Calibration {
  if (rows.length === 0) throw new RangeError('a calibration needs at least one row, got none');
  const played: Record<string, readonly CalibrationRow[]> = {
    raw: rows.filter(({ arm }) => arm === 'raw'),
    fitted: rows.filter(({ arm }) => arm === 'fitted'),
    control: control.filter(({ arm }) => arm === 'raw'),
    'control fitted': control.filter(({ arm }) => arm === 'fitted'),
  };
  const arms = Object.keys(played).filter((arm) => played[arm]?.length);
  const figures = (keep: (row: CalibrationRow) => boolean) =>
    Object.fromEntries(
      arms.flatMap((arm) => {
        const kept = (played[arm] ?? []).filter(keep);
        return kept.length > 0 ? [[arm, figuresOf(kept)]] : [];
      }),
    );
  const names = new Map([...rows, ...control].map(({ seat, opponent }) => [`${seat} ${opponent}`, { seat, opponent }]));
  // Self-play last.
  const order = ({ seat, opponent }: { seat: string; opponent: string }) => `${seat === 'both'} ${seat} ${opponent}`;
  const tables = [...names.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const [first = '', ...others] = arms;
  return {
    arms,
    all: figures(() => true),
    tables: tables.map((table) => ({
      ...table,
      arms: figures(({ seat, opponent }) => seat === table.seat && opponent === table.opponent),
    })),
    differences: Object.fromEntries(others.map((arm) => [arm, differenceOf(played[arm] ?? [], played[first] ?? [])])),
  };
}

interface Pair {
  readonly requested: number;
  readonly achieved: number;
}

interface Deal extends Pair {
  readonly cell: string;
}

function figuresOf(rows: readonly CalibrationRow[]): CalibrationFigures {
  const scenarios = [...bySeed(rows).values()];
  const seen = statistics(scenarios.flat());
  const intervals = percentileIntervals(scenarios, (drawn) => statistics(drawn.flat()), {
    rng: createRng(1),
    resamples: RESAMPLES,
  });
  const figure = (name: keyof typeof seen): Figure => ({ ...(intervals[name] ?? UNBOUNDED), mean: seen[name] });
  const inner = rows.filter(isInner);
  const off = inner.map(({ requested, achieved, seed }) => ({
    cluster: String(seed),
    value: achieved === null ? undefined : Math.abs(achieved - requested),
  }));
  const without = rows.map(({ achieved, seed }) => ({ cluster: String(seed), value: achieved === null ? 1 : 0 }));
  const cells = new Set(rows.map(cellOf));
  return {
    points: pointsOf(rows),
    curve: { spearman: figure('curveSpearman'), error: figure('curveError') },
    spearman: figure('spearman'),
    episodeSpearman: figure('episodeSpearman'),
    error: figure('error'),
    episodeError: bootstrapMean(off, { within: [0, Number.POSITIVE_INFINITY] }),
    impasse: bootstrapMean(without, { within: [0, 1] }),
    games: rows.length,
    cellsWithoutDeal: cells.size - new Set(scenarios.flat().map(({ cell }) => cell)).size,
  };
}

/** The deals of each scenario. */
function bySeed(rows: readonly CalibrationRow[]): Map<number, Deal[]> {
  const found = new Map<number, Deal[]>();
  for (const row of rows) {
    const { seed, requested, achieved } = row;
    const deals = found.get(seed) ?? [];
    if (achieved !== null) deals.push({ cell: cellOf(row), requested, achieved });
    found.set(seed, deals);
  }
  return found;
}

function cellOf({ requested, seat, opponent }: CalibrationRow): string {
  return `${requested} ${seat} ${opponent}`;
}

function isInner({ requested }: { readonly requested: number }): boolean {
  return requested >= 0.1 && requested <= 0.9;
}

function statistics(deals: readonly Deal[]) {
  const cells = cellMeans(deals);
  const curve = curveOf(cells);
  return {
    curveSpearman: correlation(curve),
    curveError: meanError(curve),
    spearman: correlation(cells),
    episodeSpearman: correlation(deals),
    error: meanError(cells),
  };
}

function cellMeans(deals: readonly Deal[]): Pair[] {
  return meansBy(deals, ({ cell }) => cell);
}

function curveOf(cells: readonly Pair[]): Pair[] {
  return meansBy(cells, ({ requested }) => requested);
}

function meansBy<Item extends Pair>(items: readonly Item[], key: (item: Item) => string | number): Pair[] {
  const groups = new Map<string | number, { requested: number; sum: number; count: number }>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) {
      group.sum += item.achieved;
      group.count++;
    } else groups.set(key(item), { requested: item.requested, sum: item.achieved, count: 1 });
  }
  return [...groups.values()].map(({ requested, sum, count }) => ({ requested, achieved: sum / count }));
}

function correlation(points: readonly Pair[]): number | undefined {
  if (points.length < 2) return undefined;
  return spearman(
    points.map(({ requested }) => requested),
    points.map(({ achieved }) => achieved),
  );
}

function meanError(points: readonly Pair[]): number | undefined {
  const inner = points.filter(isInner);
  if (inner.length === 0) return undefined;
  return inner.reduce((sum, { requested, achieved }) => sum + Math.abs(achieved - requested), 0) / inner.length;
}

function pointsOf(rows: readonly CalibrationRow[]): CalibrationPoint[] {
  const dials = [...new Set(rows.map(({ requested }) => requested))].sort((a, b) => a - b);
  return dials.map((requested) => {
    const here = rows.filter((row) => row.requested === requested);
    return {
      requested,
      achieved: achievedOf(here),
      games: here.length,
      impasses: here.filter((row) => row.achieved === null).length,
    };
  });
}

/** Of rows at one request. The mean of a single table is one over games, for which there is the better interval. */
function achievedOf(rows: readonly CalibrationRow[]): Figure {
  if (new Set(rows.map(cellOf)).size === 1) {
    const seen = rows.map(({ seed, achieved }) => ({ cluster: String(seed), value: achieved ?? undefined }));
    const { mean, low, high } = bootstrapMean(seen);
    return { mean, low, high };
  }
  const scenarios = [...bySeed(rows).values()];
  return figureOf(scenarios, (drawn) => curveOf(cellMeans(drawn.flat()))[0]?.achieved);
}

function differenceOf(arm: readonly CalibrationRow[], first: readonly CalibrationRow[]) {
  const [here, there] = [bySeed(arm), bySeed(first)];
  const both = [...here].flatMap(([seed, deals]) => {
    const others = there.get(seed);
    return others ? [{ deals, others }] : [];
  });
  const less = (errorOf: (deals: readonly Deal[]) => number | undefined) =>
    figureOf(both, (drawn) => {
      const a = errorOf(drawn.flatMap(({ deals }) => deals));
      const b = errorOf(drawn.flatMap(({ others }) => others));
      return a === undefined || b === undefined ? undefined : a - b;
    });
  return {
    curve: less((deals) => meanError(curveOf(cellMeans(deals)))),
    means: less((deals) => meanError(cellMeans(deals))),
  };
}

function figureOf<Scenario>(
  scenarios: readonly Scenario[],
  statistic: (drawn: readonly Scenario[]) => number | undefined,
): Figure {
  const { value } = percentileIntervals(scenarios, (drawn) => ({ value: statistic(drawn) }), {
    rng: createRng(1),
    resamples: RESAMPLES,
  });
  return { ...(value ?? UNBOUNDED), mean: statistic(scenarios) };
}
