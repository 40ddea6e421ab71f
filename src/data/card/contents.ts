/**
 * What is in a file that holds neither turn rows nor decision steps: games, chat rows, pairs, role tables, tables of a report and
 * whatever else is written as JSON lines, CSV or Parquet. Counted in one pass, with the first row that is not what it should be.
 */
import { readFileSync } from 'node:fs';
import { chatProblem } from '../convert/chat-row.ts';
import { readChatRow } from '../convert/formats.ts';
import { parseEpisode } from '../episodes.ts';
import { parseCsv } from '../import/csv.ts';
import { linesOf } from '../parquet/lines.ts';
import { parseDialogue } from '../roles/read.ts';
import { readRoleTable, roleColumns } from '../roles/role-row.ts';
import { describeParquet, distinctIn } from './read.ts';

export interface Contents {
  readonly source: string;
  /** In words, in the plural: games, chat rows, pairs. */
  readonly kind: string;
  /** Those that can be read. */
  readonly rows: number;
  readonly columns: readonly string[];
  /** Distinct games or dialogues; undefined where rows do not say which they are of. */
  readonly games: number | undefined;
  /** Rows that are not what the others are, and the first of them. */
  readonly problems: number;
  readonly problem: string | undefined;
}

type Row = Readonly<Record<string, unknown>>;

interface Kind {
  readonly kind: string;
  readonly has: readonly string[];
  /** What is wrong with a row, behind "line 3". */
  problem?(row: Row, line: string): string | undefined;
  games?(row: Row): readonly unknown[];
}

/** The first whose keys a row has. */
const KINDS: readonly Kind[] = [
  { kind: 'games', has: ['events', 'result'], problem: (_, line) => episodeProblem(line), games: ({ id }) => [id] },
  {
    kind: 'pairs',
    has: ['chosen', 'rejected'],
    games: ({ episodes }) => Object.values((episodes ?? {}) as Row),
  },
  { kind: 'chat rows', has: ['messages'], problem: chatRowProblem },
  { kind: 'chat rows', has: ['conversations'], problem: chatRowProblem },
  {
    kind: 'dialogues',
    has: ['turns', 'outcome'],
    problem: (_, line) => (parseDialogue(line) ? undefined : 'is no whole dialogue of an imported corpus'),
    games: ({ id }) => [id],
  },
];

const kindOf = (row: Row): Kind =>
  KINDS.find(({ has }) => has.every((key) => key in row)) ?? { kind: 'rows of JSON', has: [] };

/** The first row of a file of JSON lines that is an object; undefined where none is. */
export function firstRow(file: string): Row | undefined {
  for (const [line] of linesOf(file)) {
    const row = objectOf(line);
    if (row) return row;
  }
  return undefined;
}

export function contentsOfLines(source: string): Contents {
  const columns = new Set<string>();
  const games = new Set<unknown>();
  const problems: string[] = [];
  let [kind, rows]: [Kind | undefined, number] = [undefined, 0];
  for (const [line, number] of linesOf(source)) {
    if (line.trim() === '') continue;
    const row = objectOf(line);
    if (row) kind ??= kindOf(row);
    const isOther = row !== undefined && kind !== undefined && kindOf(row).kind !== kind.kind;
    const problem = !row
      ? 'is not a JSON object; it may have been cut off while it was written'
      : isOther
        ? `is one of the ${kindOf(row).kind}, and the rows before it are ${kind?.kind}`
        : kind?.problem?.(row, line);
    if (problem !== undefined) problems.push(`line ${number} ${problem}`);
    if (problem !== undefined || !row) continue;
    rows++;
    for (const key of Object.keys(row)) columns.add(key);
    for (const game of kind?.games?.(row) ?? []) games.add(game);
  }
  return {
    source,
    kind: kind?.kind ?? 'nothing',
    rows,
    columns: [...columns],
    games: kind?.games ? games.size : undefined,
    problems: problems.length,
    problem: problems[0],
  };
}

export function contentsOfCsv(source: string): Contents {
  const { columns, rows, broken } = parseCsv(readFileSync(source, 'utf8'));
  if (!roleColumns.every((column) => columns.includes(column))) {
    const problem = broken[0] && `line ${broken[0].line}: ${broken[0].says}`;
    const counts = { rows: rows.length, games: undefined, problems: broken.length, problem };
    return { source, kind: 'rows of CSV', columns, ...counts };
  }
  const table = readRoleTable(source);
  return {
    source,
    kind: 'rows of a role table',
    rows: table.rows.length,
    columns,
    games: new Set(table.rows.map(({ dialogue }) => dialogue)).size,
    problems: table.problems.length,
    problem: table.problems[0]?.replace(`${source} `, ''),
  };
}

/** The columns by which a row says which game it is of. */
const OF_A_GAME = ['episode', 'dialogue', 'trajectory_id'];

export async function contentsOfParquet(source: string): Promise<Contents> {
  const { columns, rows } = await describeParquet(source);
  const has = (...names: string[]) => names.every((name) => columns.includes(name));
  const kind = has('episode', 'seats')
    ? 'games of a run'
    : has('episode', 'seat')
      ? 'measures of a run, a row a seat a game'
      : has(...roleColumns)
        ? 'rows of a role table'
        : 'rows of Parquet';
  const game = OF_A_GAME.find((name) => has(name));
  const games = game === undefined ? undefined : await distinctIn(source, game);
  return { source, kind, rows, columns, games, problems: 0, problem: undefined };
}

function objectOf(line: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}

function episodeProblem(line: string): string | undefined {
  try {
    parseEpisode(line, '');
    return undefined;
  } catch (error) {
    return (error as Error).message.trim();
  }
}

function chatRowProblem(row: Row): string | undefined {
  const chat = readChatRow(row);
  if (!chat) return 'is a chat row of no format that is known: chatml, sharegpt, openai';
  const problem = chatProblem(chat.messages);
  return problem && `teaches nothing: ${problem}`;
}
