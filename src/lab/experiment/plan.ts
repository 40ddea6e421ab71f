/**
 * The plan: every table of an experiment in a fixed order. A table is one sitting: who sits where, on which draw, with which
 * seed; it gives one episode, or those of a task's deals.
 *
 * The order goes by draws and then by cells, so that a run that is stopped early has played all cells about equally. Seeds belong
 * to the draw: every agent meets the same ones. A run that may stop early takes its draws in a shuffled order, or its first look
 * would see the first task only.
 */

import { seatProblem } from '../../agents/index.ts';
import {
  arenaBuyers,
  contentHash,
  createRng,
  type Episode,
  findBazaarTask,
  findDomain,
  findKit,
  rolesOf,
  type Seat,
  sameJson,
} from '../../core/index.ts';
import { type Lineup, lineupOf, meantBy } from './agents.ts';
import { checkReferences } from './check-references.ts';
import { type Draw, drawsOf } from './draws.ts';
import { type Experiment, ExperimentError } from './experiment.ts';
import { comparedBy, looksAt, type PlannedLook } from './looks.ts';

export interface Table {
  readonly draw: Draw;
  readonly seed: number;
  /** Seat to spec. */
  readonly seats: Readonly<Record<Seat, string>>;
  /** The seats that this table is played for: their rows are counted, and nobody else's. */
  readonly tested: readonly Seat[];
}

export interface Plan {
  readonly experiment: Experiment;
  readonly lineup: Lineup;
  readonly draws: readonly Draw[];
  readonly tables: readonly Table[];
  /** Where the run looks whether it may stop, the last at its end; undefined for a run without a rule to stop. */
  readonly looks: readonly PlannedLook[] | undefined;
  /** Pins everything that was asked for. */
  readonly hash: string;
}

export function planOf(experiment: Experiment): Plan {
  const lineup = lineupOf(experiment);
  const draws = drawsOf(experiment);
  const rows = [...lineup.agents, ...lineup.controls, ...lineup.again];
  const tables: Table[] = [];
  /** Tables up to the end of each draw. */
  const ends: number[] = [];
  const order = [...draws.entries()];
  const { stop } = experiment;
  if (stop) comparedBy(stop, experiment, lineup);
  checkReferences(experiment, lineup);
  for (const [i, draw] of stop ? createRng(0).split('order').shuffle(order) : order) {
    for (let k = 0; k < experiment.seeds; k++) {
      const seed = 'task' in draw ? draw.seed : createRng(i).split('table').split(k).uint32();
      const sitting = 'task' in draw && k > 0 ? { ...draw, sitting: k } : draw;
      const seatings = rows.flatMap((agent) =>
        lineup.opponents.flatMap((opponent) => seatingsOf(experiment, draw, i, agent, opponent)),
      );
      // Two agents of a grid meet in the same seats from either one's row: one table, and both are under test.
      const tested = new Map<string, Set<Seat>>();
      for (const { seats, own } of seatings) {
        const key = JSON.stringify(seats);
        tested.set(key, (tested.get(key) ?? new Set()).add(own));
      }
      for (const { seats } of seatings) refuseSeats(seats, experiment);
      for (const [key, own] of tested)
        tables.push({ draw: sitting, seed, seats: JSON.parse(key), tested: [...own].sort() });
    }
    ends.push(tables.length);
  }
  return {
    experiment,
    lineup,
    draws,
    tables,
    looks: stop && looksAt(stop.looks, ends, tables.map(dealsAt)),
    hash: contentHash([draws, tables.map(({ seed, seats }) => [seed, seats])]),
  };
}

/** Every game of an agent in a seat that it cannot take would fail. */
function refuseSeats(seats: Seating['seats'], { seating }: Experiment): void {
  for (const [seat, spec] of Object.entries(seats)) {
    const problem = seatProblem(spec, seat);
    if (problem === undefined) continue;
    const other = Object.keys(seats).find((one) => one !== seat);
    const say = seating === 'both' ? `; without seating: ${other} the agents take both seats` : '';
    throw new ExperimentError(`${problem}${say}`);
  }
}

