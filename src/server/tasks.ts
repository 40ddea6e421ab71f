/**
 * The tasks of the environment (core/domains) by split. Splits hold scenarios of their own: no seed is in two of them.
 */
import { z } from 'zod';
import { houseTasks, listings, type Seat, type Task, tasks } from '../core/index.ts';

export const splits = {
  train: { from: 1_000_000, count: 1000 },
  validation: { from: 2_000_000, count: 100 },
  test: { from: 3_000_000, count: 200 },
} as const;
export type SplitName = keyof typeof splits;

/** One scenario of one task: an index of a split counts through the tasks, and then through their seeds. */
export interface TaskEntry {
  readonly task: string;
  readonly split: SplitName;
  readonly index: number;
}

export function countEntries(split: SplitName): number {
  return splits[split].count * tasks().length;
}

/** Tasks of domains of one's own come after all those of the house, so that an index means the same on every server that has it. */
export function entryAt(split: SplitName, index: number): TaskEntry {
  const before = splits[split].count * houseTasks.length;
  const [list, at] = index < before ? [houseTasks, index] : [tasks().slice(houseTasks.length), index - before];
  const task = list[at % list.length] as Task;
  return { task: task.name, split, index: Math.floor(at / list.length) };
}

export function seedOf(split: SplitName, index: number): number {
  return splits[split].from + index;
}

/** Who sits in a seat when nobody is named. */
export function opponentIn({ opponent, opponents }: Task, seat: Seat): string {
  return opponents?.[seat] ?? opponent;
}

/** Who sits in each seat that the caller leaves to the task; nobody is known where rules of one's own throw. */
export function opponentsOf(task: Task): Record<Seat, string> {
  try {
    const { scenario } = task.scenario(0, {});
    return Object.fromEntries(task.domain.seats(scenario).map((seat) => [seat, opponentIn(task, seat)]));
  } catch {
    return {};
  }
}

/** The name of a task that this server has; made when the server starts, since a domain may have been added until then. */
export function taskName() {
  return z.enum(tasks().map((task) => task.name) as [string, ...string[]]);
}

export function isListing(id: string): boolean {
  return listings.some((listing) => listing.id === id);
}
