/**
 * Regret: what an agent could have earned against the scripts it met, minus what it earned, and with which moves it gave that away.
 *
 * Only where the best response is exact and the loss of a move is certain: a game of two in a domain that has a solver, against a script (also one that
 * templates put into words) that is still the one in the transcript, does not draw its prices at random and says what it remembers.
 * All other games are counted as not measured. The best response knows the script and both reservations, so nobody reaches it; the
 * figure is for comparing agents that met the same scripts. Solving takes about ten milliseconds a game (docs/LOG.md), so it is
 * done where it is asked for. Games on one scenario against one script share their solver.
 */

import { resolvePlayer, resolveScript, SpecError } from '../../agents/index.ts';
import {
  type Counterpart,
  type CreateSolver,
  type Domain,
  drawsPrices,
  findDomain,
  findKit,
  type MoveRegret,
  mean,
  regretPerMove,
  type Seat,
} from '../../core/index.ts';
import { scenarioContent } from '../experiment/draws.ts';
import { gain, gamesOf, groupBy, type Row } from '../experiment/rows.ts';
import { bootstrapMean } from '../statistics/index.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';
import { NONE } from './show.ts';

type Script = Extract<Counterpart, { strategy: unknown }>;

export interface RowRegret {
  readonly row: Row;
  readonly moves: readonly MoveRegret[];
  readonly regret: number;
}

const kinds = ['first offer', 'later offers', 'accepting', 'walking', 'other'] as const;

export function regretSection(
  rows: readonly Row[],
  measured: readonly RowRegret[],
  order: readonly string[],
  controls: readonly string[],
): Section {
  const games = groupBy(
    rows.filter(({ kind }) => kind !== 'failed'),
    ({ agent }) => agent,
  );
  const byAgent = groupBy(measured, ({ row }) => row.agent);
  const unsolved = [
    ...new Set(
      rows.map(({ opponent }) => opponent).filter((spec) => !measured.some(({ row }) => row.opponent === spec)),
    ),
  ];
  const refused = `Not measured: games against ${unsolved.join(', ')}, to which no exact best response is known.`;
  if (measured.length === 0) return { title: 'Regret', notes: [refused] };
  return {
    title: 'Regret',
    about:
      'What the best response to the script of the opponent would have earned, minus what the agent earned: utility per game, with 95 % intervals by a bootstrap over scenarios. The best response knows the script and both reservation prices, so no agent reaches it. Then the same loss by the kind of move that caused it (a move costs what could still be had before it, minus after it), and the average loss per move.',
    table: {
      head: ['agent', 'measured', 'best response', 'earned', 'regret', ...kinds, 'a move'],
      words: [0],
      rows: order.map((agent) => {
        const solved = byAgent.get(agent) ?? [];
        return [agent, cell.outOf(solved.length, games.get(agent)?.length ?? 0), ...cellsOf(solved)];
      }),
      games: order.map((agent) => gamesOf((byAgent.get(agent) ?? []).map(({ row }) => row))),
      quiet: order.flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
    notes: [
      'Other: talk without an offer, or no legal act at all.',
      ...(measured.length < rows.filter(({ opponent }) => !unsolved.includes(opponent)).length
        ? [
            'A game is measured only if the best response is exact after every move, so agents are not compared on quite the same games.',
          ]
        : []),
      ...(unsolved.length > 0 ? [refused] : []),
    ],
  };
}

function cellsOf(solved: readonly RowRegret[]): Cell[] {
  if (solved.length === 0) return Array<string>(kinds.length + 4).fill(NONE);
  const regret = bootstrapMean(solved.map((one) => ({ cluster: one.row.cluster, value: one.regret })));
  const earned = mean(solved.map(({ row }) => gain(row) ?? 0));
  const moves = solved.flatMap((one) =>
    one.moves.map((move, i) => ({ kind: kindOf(one.moves, i), lost: move.regret })),
  );
  const lost = (kind: string) => moves.reduce((sum, move) => sum + (move.kind === kind ? move.lost : 0), 0);
  return [
    cell.number(earned + (regret.mean as number)),
    cell.number(earned),
    cell.estimate(regret),
    ...kinds.map((kind) => cell.number(lost(kind) / solved.length)),
    cell.number(mean(moves.map((move) => move.lost))),
  ];
}

function kindOf(moves: readonly MoveRegret[], index: number): (typeof kinds)[number] {
  const type = moves[index]?.act?.type;
  if (type === 'accept') return 'accepting';
  if (type === 'walk') return 'walking';
  if (type !== 'offer') return 'other';
  return moves.findIndex(({ act }) => act?.type === 'offer') === index ? 'first offer' : 'later offers';
}

/** Of every row that can be measured, in their order. */
export function regretsOf(rows: readonly Row[]): RowRegret[] {
  const scripts = new Map<string, Script | undefined>();
  const scriptOf = ({ episode, seat }: Row): Script | undefined => {
    const [them, ...more] = Object.entries(episode.seats).flatMap(([other, sitter]) =>
      other === seat ? [] : [sitter],
    );
    if (!solverOf(episode.domain) || !them || more.length > 0) return undefined;
    const key = `${episode.domain} ${them.spec} ${them.fingerprint}`;
    if (!scripts.has(key))
      scripts.set(key, solvable(them.spec, them.fingerprint, findDomain(episode.domain) as Domain));
    return scripts.get(key);
  };
  const played = rows.filter((row) => row.kind !== 'failed' && scriptOf(row));
  // Against a script that draws, the games in which it had no time to do so would be measured, and no others.
  const draws = new Set(
    played.flatMap((row) => {
      const them = Object.keys(row.episode.seats).find((seat) => seat !== row.seat) as Seat;
      return drawsPrices(row.episode, them, scriptOf(row) as Script) ? [row.opponent] : [];
    }),
  );
  const measurable = played.filter(({ opponent }) => !draws.has(opponent));
  const tables = groupBy(measurable, ({ episode, seat, opponent }) =>
    [scenarioContent(episode.scenario), seat, opponent].join('|'),
  );
  const moves = new Map<Row, readonly MoveRegret[]>();
  for (const games of tables.values()) {
    const [first] = games as [Row];
    const script = scriptOf(first) as Script;
    const createSolver = solverOf(first.episode.domain) as CreateSolver;
    const solver = createSolver(first.episode.scenario, first.seat, script);
    for (const row of games) {
      const found = regretPerMove(row.episode, row.seat, script, solver);
      if (found.every(({ exact }) => exact)) moves.set(row, found);
    }
  }
  // In the order of the rows, so that sums come out alike however the games were grouped.
  return rows.flatMap((row) => {
    const found = moves.get(row);
    return found ? [{ row, moves: found, regret: found.reduce((sum, move) => sum + move.regret, 0) }] : [];
  });
}

const solverOf = (domain: string): CreateSolver | undefined => findKit(domain)?.solver;

/** The script behind a spec, where it is the one that played and its best response can be exact. */
function solvable(spec: string, fingerprint: string, rules: Domain): Script | undefined {
  try {
    if (resolvePlayer(spec, rules).fingerprint !== fingerprint) return undefined;
    const script = resolveScript(/^worded:(.*)@templates/.exec(spec)?.[1] ?? spec, rules);
    const memory = script.strategy.memory?.(script.options);
    return memory === undefined || memory === 'history' ? undefined : script;
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}