interface Seating {
  readonly seats: Readonly<Record<Seat, string>>;
  /** The agent's. */
  readonly own: Seat;
}

function seatingsOf(experiment: Experiment, draw: Draw, index: number, agent: string, opponent: string): Seating[] {
  const { domain, seating } = experiment;
  const seats = seatsAt(draw, domain);
  if (seats.length > 2) {
    const fill = Object.entries(experiment.fill).map(([seat, spec]) => [seat, meantBy(spec, experiment)]);
    return [rivalSeating(seats, index, agent, opponent, Object.fromEntries(fill))];
  }
  const taken = seating === 'both' ? seats : [seating === 'drawn' ? drawnSeat(draw, domain) : seating];
  return taken.map((seat) => {
    if (!seats.includes(seat))
      throw new ExperimentError(`seating is both, drawn or a seat of ${domain} (${seats.join(', ')}), got "${seat}"`);
    return { seats: Object.fromEntries(seats.map((one) => [one, one === seat ? agent : opponent])), own: seat };
  });
}

/** The seat that a scenario was drawn for. */
function drawnSeat(draw: Draw, domain: string): Seat {
  const seat = 'scenario' in draw ? findKit(domain)?.seat?.(draw.scenario, draw.source) : undefined;
  if (seat !== undefined) return seat;
  throw new ExperimentError(
    `seating is drawn, and a scenario was drawn for no seat of ${domain}: give both, or the seat that the agents take`,
  );
}

/** The seats of a draw; a task with several buyers is an arena. */
function seatsAt(draw: Draw, domain: string): readonly Seat[] {
  if ('scenario' in draw) return findDomain(domain)?.seats(draw.scenario) ?? [];
  const buyers = findBazaarTask(draw.task)?.task.buyers ?? 1;
  return buyers > 1 ? [...arenaBuyers(buyers), 'seller'] : rolesOf(domain);
}

/** Among rivals for one thing the agent takes one seat, another in each draw, and the opponent the others; `fill` has the rest. */
function rivalSeating(
  seats: readonly Seat[],
  index: number,
  agent: string,
  opponent: string,
  fill: Experiment['fill'],
): Seating {
  const open = seats.filter((seat) => fill[seat] === undefined);
  const roles = [...new Set(open.map((seat) => seat.replace(/-\d+$/, '')))];
  if (roles.length !== 1)
    throw new ExperimentError(
      `among ${seats.join(', ')} the agents take the seats of one role, and ${roles.join(', ') || 'none'} are open: say who takes the others, as in "fill": {"${seats.at(-1)}": "SPEC"}`,
    );
  const own = open[index % open.length] as Seat;
  const taken = seats.map((seat) => [seat, fill[seat] ?? (seat === own ? agent : opponent)]);
  return { seats: Object.fromEntries(taken), own };
}

/** Every spec that sits somewhere. */
export function specsOf({ tables }: Pick<Plan, 'tables'>): string[] {
  return [...new Set(tables.flatMap(({ seats }) => Object.values(seats)))];
}

/** How many episodes a table gives. */
export function dealsAt({ draw }: Table): number {
  return 'task' in draw ? (findBazaarTask(draw.task)?.task.deals ?? 1) : 1;
}

/** Whether an episode is of this table: who sat where, on which draw, with which seed. */
export function isGameOf({ seats, seed, source }: Episode, table: Table): boolean {
  const { draw } = table;
  return (
    Object.entries(table.seats).every(([seat, spec]) => seats[seat]?.spec === spec) &&
    ('task' in draw
      ? source.task === draw.task && source.seed === draw.seed && source.sitting === draw.sitting
      : seed === table.seed && sameJson(source, draw.source))
  );
}
