/**
 * What was earned against what it took. Turns are of agents, from the table of games; what models cost is known by model, so those points are the
 * rows of the report's table of costs, and scripts, which ask none, stand at 0.
 */
import { Suspense } from 'react';
import type { Scatter, ScatterPoint } from '../../src/lab/charts/index.ts';
import style from '../pages/run.module.css';
import { late } from '../shell/late.tsx';
import { useWords } from '../words/index.ts';
import type { Cell, Report } from './run.ts';
import type { Spreads } from './spread.tsx';

const Drawing = late(async () => (await import('./drawing.tsx')).default);

/** Columns of the report that are summed. */
const COLUMNS = {
  tokens: ['tokens in / game', 'tokens out / game'],
  seconds: ['seconds / game'],
  money: ['money / game'],
} as const;

const COSTS = ['tokens', 'seconds', 'money', 'turns'] as const;
export type Cost = (typeof COSTS)[number];

interface FrontierProps {
  readonly report: Report;
  /** Of utility. */
  readonly spreads: Spreads;
  /** What the address asks for; without it, tokens where a model played, else turns. */
  readonly cost: string | undefined;
  onCost(cost: Cost): void;
}

export function Frontier({ report, spreads, cost, onCost }: FrontierProps) {
  const words = useWords();
  const { title, x, y, about, costs: names } = words.runs.frontier;
  const all = COSTS.map((one) => ({ cost: one, points: pointsOf(one, report, spreads) }));
  const drawn = all.filter(({ points }) => points.length > 1);
  const chosen = drawn.find((one) => one.cost === cost) ?? drawn[0];
  if (!chosen) return null;
  const drawing: { kind: 'scatter' } & Scatter = {
    kind: 'scatter',
    title: `${y} · ${x(names[chosen.cost])}`,
    x: x(names[chosen.cost]),
    y,
    points: chosen.points.map((point) => ({ ...point, hollow: chosen.points.some((other) => beats(other, point)) })),
  };
  return (
    <section className={style.section}>
      <h2>{title}</h2>
      {drawn.length > 1 && (
        <label className="muted">
          <span>{words.runs.frontier.cost}</span>{' '}
          <select value={chosen.cost} onChange={({ target }) => onCost(target.value as Cost)}>
            {drawn.map(({ cost: one }) => (
              <option key={one} value={one}>
                {names[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className={style.plot} data-kind="scatter">
        <Suspense fallback={null}>
          <Drawing drawing={drawing} />
        </Suspense>
      </div>
      <p className="small muted">{about(chosen.cost !== 'turns')}</p>
    </section>
  );
}

export function pointsOf(cost: Cost, report: Pick<Report, 'sections'>, { agents }: Spreads): ScatterPoint[] {
  const tested = agents.flatMap(({ agent, control, mean, turns }) =>
    control || mean === null ? [] : [{ name: agent, turns, y: mean }],
  );
  if (cost === 'turns') return tested.map(({ name, turns, y }) => ({ name, x: turns, y }));
  const models = modelsIn(report, COLUMNS[cost]);
  const scripts = tested.filter(({ name }) => !asksModel(name));
  return models.length === 0 ? [] : [...models, ...scripts.map(({ name, y }) => ({ name, x: 0, y }))];
}

function modelsIn({ sections }: Pick<Report, 'sections'>, summed: readonly string[]): ScatterPoint[] {
  const { columns = [], rows = [] } = sections.find((one) => one.columns?.includes(summed[0] as string)) ?? {};
  const at = (name: string) => columns.indexOf(name);
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

function beats(one: ScatterPoint, other: ScatterPoint): boolean {
  return one.x <= other.x && one.y >= other.y && (one.x < other.x || one.y > other.y);
}
