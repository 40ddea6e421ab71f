/** What storage needs of a database: ask, and write several statements as one. Parameters are marked with ? in both. */

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly sql: string;
  readonly args: readonly Value[];
}

export type Ask = (sql: string, args?: readonly Value[]) => Promise<readonly Row[]>;

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** The time in milliseconds, as SQL: all servers go by the database's clock. */
  readonly clock: string;
  readonly ask: Ask;
  /** All of them or none; resolved when they are on disk. */
  write(statements: readonly Statement[]): Promise<void>;
  /** The same, with the rows that each gave back. */
  transact(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
  /** Tells every server that listens, once what it is written with is on disk; undefined where they have to look themselves. */
  readonly tell?: (sql: string, args: readonly Value[]) => Statement;
  /** Hears what is told, and when the line was lost and is there again. */
  listen?(heard: (text: string) => void, again: () => void): Promise<void>;
  close(): Promise<void>;
}
