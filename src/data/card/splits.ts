/**
 * Columns that put rows into splits, such as `split` or `split_pair`: how large each split is, and whether a trajectory is in
 * more than one. An evaluation drawn over steps has nearly every trajectory on both sides.
 */
import { type Finding, finding, MOST_EXAMPLES } from './findings.ts';
import type { Step } from './step.ts';
import type { Trajectories } from './trajectories.ts';

export interface SplitSummary {
  readonly column: string;
  readonly splits: readonly { readonly name: string; readonly rows: number; readonly trajectories: number }[];
}

interface Column {
  readonly names: string[];
  readonly rows: number[];
  readonly trajectories: number[];
  torn: number;
  readonly examples: string[];
}

export function createSplits(ids: Trajectories) {
  const columns = new Map<string, Column>();
  return {
    add({ id, splits }: Step, number: number): void {
      for (const [name, value] of splits) {
        const column = columns.get(name) ?? { names: [], rows: [], trajectories: [], torn: 0, examples: [] };
        columns.set(name, column);
        let split = column.names.indexOf(value);
        if (split < 0) split = column.names.push(value) - 1;
        column.rows[split] = (column.rows[split] ?? 0) + 1;
        const before = ids.splitsOf(name, number);
        const bit = 1 << (split % 32);
        if ((before & bit) !== 0) continue;
        ids.addSplit(name, number, bit);
        column.trajectories[split] = (column.trajectories[split] ?? 0) + 1;
        // Exactly one split before this one: counted once, however many follow.
        if (before === 0 || (before & (before - 1)) !== 0) continue;
        column.torn++;
        if (column.examples.length < MOST_EXAMPLES) column.examples.push(id);
      }
    },

    summary: (): SplitSummary[] =>
      [...columns].map(([column, { names, rows, trajectories }]) => ({
        column,
        splits: names.map((name, i) => ({ name, rows: rows[i] ?? 0, trajectories: trajectories[i] ?? 0 })),
      })),

    findings: (): Finding[] =>
      [...columns]
        .filter(([, { torn }]) => torn > 0)
        .map(([name, { torn, examples }]) => finding('split-over-steps', torn, examples, `The column is ${name}.`)),
  };
}
