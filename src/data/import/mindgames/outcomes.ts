/** Outcomes of MindGames: one game a row. Rates are of complete games in the runs that the authors' loader takes. */
import { parseCsv } from '../csv.ts';
import { ImportError } from '../text.ts';

const COLUMNS = [
  'run',
  'used',
  'persuader',
  'condition',
  'mode',
  'variant',
  'player',
  'payoff',
  'complete',
  'success',
  'success_sticky',
  'tie',
  'bad',
  'asked',
  'asked_direct',
] as const;

export type Outcome = Readonly<Record<(typeof COLUMNS)[number], string>>;

export interface Rate {
  readonly persuader: string;
  readonly condition: string;
  readonly mode: string;
  readonly variant: string;
  readonly wins: number;
  readonly games: number;
  /** Under the tie rule sticky: the last choice refreshed at every message. */
  readonly winsSticky: number;
  readonly unfinished: number;
  /** Wilson's interval at 95 %; null without games. */
  readonly low: number | null;
  readonly high: number | null;
  /** Means a game. */
  readonly badCells: number | null;
  readonly asked: number | null;
  readonly askedDirect: number | null;
}

export function readOutcomes(text: string, file: string): { rows: Outcome[]; problems: string[] } {
  const { columns, rows, broken } = parseCsv(text);
  const missing = COLUMNS.find((column) => !columns.includes(column));
  if (missing !== undefined) throw new ImportError(`${file} has no column ${missing}; expected outcomes of MindGames`);
  return {
    rows: rows.map(({ cells }) => cells as Outcome),
    problems: broken.map(({ line, says }) => `${file}, line ${line}: ${says}; it is left out`),
  };
}

/** The table of success, a row for each persuader, condition, mode and variant. `payoffs`: only games on these, where given. */
export function ratesOf(rows: readonly Outcome[], payoffs?: ReadonlySet<string>): Rate[] {
  const groups = new Map<string, Outcome[]>();
  for (const row of rows) {
    if (row.used !== '1' || (payoffs && !payoffs.has(row.payoff))) continue;
    const key = [row.persuader, row.condition, row.mode, row.variant].join('|');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((all) => {
    const { persuader, condition, mode, variant } = all[0] as Outcome;
    const done = all.filter(({ complete }) => complete === '1');
    const sum = (field: keyof Outcome) => done.reduce((total, row) => total + Number(row[field]), 0);
    const mean = (field: keyof Outcome) => (done.length === 0 ? null : sum(field) / done.length);
    const wins = sum('success');
    const [low, high] = wilson(wins, done.length);
    return {
      persuader,
      condition,
      mode,
      variant,
      wins,
      games: done.length,
      winsSticky: sum('success_sticky'),
      unfinished: all.length - done.length,
      low,
      high,
      badCells: mean('bad'),
      asked: mean('asked'),
      askedDirect: mean('asked_direct'),
    };
  });
}

const Z = 1.959963984540054;

/** Wilson's interval of a rate (1927), at 95 %. */
export function wilson(wins: number, games: number): [number, number] | [null, null] {
  if (games === 0) return [null, null];
  const [rate, z] = [wins / games, Z * Z];
  const middle = (rate + z / (2 * games)) / (1 + z / games);
  const half = (Z / (1 + z / games)) * Math.sqrt((rate * (1 - rate)) / games + z / (4 * games * games));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
