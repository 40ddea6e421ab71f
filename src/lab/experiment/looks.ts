/** Where a run that may stop early looks at what it has: after even shares of its scenarios, at whole scenarios. */
import type { Lineup, NamedIn } from './agents.ts';
import { ExperimentError, type StopRule } from './experiment.ts';
import { namedAgent } from './named-agent.ts';

export interface PlannedLook {
  /** How much of the plan is played by then. */
  readonly scenarios: number;
  readonly tables: number;
  readonly games: number;
}

/** `ends`: tables up to the end of each scenario; `games`: of each table. */
export function looksAt(count: number, ends: readonly number[], games: readonly number[]): PlannedLook[] {
  const scenarios = ends.length;
  // A look at one scenario has no spread to go by.
  if (scenarios < 2 * count)
    throw new ExperimentError(
      `stop.looks: got ${count} looks at ${scenarios} scenarios, expected at least two scenarios a look: raise scenarios.count or lower stop.looks`,
    );
  return Array.from({ length: count }, (_, k) => {
    const done = Math.ceil(((k + 1) * scenarios) / count);
    const tables = ends[done - 1] as number;
    return { scenarios: done, tables, games: games.slice(0, tables).reduce((sum, one) => sum + one, 0) };
  });
}

/** The two specs that a rule compares, with the model filled in. */
export function comparedBy({ compare }: StopRule, experiment: NamedIn, lineup: Lineup) {
  const [a, b] = compare.map((entry) => namedAgent(entry, 'stop.compare', experiment, lineup)) as [string, string];
  if (a === b) throw new ExperimentError(`stop.compare: got "${a}" twice, expected two agents`);
  return [a, b] as const;
}
