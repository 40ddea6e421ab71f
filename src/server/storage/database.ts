/** What storage needs of a database: ask, and write several statements as one. Parameters are marked with ? in both. */

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly sql: string;
  readonly args: readonly Value[];
}

export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  ask(sql: string, args?: readonly Value[]): Promise<readonly Row[]>;
  /** All of them or none; resolved when they are on disk. */
  write(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}
