/**
 * Times the frontier and the bargaining solutions over two-seat outcomes against the obvious double loop.
 *
 * Run: npx tsx bench/solutions.ts. The naive side is what one writes first: a point is on the frontier unless another
 * dominates it, and each solution scans that frontier. It gives up on a point at the first dominator, so uniform points
 * flatter it; with a constant sum (a price haggle) nothing is dominated and it is O(n^2), which is why the naive side
 * gets fewer points there. Both sides of a ratio ran on the same points; nothing is extrapolated or asserted.
 */
import {
  egalitarianSolution,
  kalaiSmorodinskySolution,
  nashSolution,
  paretoFrontier,
  type UtilityVector,
} from '../src/core/theory/index.ts';

type Pair = readonly [number, number];

const FULL = 100_000;
const FEW = 20_000;
const REPEATS = 15;
const disagreement: Pair = [0.2, 0.2];

function uniform(count: number): Pair[] {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // the generator of Numerical Recipes
    return state / 4294967296;
  };
  return Array.from({ length: count }, () => [next(), next()]);
}

function constantSum(count: number): Pair[] {
  return uniform(count).map(([u]) => [u, 1 - u]);
}

function naiveFrontier(points: readonly Pair[]): number[] {
  const kept: number[] = [];
  points.forEach(([a, b], index) => {
    if (!points.some(([c, d]) => c >= a && d >= b && (c > a || d > b))) kept.push(index);
  });
  return kept;
}

function naiveSolution(points: readonly Pair[], score: (gains: Pair, ideal: Pair) => number): number | undefined {
  const gains = ([a, b]: Pair): Pair => [a - disagreement[0], b - disagreement[1]];
  const rational = points.filter((point) => gains(point).every((gain) => gain >= 0));
  const frontier = naiveFrontier(rational).map((index) => rational[index] as Pair);
  const ideal: Pair = [0, 0].map((_, seat) => Math.max(...frontier.map((p) => gains(p)[seat] as number))) as never;
  let best = frontier[0];
  for (const point of frontier) {
    if (best === undefined || score(gains(point), ideal) > score(gains(best), ideal)) best = point;
  }
  return best && points.indexOf(best);
}

/** Milliseconds: the median of several runs after one to warm up, or that one if it took more than a second. */
function time(run: () => unknown): number {
  const once = () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const first = once();
  if (first > 1000) return first;
  return Array.from({ length: REPEATS }, once).sort((a, b) => a - b)[REPEATS >> 1] as number;
}

interface Row {
  readonly name: string;
  readonly ours: (points: readonly UtilityVector[]) => unknown;
  readonly naive: (points: readonly Pair[]) => unknown;
}

const rows: readonly Row[] = [
  { name: 'Pareto frontier', ours: paretoFrontier, naive: naiveFrontier },
  {
    name: 'Nash',
    ours: (points) => nashSolution(points, disagreement),
    naive: (points) => naiveSolution(points, ([a, b]) => a * b),
  },
  {
    name: 'Kalai-Smorodinsky',
    ours: (points) => kalaiSmorodinskySolution(points, disagreement),
    naive: (points) => naiveSolution(points, ([a, b], ideal) => Math.min(a / ideal[0], b / ideal[1])),
  },
  {
    name: 'egalitarian',
    ours: (points) => egalitarianSolution(points, disagreement),
    naive: (points) => naiveSolution(points, ([a, b]) => Math.min(a, b)),
  },
];

const sets = [
  { name: 'uniform', shared: uniform(FULL), full: uniform(FULL) },
  { name: 'constant sum', shared: constantSum(FEW), full: constantSum(FULL) },
];

const line = (cells: readonly string[]) =>
  console.log(cells.map((cell, column) => (column < 2 ? cell.padEnd(19) : cell.padStart(13))).join(''));

console.log(`milliseconds, median of ${REPEATS} runs (1 run where a run exceeds 1000), node ${process.version}`);
line(['outcomes', '', 'points', 'naive', 'ours', 'ratio', 'same answer', `ours ${FULL}`]);
for (const { name, shared, full } of sets) {
  for (const row of rows) {
    const naive = time(() => row.naive(shared));
    const ours = time(() => row.ours(shared));
    const same = JSON.stringify(row.naive(shared)) === JSON.stringify(row.ours(shared));
    line([
      name,
      row.name,
      String(shared.length),
      naive.toFixed(2),
      ours.toFixed(2),
      `${(naive / ours).toFixed(0)}x`,
      same ? 'yes' : 'no',
      time(() => row.ours(full)).toFixed(2),
    ]);
  }
}
