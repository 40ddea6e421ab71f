/** A calibration in words: the figures over all tables and whether the goal is met, the curve itself, and table by table, arm by arm. */

import type { Cell } from '../analysis/cell.ts';
import * as cell from '../analysis/cell.ts';
import type { Section } from '../analysis/section.ts';
import { estimate, NONE } from '../analysis/show.ts';
import type { Calibration, CalibrationFigures, CalibrationTable, Figure } from '../charts/calibration-figures.ts';

/** A dial that can be relied on (a goal of our own). */
export const GOAL = { spearman: 0.95, error: 0.08 } as const;

export function calibrationSections(calibration: Calibration): Section[] {
  return [overAll(calibration), curve(calibration), byTable(calibration)];
}

function overAll(calibration: Calibration): Section {
  const { arms, all, differences } = calibration;
  return {
    title: 'Requested and achieved rho',
    about: [
      'Over all tables; a table is a seat and an opponent. Curve: the mean achieved rho at each request, with equal weight for every table.',
      'Means: of each table at each request. Episodes: single games.',
      'Error: the mean of |achieved − requested| on requests from 0.1 to 0.9.',
      'Games without a deal have no rho and are left out. In brackets: 95 % intervals over scenarios. A goal is met or missed where the whole intervals are on that side, and else undecided.',
    ].join(' '),
    table: {
      head: [
        ...['arm', 'games', 'without a deal', 'Spearman of the curve', 'Spearman of means', 'Spearman of episodes'],
        ...['error of the curve', 'error of means', 'error of episodes'],
      ],
      words: [0],
      rows: armRows(arms, all, ({ curve, spearman, episodeSpearman, error, episodeError }) => [
        ...[curve.spearman, spearman, episodeSpearman, curve.error, error, episodeError],
      ]),
    },
    notes: [
      ...arms.map((arm) => verdict(arm, calibration)),
      ...Object.entries(differences).map(
        ([arm, { curve, means }]) =>
          `Error of ${arm} minus that of ${arms[0]}, on the same scenarios: of the curve ${estimate(curve)}, of means ${estimate(means)}.`,
      ),
      ...arms.flatMap((arm) => {
        const count = all[arm]?.cellsWithoutDeal ?? 0;
        return count > 0 ? [`${arm}: ${count} requests at a table ended in no deal at all and have no error.`] : [];
      }),
    ],
  };
}

function curve({ arms, all }: Calibration): Section {
  const points = arms.flatMap((arm) => all[arm]?.points ?? []);
  const requests = [...new Set(points.map(({ requested }) => requested))].sort((a, b) => a - b);
  const digits = Math.max(...requests.map((request) => `${request}`.split('.')[1]?.length ?? 0));
  const achieved = (arm: string, request: number) => all[arm]?.points.find(({ requested }) => requested === request);
  return {
    title: 'The curve',
    table: {
      head: ['requested', ...arms],
      words: [],
      rows: requests.map((request) => [
        cell.number(request, digits),
        ...arms.map((arm) => {
          const point = achieved(arm, request);
          return point ? cell.estimate(point.achieved) : NONE;
        }),
      ]),
    },
  };
}

function byTable({ arms, tables }: Calibration): Section {
  return {
    title: 'Table by table',
    about: 'The curve of a single table is that of its means.',
    table: {
      head: [
        ...['table', 'arm', 'games', 'without a deal', 'Spearman of means', 'Spearman of episodes'],
        ...['error of means', 'error of episodes'],
      ],
      words: [0, 1],
      rows: tables.flatMap((table) =>
        armRows(arms, table.arms, ({ spearman, episodeSpearman, error, episodeError }) => [
          ...[spearman, episodeSpearman, error, episodeError],
        ]).map((row) => [tableName(table), ...row]),
      ),
    },
  };
}

function armRows(
  arms: readonly string[],
  figures: Readonly<Record<string, CalibrationFigures>>,
  shown: (figures: CalibrationFigures) => readonly Figure[],
): Cell[][] {
  return arms.flatMap((arm) => {
    const found = figures[arm];
    if (!found) return [];
    const { games, impasse } = found;
    return [
      [arm, cell.count(games), cell.estimate(impasse, 2), ...shown(found).map((figure) => cell.estimate(figure))],
    ];
  });
}

function tableName({ seat, opponent }: Pick<CalibrationTable, 'seat' | 'opponent'>): string {
  return seat === 'both' ? 'self-play' : `${seat} against ${opponent}`;
}

type Aims = Pick<CalibrationFigures, 'spearman' | 'error'>;

/** Of the means, or of the curve: both figures reach the goal with their whole intervals. */
export function meetsGoal({ spearman, error }: Aims): boolean {
  return (spearman.low ?? Number.NaN) >= GOAL.spearman && (error.high ?? Number.NaN) <= GOAL.error;
}

/** One of the figures misses the goal with its whole interval; what neither meets nor misses is undecided. */
function missesGoal({ spearman, error }: Aims): boolean {
  return (spearman.high ?? Number.NaN) < GOAL.spearman || (error.low ?? Number.NaN) > GOAL.error;
}

function verdict(arm: string, { all, tables }: Calibration): string {
  const found = all[arm];
  if (!found) return `${arm}: ${NONE}`;
  const met = (figures: Aims) => (meetsGoal(figures) ? 'met' : missesGoal(figures) ? 'not met' : 'undecided');
  const both = ({ spearman, error }: Aims) => `${estimate(spearman)} and ${estimate(error)}`;
  const alone = tables.flatMap((table) => {
    const figures = table.arms[arm];
    return figures && meetsGoal(figures) ? [tableName(table)] : [];
  });
  return [
    `${arm}: the goal (Spearman at least ${GOAL.spearman} and an error of at most ${GOAL.error}) is ${met(found.curve)} by the curve:`,
    `${both(found.curve)}; at single tables it is ${met(found)}: ${both(found)}.`,
    alone.length > 0 ? `Tables that meet it by themselves: ${alone.join(', ')}.` : 'No table meets it by itself.',
  ].join(' ');
}
