/**
 * A report is a list of sections: a title, a table, a drawing, remarks. The same list becomes Markdown and a self-contained page,
 * so neither can say something that the other does not.
 */
import type { PayoffMatrix } from '../charts/heatmap.ts';
import type { Intervals } from '../charts/intervals.ts';
import type { Scatter } from '../charts/scatter.ts';
import type { Cell } from './cell.ts';
import type { Found } from './in-short.ts';

export interface Section {
  readonly title: string;
  /** How to read it, above the table. */
  readonly about?: string;
  readonly table?: ResultTable;
  /** A list to look things up in: the page shows its table when asked. */
  readonly folded?: boolean;
  /** What is drawn above the table; Markdown leaves it out. */
  readonly chart?: Chart;
  /** Remarks below the table. */
  readonly notes?: readonly string[];
}

export type Chart =
  | ({ readonly kind: 'intervals' } & Intervals)
  | ({ readonly kind: 'heatmap' } & PayoffMatrix)
  | ({ readonly kind: 'scatter' } & Scatter);

export interface ResultTable {
  readonly head: readonly string[];
  /** Columns that hold words; all others hold numbers. */
  readonly words: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** The games behind each row, by their ids. */
  readonly games?: readonly (readonly string[])[];
  /** Rows set apart, such as controls. */
  readonly quiet?: readonly number[];
}

export interface ReportPage {
  readonly title: string;
  readonly about: string;
  /** What the tables come to, in sentences. */
  readonly inShort?: readonly string[];
  /** The values behind these sentences. */
  readonly found?: Found;
  readonly facts: readonly string[];
  /** What must not be overlooked. */
  readonly warnings: readonly string[];
  readonly sections: readonly Section[];
}
