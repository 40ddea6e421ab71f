/**
 * trajectory_outcomes beside decision_steps: one row a trajectory, held to what its steps say. A merged id has no outcome that
 * could be right, so it is not held to one.
 */
import { isSame, isSameRho } from './checks.ts';
import { hashText } from './hash-table.ts';
import type { Survey } from './survey.ts';
import { Flag } from './trajectories.ts';

type Line = Readonly<Record<string, unknown>>;

export function createOutcomes({ ids, report }: Survey) {
  let found = 0;
  const agrees = (line: Line, number: number): boolean => {
    const { price, rho, rows } = ids.outcomeOf(number);
    const told = (line.rho_outcome ?? null) as number | null;
    return (
      line.num_turns_observed === rows &&
      line.success === (price !== null) &&
      isSame((line.accepted_price ?? null) as number | null, price) &&
      // Without a deal some say -1, and some say nothing.
      (isSameRho(told, rho) || (price === null && told === null))
    );
  };
  return {
    add(line: Line, row: number): void {
      const number = ids.find(hashText(String(line.trajectory_id)));
      const isNew = number >= 0 && ids.mark(number, Flag.hasOutcome);
      if (isNew) found++;
      if (isNew && (ids.has(number, Flag.merged) || agrees(line, number))) return;
      report('wrong-outcome-rows', `row ${row}, ${line.trajectory_id}`);
    },
    end(): void {
      const missing = ids.count - found;
      if (missing > 0) report('wrong-outcome-rows', 'trajectories without a row', missing);
    },
  };
}
