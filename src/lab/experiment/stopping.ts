/**
 * Whether a run may stop: the looks of its rule, taken on its transcripts. The run asks after each part of its plan and the report
 * asks again, with the same answer, since nothing but the manifest and the episodes is read.
 *
 * The interval is the one that belongs to the looks (repeated confidence interval, Jennison and Turnbull 1989): it leaves out zero
 * exactly where the rule stops. A run that stops early overstates the difference on average, as every such rule does.
 */
import type { Episode } from '../../core/index.ts';
import { bothMeasured, pairByCluster } from '../statistics/paired.ts';
import { type Look, sequentialLook } from '../statistics/sequential.ts';
import { studentCritical } from '../statistics/student.ts';
import type { StopRule } from './experiment.ts';
import { comparedBy, type PlannedLook } from './looks.ts';
import type { Manifest } from './manifest.ts';
import { measure } from './measure.ts';
import { metricsOf } from './own/parts.ts';
import { gain, pairedRows, panelOf, type Row, rowsOf } from './rows.ts';
import { testedSeats } from './tested.ts';

export interface TakenLook extends Look, PlannedLook {
  /** Scenarios in which both have a value. */
  readonly paired: number;
  /** The first minus the second. */
  readonly mean: number | undefined;
  readonly low: number;
  readonly high: number;
}

export interface Stopping {
  readonly rule: StopRule;
  readonly compare: readonly [string, string];
  readonly planned: readonly PlannedLook[];
  /** Every look that the episodes reach, up to the one that stops. */
  readonly taken: readonly TakenLook[];
}

/** `episodes`: of this run alone, in the order of its plan. Undefined for a run without a rule to stop. */
export function stoppingOf(manifest: Manifest, episodes: readonly Episode[]): Stopping | undefined {
  const { looks: planned, experiment } = manifest;
  const { stop: rule } = experiment;
  if (planned === undefined || rule === undefined) return undefined;
  const specs = (list: Manifest['agents']) => list.map(({ spec }) => spec);
  const lineup = { agents: specs(manifest.agents), controls: specs(manifest.controls), opponents: [], again: [] };
  const compare = comparedBy(rule, experiment, { ...lineup, reference: undefined });
  const measure = measureOf(rule.metric, experiment);
  const rows = rowsOf(
    episodes.slice(0, planned.at(-1)?.games),
    panelOf([manifest], [], testedSeats(manifest, episodes)),
  );
  const place = new Map(episodes.map((episode, i) => [episode, i]));
  const taken: TakenLook[] = [];
  for (const [k, look] of planned.entries()) {
    if (look.games > episodes.length || taken.at(-1)?.decision === 'different') break;
    const played = rows.filter(({ episode }) => (place.get(episode) as number) < look.games);
    const of = (spec: string) => played.filter(({ agent }) => agent === spec);
    const paired = pairedRows(of(compare[0]), of(compare[1]));
    const values = (some: readonly Row[]) => some.map((row) => ({ cluster: row.cluster, value: measure(row) }));
    const both = bothMeasured(values(paired.a), values(paired.b));
    const differences = pairByCluster(both.a, both.b).differences.map(({ value }) => value);
    const looks = planned.slice(0, k + 1).map(({ scenarios }) => scenarios);
    const plan = { planned: planned.at(-1)?.scenarios as number, looks, alpha: rule.alpha };
    const result = sequentialLook(differences, plan);
    taken.push({ ...look, ...result, paired: differences.length, ...intervalOf(differences, result.level) });
  }
  return { rule, compare, planned, taken };
}

/** Whether the rule has ended the run before its plan does. */
export function endsEarly({ taken, planned }: Stopping): boolean {
  return taken.length < planned.length && taken.at(-1)?.decision === 'different';
}

function measureOf(name: string, experiment: Manifest['experiment']): (row: Row) => number | undefined {
  if (name === 'utility') return gain;
  const metric = metricsOf(experiment).find((one) => one.name === name);
  return ({ episode, seat, kind }) => (kind === 'failed' || !metric ? undefined : measure(metric, episode, seat));
}

function intervalOf(differences: readonly number[], level: number) {
  const count = differences.length;
  const mean = count > 0 ? differences.reduce((sum, d) => sum + d, 0) / count : undefined;
  const unknown = { mean, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  if (mean === undefined || count < 2) return unknown;
  const squares = differences.reduce((sum, d) => sum + (d - mean) * (d - mean), 0);
  const error = Math.sqrt(squares / (count - 1) / count);
  if (error === 0) return unknown;
  const half = studentCritical(level / 2, count - 1) * error;
  return { mean, low: mean - half, high: mean + half };
}
