/**
 * Bradley and Terry 1952 with a role effect (Davidson and Beaver 1977, additive in log-odds):
 * logit P(first beats second) = strength(first) - strength(second) + role effect. Fitted by Newton's method.
 *
 * A draw counts as half a win to each. Strengths add up to zero. An agent that never won, or never lost, has no finite
 * strength (Ford 1957): give a `prior`, a number of imagined draws of each agent with one of strength 0, or leave it out.
 * No standard errors: those of the fit take games of one scenario for independent. Bootstrap the matches by scenario.
 */
import { exp, ln } from '../../core/index.ts';
import { checkMatch, type Match } from './match.ts';
import { solve } from './matrix.ts';

export interface BradleyTerry {
  /** Log-odds; times 400 / ln 10 they are on Elo's scale. */
  readonly strengths: ReadonlyMap<string, number>;
  /** Log-odds that the first role gives. */
  readonly roleEffect: number;
}

export class RatingError extends Error {
  override readonly name = 'RatingError';
}

interface Cell {
  readonly first: number;
  readonly second: number;
  games: number;
  wins: number;
}

export function bradleyTerry(
  matches: readonly Match[],
  { roleEffect = true, prior = 0 }: { roleEffect?: boolean; prior?: number } = {},
): BradleyTerry {
  const { names, cells } = tally(matches);
  if (names.length < 2) throw new RatingError(`got ${names.length} agents that met another, expected at least two`);
  if (prior === 0) refuseUnbounded(names, cells);
  const size = names.length + (roleEffect ? 1 : 0);
  const role = roleEffect ? names.length : -1;
  let parameters = new Array<number>(size).fill(0);
  let value = likelihood(parameters, cells, role, prior);
  for (let step = 0; step < 100; step++) {
    const { gradient, information } = derivatives(parameters, cells, names.length, role, prior);
    const change = solve(information, gradient);
    if (change === undefined || change.some((x) => !Number.isFinite(x))) break;
    // Halve the step until it does not lose likelihood: Newton alone can overshoot on lopsided tables.
    let [share, next, reached] = [1, parameters, value];
    for (; share > 1e-6; share /= 2) {
      next = parameters.map((x, i) => x + share * (change[i] as number));
      reached = likelihood(next, cells, role, prior);
      if (reached >= value - 1e-12 * Math.abs(value)) break;
    }
    parameters = next;
    value = reached;
    if (Math.max(...change.map(Math.abs)) < 1e-10) return fitted(parameters, names, role);
  }
  throw new RatingError(
    'the strengths grow without bound: in these matches a role or a group of agents wins every game; give a prior, or play more',
  );
}

function fitted(parameters: readonly number[], names: readonly string[], role: number): BradleyTerry {
  const strengths = parameters.slice(0, names.length);
  const middle = strengths.reduce((sum, x) => sum + x, 0) / names.length;
  return {
    strengths: new Map(names.map((name, i) => [name, (strengths[i] as number) - middle])),
    roleEffect: role < 0 ? 0 : (parameters[role] as number),
  };
}

function tally(matches: readonly Match[]): { names: string[]; cells: Cell[] } {
  const played = matches.filter(({ first, second }) => first !== second);
  const names = [...new Set(played.flatMap(({ first, second }) => [first, second]))].sort();
  const index = new Map(names.map((name, i) => [name, i]));
  const cells = new Map<string, Cell>();
  for (const match of played) {
    checkMatch(match);
    const [first, second] = [index.get(match.first) as number, index.get(match.second) as number];
    const cell = cells.get(`${first} ${second}`) ?? { first, second, games: 0, wins: 0 };
    cells.set(`${first} ${second}`, cell);
    cell.games++;
    cell.wins += match.score;
  }
  return { names, cells: [...cells.values()] };
}

function odds(parameters: readonly number[], { first, second }: Cell, role: number): number {
  return (parameters[first] as number) - (parameters[second] as number) + (role < 0 ? 0 : (parameters[role] as number));
}

const logistic = (x: number) => 1 / (1 + exp(-x));
/** ln(1 + e^x) without overflow. */
const softplus = (x: number) => Math.max(x, 0) + ln(1 + exp(-Math.abs(x)));

function likelihood(parameters: readonly number[], cells: readonly Cell[], role: number, prior: number): number {
  let sum = 0;
  for (const cell of cells) {
    const x = odds(parameters, cell, role);
    sum += cell.wins * x - cell.games * softplus(x);
  }
  for (const [i, x] of parameters.entries()) if (i !== role) sum += prior * (x / 2 - softplus(x));
  return sum;
}

function derivatives(
  parameters: readonly number[],
  cells: readonly Cell[],
  agents: number,
  role: number,
  prior: number,
) {
  const gradient = parameters.map(() => 0);
  const information = parameters.map(() => parameters.map(() => 0));
  for (const cell of cells) {
    const p = logistic(odds(parameters, cell, role));
    const weight = cell.games * p * (1 - p);
    const parts: [number, number][] = [
      [cell.first, 1],
      [cell.second, -1],
    ];
    if (role >= 0) parts.push([role, 1]);
    for (const [i, a] of parts) {
      gradient[i] = (gradient[i] as number) + a * (cell.wins - cell.games * p);
      const row = information[i] as number[];
      for (const [j, b] of parts) row[j] = (row[j] as number) + a * b * weight;
    }
  }
  for (let i = 0; i < agents; i++) {
    const p = logistic(parameters[i] as number);
    gradient[i] = (gradient[i] as number) + prior * (0.5 - p);
    const row = information[i] as number[];
    // Only differences of strengths are measured; without a prior, ones in this block pin their sum.
    for (let j = 0; j < agents; j++)
      row[j] = (row[j] as number) + (prior === 0 ? 1 : i === j ? prior * p * (1 - p) : 0);
  }
  return { gradient, information };
}

/** Ford's condition: from every agent a chain of (part) wins leads to every other. */
function refuseUnbounded(names: readonly string[], cells: readonly Cell[]): void {
  const wins = cells.flatMap((cell): [number, number][] => [
    ...(cell.wins > 0 ? [[cell.first, cell.second] as [number, number]] : []),
    ...(cell.wins < cell.games ? [[cell.second, cell.first] as [number, number]] : []),
  ]);
  const spread = (edges: readonly [number, number][]) => {
    const seen = new Set([0]);
    for (const at of seen) for (const [from, to] of edges) if (from === at) seen.add(to);
    return seen;
  };
  const beaten = spread(wins);
  const beating = spread(wins.map(([from, to]) => [to, from]));
  const alone = names.find((_, i) => !beaten.has(i) || !beating.has(i));
  if (alone !== undefined) {
    throw new RatingError(
      `got no chain of wins that leads from ${names[0]} to ${alone} and back, so their strengths have no bound; give a prior, or leave one of them out`,
    );
  }
}
