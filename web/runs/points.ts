/**
 * What was earned against what it took. Turns are of agents, from the table of games; what models cost is known by model, so those points are the
 * rows of the report's table of costs, and scripts, which ask none, stand at 0.
 */
import type { ScatterPoint } from '../../src/lab/charts/index.ts';
import type { Answer } from '../api/client.ts';
import type { Cell, Report } from './run.ts';

type Spreads = Pick<Answer<'GET /v1/runs/{run}/spread'>, 'agents'>;

/** Columns of the report that are summed. */
const COLUMNS = {
  tokens: ['tokens in / game', 'tokens out / game'],
  seconds: ['seconds / game'],
  money: ['money / game'],
} as const;

export const COSTS = ['tokens', 'seconds', 'money', 'turns'] as const;
export type Cost = (typeof COSTS)[number];

export function pointsOf(cost: Cost, report: Pick<Report, 'sections'>, { agents }: Spreads): ScatterPoint[] {
  // What plays a second time to show the noise is the same agent.
  const tested = agents.flatMap(({ agent, control, mean, turns }) =>
    control || agent.startsWith('again:') || mean === null ? [] : [{ name: agent, turns, y: mean }],
  );
  if (cost === 'turns') return tested.map(({ name, turns, y }) => ({ name, x: turns, y }));
  const models = modelsIn(report, COLUMNS[cost]);
  const scripts = tested.filter(({ name }) => !asksModel(name));
  return models.length === 0 ? [] : [...models, ...scripts.map(({ name, y }) => ({ name, x: 0, y }))];
}

function modelsIn({ sections }: Pick<Report, 'sections'>, summed: readonly string[]): ScatterPoint[] {
  const { columns = [], rows = [] } = sections.find((one) => one.columns?.includes(summed[0] as string)) ?? {};
  const at = (name: string) => columns.indexOf(name);
  // Where answers came from a cache or stand in other logs, the report says of none that it takes least.
  if (!rows.some(({ cells }) => cells[at('frontier')] === 'yes')) return [];
  return rows.flatMap(({ cells }) => {
    const name = String(cells[at('model')]);
    const spent = summed.map((column) => numberIn(cells[at(column)]));
    const earned = numberIn(cells[at('utility')]);
    // A stand-in costs nothing that says anything of models.
    if (name.endsWith('(no model)') || earned === undefined || spent.includes(undefined)) return [];
    return [{ name, x: spent.reduce<number>((sum, one) => sum + (one ?? 0), 0), y: earned }];
  });
}

function numberIn(cell: Cell | undefined): number | undefined {
  return typeof cell === 'object' ? (cell.mean ?? cell.value ?? undefined) : undefined;
}

function asksModel(spec: string): boolean {
  return /(^|:)llm:|@(?!templates)/.test(spec);
}
