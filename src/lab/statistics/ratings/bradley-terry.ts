/**
 * Bradley and Terry 1952 with draws (Davidson 1970) and a role effect (Davidson and Beaver 1977, additive in log-odds):
 * with x = strength(first) - strength(second) + role effect, the first wins, the second wins and they draw as
 * e^(x/2) : e^(-x/2) : nu. Fitted to all matches at once by Newton's method, so their order is nothing to it, and draws come out
 * as often as they happened.
 *
 * Strengths add up to zero. An agent that never won, or never lost, has no finite strength (Ford 1957): give a `prior`, a number of
 * imagined even matches of each agent with one of strength 0, or leave it out.
 * No standard errors: those of the fit take games of one scenario for independent. Bootstrap the matches by scenario.
 */
import { exp, ln } from '../../../core/index.ts';
import { checkMatch, type Match } from './match.ts';
import { solve } from './matrix.ts';

export interface BradleyTerry {
  /** Log-odds; times 400 / ln 10 they are on Elo's scale. */
  readonly strengths: ReadonlyMap<string, number>;
  /** Log-odds that the first role gives. */
  readonly roleEffect: number;
  /** nu: how often equals draw, to one win of either; 0 where nobody drew. */
  readonly draws: number;
}

export class RatingError extends Error {
  override readonly name = 'RatingError';
}

interface Cell {
  readonly first: number;
  readonly second: number;
  wins: number;
  losses: number;
  draws: number;
}

/** Which of the parameters, behind the strengths, are the role effect and ln nu; -1 for none. */
interface Places {
  readonly agents: number;
  readonly role: number;
  readonly draw: number;
}

export function bradleyTerry(
  matches: readonly Match[],
  { roleEffect = true, prior = 0 }: { roleEffect?: boolean; prior?: number } = {},
): BradleyTerry {
  const { names, cells } = tally(matches);
  if (names.length < 2) throw new RatingError(`got ${names.length} agents that met another, expected at least two`);
  if (prior === 0) refuseUnbounded(names, cells);
  const drawn = cells.some(({ draws }) => draws > 0);
  const role = roleEffect ? names.length : -1;
  const draw = drawn ? names.length + (roleEffect ? 1 : 0) : -1;
  const places = { agents: names.length, role, draw };
  let parameters = new Array<number>(names.length + Number(roleEffect) + Number(drawn)).fill(0);
  let value = likelihood(parameters, cells, places, prior);
  for (let step = 0; step < 100; step++) {
    const { gradient, information } = derivatives(parameters, cells, places, prior);
    const change = solve(information, gradient);
    if (change === undefined || change.some((x) => !Number.isFinite(x))) break;
    // Halve the step until it does not lose likelihood: Newton alone can overshoot on lopsided tables.
    let [share, next, reached] = [1, parameters, value];
    for (; share > 1e-6; share /= 2) {
      next = parameters.map((x, i) => x + share * (change[i] as number));
      reached = likelihood(next, cells, places, prior);
      if (reached >= value - 1e-12 * Math.abs(value)) break;
    }
    parameters = next;
    value = reached;
    if (Math.max(...change.map(Math.abs)) < 1e-10) return fitted(parameters, names, places);
  }
  throw new RatingError(
    'the strengths grow without bound: in these matches a role or a group of agents wins every game; give a prior, or play more',
  );
}

function fitted(parameters: readonly number[], names: readonly string[], { role, draw }: Places): BradleyTerry {
  const strengths = parameters.slice(0, names.length);
  const middle = strengths.reduce((sum, x) => sum + x, 0) / names.length;
  return {
    strengths: new Map(names.map((name, i) => [name, (strengths[i] as number) - middle])),
    roleEffect: role < 0 ? 0 : (parameters[role] as number),
    draws: draw < 0 ? 0 : exp(parameters[draw] as number),
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
    const cell = cells.get(`${first} ${second}`) ?? { first, second, wins: 0, losses: 0, draws: 0 };
    cells.set(`${first} ${second}`, cell);
    if (match.score === 0.5) cell.draws++;
    else {
      cell.wins += match.score;
      cell.losses += 1 - match.score;
    }
  }
  return { names, cells: [...cells.values()] };
}

