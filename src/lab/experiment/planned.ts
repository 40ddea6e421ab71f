/**
 * The seats under test of games that were read from a file. Its lines need not be those of the plan any more: they may be in another order,
 * some may be missing. Each game is found in the plan by who sat where, on which draw, with which seed.
 */
import { canonicalJson, type Episode, type Seat } from '../../core/index.ts';
import { ExperimentError } from './experiment.ts';
import type { Manifest } from './manifest.ts';
import { dealsAt, isGameOf, planOf, type Table } from './plan.ts';
import { testedSeats } from './tested.ts';

/** `episodes`: all of `file`. */
export function plannedSeats(
  manifest: Manifest,
  episodes: readonly Episode[],
  file: string,
): Map<string, readonly Seat[]> {
  refuseTwice(episodes, file);
  const games = manifest.tested?.games.split(' ').length;
  if (games === undefined) return new Map();
  const found = testedSeats(manifest, episodes);
  const odd =
    episodes[games] ?? episodes.find((episode) => !isPlausible(manifest, episode, found.get(episode.id) ?? []));
  // To draw a large plan again takes longer than all else, and its lines say much already.
  if (!odd && drawsOf(manifest) > MANY_DRAWS) return found;
  const tables = drawnAgain(manifest, games)?.flatMap((table) => Array<Table>(dealsAt(table)).fill(table));
  if (!tables) {
    if (odd) throw notOfPlan(odd, file);
    return found;
  }
  const moved = episodes.find((episode, i) => !tables[i] || !isGameOf(episode, tables[i]));
  if (!moved) return found;
  // The looks of a rule are taken after so many lines.
  if (manifest.looks) throw notOfPlan(moved, file);
  return bySitting(episodes, tables, file);
}

const MANY_DRAWS = 5000;

function notOfPlan({ id }: Episode, file: string): ExperimentError {
  return new ExperimentError(
    `${file} has episode ${id} where the plan has another table: it is not from this run, or lines of it were moved, cut or added`,
  );
}

function refuseTwice(episodes: readonly Episode[], file: string): void {
  const lines = new Map<string, number>();
  for (const [i, { id }] of episodes.entries()) {
    const before = lines.get(id);
    if (before !== undefined)
      throw new ExperimentError(
        `${file} has episode ${id} twice, in lines ${before} and ${i + 1}: take one of them out, or its game counts double`,
      );
    lines.set(id, i + 1);
  }
}

/** Not counted where they come from files. */
function drawsOf({ experiment: { scenarios, seeds } }: Manifest): number {
  if ('tasks' in scenarios) return scenarios.tasks.length * scenarios.count * seeds;
  return 'sampler' in scenarios ? scenarios.count * seeds : Number.POSITIVE_INFINITY;
}

/** Undefined where the draws come from files, or are no longer those of the run. */
function drawnAgain(manifest: Manifest, games: number): readonly Table[] | undefined {
  // A manifest that asks for more draws than it names games is not drawn: that could take for ever.
  if (drawsOf(manifest) > games) return undefined;
  try {
    const plan = planOf(manifest.experiment);
    return plan.hash === manifest.plan ? plan.tables : undefined;
  } catch {
    return undefined;
  }
}

function bySitting(episodes: readonly Episode[], tables: readonly Table[], file: string): Map<string, readonly Seat[]> {
  const planned = new Map<string, Table>();
  for (const table of tables) planned.set(keyOf(table), table);
  return new Map(
    episodes.map((episode) => {
      const { id, seats, seed, source } = episode;
      const specs = Object.fromEntries(Object.entries(seats).map(([seat, { spec }]) => [seat, spec]));
      const key =
        typeof source.task === 'string'
          ? canonicalJson([source.task, source.seed, source.sitting ?? null, specs])
          : canonicalJson([seed, source, specs]);
      const table = planned.get(key);
      if (!table) throw notOfPlan(episode, file);
      return [id, table.tested];
    }),
  );
}

const keyOf = ({ draw, seed, seats }: Table): string =>
  canonicalJson('task' in draw ? [draw.task, draw.seed, draw.sitting ?? null, seats] : [seed, draw.source, seats]);

/** As far as names tell: across from who is under test sits an opponent. */
function isPlausible({ opponents, experiment }: Manifest, { seats }: Episode, own: readonly Seat[]): boolean {
  const isAcross = (spec: string) =>
    opponents.some((one) => one.spec === spec) || Object.values(experiment.fill).includes(spec);
  return (
    own.every((seat) => seats[seat]) &&
    Object.entries(seats).every(([seat, { spec }]) => own.includes(seat) || isAcross(spec))
  );
}
