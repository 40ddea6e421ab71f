/** A calibration in words: one table over all tables of the game and each of them, arm by arm, and whether the goal is met. */
import type { Calibration, CalibrationFigures, CalibrationTable } from './calibration.ts';
import type { Section } from './results/section.ts';
import { estimate, grouped, NONE, number } from './results/show.ts';

/** A dial that can be relied on (facts, section 8). */
export const GOAL = { spearman: 0.95, error: 0.08 } as const;

const HEAD = [
  'table',
  'arm',
  'games',
  'without a deal',
  'Spearman of means',
  'Spearman of episodes',
  'error of means',
  'error of episodes',
] as const;

export function calibrationSection({ arms, all, tables, differences }: Calibration): Section {
  const rows = [
    ...armRows('all', all, arms),
    ...tables.flatMap((table) => armRows(tableName(table), table.arms, arms)),
  ];
  return {
    title: 'Requested and achieved rho',
    about: [
      'Error of means, the figure of the goal: the mean over tables and requests from 0.1 to 0.9 of |mean achieved − requested|.',
      'Error of episodes: the mean of |achieved − requested| over single games. Spearman likewise, of means and of single games.',
      'Games without a deal have no rho and are in none of them. Intervals: 95 %, over scenarios.',
    ].join(' '),
    table: { head: HEAD, words: [0, 1], rows },
    notes: [
      ...arms.map((arm) => verdict(arm, all[arm])),
      ...Object.entries(differences).map(
        ([arm, figure]) => `Error of means, ${arm} less ${arms[0]}, on the same scenarios: ${estimate(figure)}.`,
      ),
      ...arms.flatMap((arm) => {
        const count = all[arm]?.cellsWithoutDeal ?? 0;
        return count > 0 ? [`${arm}: ${count} requests at a table ended in no deal at all and have no error.`] : [];
      }),
    ],
  };
}

function tableName({ seat, opponent }: Pick<CalibrationTable, 'seat' | 'opponent'>): string {
  return seat === 'both' ? 'self-play' : `${seat} against ${opponent}`;
}

export function meetsGoal({ spearman, error }: CalibrationFigures): boolean {
  return (spearman.mean ?? Number.NaN) >= GOAL.spearman && (error.mean ?? Number.NaN) <= GOAL.error;
}

function armRows(name: string, figures: Readonly<Record<string, CalibrationFigures>>, arms: readonly string[]) {
  return arms.flatMap((arm) => {
    const found = figures[arm];
    if (!found) return [];
    const { games, impasse, spearman, episodeSpearman, error, episodeError } = found;
    return [
      [
        ...[name, arm, grouped(games), estimate(impasse, 2)],
        ...[spearman, episodeSpearman, error, episodeError].map((figure) => estimate(figure)),
      ],
    ];
  });
}

function verdict(arm: string, figures: CalibrationFigures | undefined): string {
  if (!figures) return `${arm}: ${NONE}`;
  const { spearman, error } = figures;
  const asked = `Spearman at least ${GOAL.spearman} and an error of at most ${GOAL.error}, of means over all tables`;
  return `${arm}: the goal (${asked}) is ${meetsGoal(figures) ? 'met' : 'not met'}: ${number(spearman.mean)} and ${number(error.mean)}.`;
}