function odds(parameters: readonly number[], { first, second }: Cell, role: number): number {
  return (parameters[first] as number) - (parameters[second] as number) + (role < 0 ? 0 : (parameters[role] as number));
}

const logistic = (x: number) => 1 / (1 + exp(-x));
/** ln(1 + e^x) without overflow. */
const softplus = (x: number) => Math.max(x, 0) + ln(1 + exp(-Math.abs(x)));

/** The chances of a win, a loss and a draw, and the logarithm of what they were divided by. */
function outcomes(parameters: readonly number[], cell: Cell, { role, draw }: Places) {
  const x = odds(parameters, cell, role);
  const delta = draw < 0 ? Number.NEGATIVE_INFINITY : (parameters[draw] as number);
  const highest = Math.max(Math.abs(x) / 2, delta);
  const [win, loss, tie] = [x / 2, -x / 2, delta].map((y) =>
    y === Number.NEGATIVE_INFINITY ? 0 : exp(y - highest),
  ) as [number, number, number];
  const total = win + loss + tie;
  return { x, delta, win: win / total, loss: loss / total, tie: tie / total, log: highest + ln(total) };
}

function likelihood(parameters: readonly number[], cells: readonly Cell[], places: Places, prior: number): number {
  let sum = 0;
  for (const cell of cells) {
    const { x, delta, log } = outcomes(parameters, cell, places);
    const { wins, losses, draws } = cell;
    sum += ((wins - losses) * x) / 2 + (draws > 0 ? draws * delta : 0) - (wins + losses + draws) * log;
  }
  for (const [i, x] of parameters.entries()) if (i !== places.role) sum += prior * (x / 2 - softplus(x));
  return sum;
}

function derivatives(parameters: readonly number[], cells: readonly Cell[], places: Places, prior: number) {
  const { agents, role, draw } = places;
  const gradient = parameters.map(() => 0);
  const information = parameters.map(() => parameters.map(() => 0));
  const add = (i: number, j: number, value: number) => {
    const row = information[i] as number[];
    row[j] = (row[j] as number) + value;
  };
  for (const cell of cells) {
    const { win, loss, tie } = outcomes(parameters, cell, places);
    const games = cell.wins + cell.losses + cell.draws;
    // Half of (wins - losses) goes with x, the draws with ln nu: their means and covariances are those of one game.
    const lean = (win - loss) / 2;
    const parts: [number, number][] = [
      [cell.first, 1],
      [cell.second, -1],
    ];
    if (role >= 0) parts.push([role, 1]);
    for (const [i, a] of parts) {
      gradient[i] = (gradient[i] as number) + a * ((cell.wins - cell.losses) / 2 - games * lean);
      for (const [j, b] of parts) add(i, j, a * b * games * ((win + loss) / 4 - lean * lean));
      if (draw < 0) continue;
      add(i, draw, -a * games * lean * tie);
      add(draw, i, -a * games * lean * tie);
    }
    if (draw < 0) continue;
    gradient[draw] = (gradient[draw] as number) + cell.draws - games * tie;
    add(draw, draw, games * tie * (1 - tie));
  }
  for (let i = 0; i < parameters.length; i++) {
    if (i === role) continue;
    const p = logistic(parameters[i] as number);
    gradient[i] = (gradient[i] as number) + prior * (0.5 - p);
    add(i, i, prior * p * (1 - p));
  }
  // Only differences of strengths are measured; without a prior, ones in this block pin their sum.
  if (prior === 0) for (let i = 0; i < agents; i++) for (let j = 0; j < agents; j++) add(i, j, 1);
  return { gradient, information };
}

/** Ford's condition: from every agent a chain of (part) wins leads to every other. */
function refuseUnbounded(names: readonly string[], cells: readonly Cell[]): void {
  const wins = cells.flatMap((cell): [number, number][] => [
    ...(cell.wins + cell.draws > 0 ? [[cell.first, cell.second] as [number, number]] : []),
    ...(cell.losses + cell.draws > 0 ? [[cell.second, cell.first] as [number, number]] : []),
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
