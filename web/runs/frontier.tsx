/** What was earned against what it took, drawn; the address says which cost. */
import type { Scatter, ScatterPoint } from '../../src/lab/charts/index.ts';
import style from '../pages/run.module.css';
import { useWords } from '../words/index.ts';
import { Drawing } from './late-drawing.ts';
import { COSTS, type Cost, pointsOf } from './points.ts';
import type { Report } from './run.ts';
import type { Spreads } from './spread.tsx';

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
        <Drawing drawing={drawing} />
      </div>
      <p className="small muted">{about(chosen.cost !== 'turns')}</p>
    </section>
  );
}

function beats(one: ScatterPoint, other: ScatterPoint): boolean {
  return one.x <= other.x && one.y >= other.y && (one.x < other.x || one.y > other.y);
}
