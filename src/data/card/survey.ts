/**
 * One pass over the rows of a dataset, in the order of the file. What it keeps of a row is a hash, what it keeps of an id is a
 * few numbers: 25 to 50 MB for each million rows at ten rows an id. Only the rows of the id at hand are held as such.
 *
 * A turn of an id that was seen before is either a copy of the row or a second negotiation under the id; that needs no order.
 * An id that comes back without either has had its rows scattered: it is named, and its later pieces are counted as rows only.
 */
import { check } from './checks.ts';
import { type Finding, type FindingName, finding, MOST_EXAMPLES } from './findings.ts';
import { HashTable, hashText } from './hash-table.ts';
import { type Ending, endingOf, type Negotiation, negotiationsOf, reservationsOf } from './negotiation.ts';
import { createOpenings } from './openings.ts';
import { createSplits, type SplitSummary } from './splits.ts';
import type { Step } from './step.ts';
import { createTotals, type Totals } from './totals.ts';
import { Flag, Trajectories } from './trajectories.ts';

/** What is known of a file once it has been passed over: enough to tell whether another file shares trajectories with it. */
export interface Surveyed {
  readonly ids: Trajectories;
  readonly contents: HashTable;
}

export interface Survey extends Surveyed {
  /** `text` is the row as it stands in the file. */
  add(step: Step, text: string): void;
  /** After the last row. */
  end(): void;
  report(name: FindingName, example: string, times?: number): void;
  summary(): SurveySummary;
}

export interface SurveySummary extends Totals {
  readonly rows: number;
  readonly trajectories: number;
  readonly actions: Readonly<Record<string, number>>;
  readonly splits: readonly SplitSummary[];
  readonly findings: readonly Finding[];
}

/** More rows than any one negotiation has; a longer run of one id is dealt with in pieces. */
const LONGEST = 20_000;

/** `place` is what a row's number counts: a line or a row. */
export function createSurvey(place: string, train?: Surveyed): Survey {
  const ids = new Trajectories();
  const turns = new HashTable();
  const contents = new HashTable();
  const totals = createTotals();
  const openings = createOpenings();
  const splits = createSplits(ids);
  const actions: Record<string, number> = {};
  const tally = new Map<FindingName, { count: number; examples: string[] }>();
  let rows = 0;
  let steps: Step[] = [];
  let hasRestarted = false;
  let previous: string | undefined;

  const report = (name: FindingName, example: string, times = 1): void => {
    const entry = tally.get(name) ?? { count: 0, examples: [] };
    tally.set(name, entry);
    entry.count += times;
    if (entry.examples.length < MOST_EXAMPLES && !entry.examples.includes(example)) entry.examples.push(example);
  };

  /** The rows of one id that stand together. */
  const finish = (id: string): void => {
    const hash = hashText(id);
    const known = ids.find(hash);
    const isBack = known >= 0 && id !== previous;
    const number = known >= 0 ? known : ids.add(hash);
    previous = id;
    const negotiations = negotiationsOf(steps);
    const count = (flag: number, name: FindingName): void => {
      if (ids.mark(number, flag)) report(name, id);
    };
    if (isBack) count(Flag.returned, 'returning-ids');
    else if (train && train.ids.find(hash) >= 0) report('shared-ids', id);
    if (hasRestarted) count(Flag.restarted, 'turn-restarts');
    for (const { action } of steps) {
      if (action === 'ACCEPT' && !ids.mark(number, Flag.accepted)) count(Flag.twoAccepts, 'two-accepts');
    }
    for (const negotiation of negotiations) {
      if (!ids.agrees(number, negotiation.reservation)) count(Flag.twoReservations, 'two-reservations');
    }
    if (ids.has(number, Flag.restarted | Flag.twoAccepts | Flag.twoReservations)) count(Flag.merged, 'merged-ids');
    ids.addRows(number, steps.length);
    for (const step of steps) splits.add(step, number);
    if (isBack && !ids.has(number, Flag.merged)) return;
    for (const negotiation of negotiations) {
      const ending = endingOf(negotiation);
      totals.add(negotiation, ending);
      openings.add(negotiation);
      check(negotiation, ending, (name, step) => report(name, step ? `${place} ${step.row}` : id));
      ids.end(number, ending);
      compare(negotiation, ending, number);
    }
  };

  /** Whether the same negotiation is there under another id. */
  const compare = (negotiation: Negotiation, ending: Ending, number: number): void => {
    if (ending.kind === 'open') return;
    const content = hashText(contentOf(negotiation));
    const known = contents.find(content);
    if (known < 0) contents.add(content, number);
    else if (known !== number) report('identical-trajectories', negotiation.id);
    if (train && train.contents.find(content) >= 0 && train.ids.find(hashText(negotiation.id)) < 0) {
      report('shared-trajectories', negotiation.id);
    }
  };

  const end = (): void => {
    const [first] = steps;
    if (first) finish(first.id);
    steps = [];
    hasRestarted = false;
  };

  return {
    ids,
    contents,
    report,
    end,
    add(step, text) {
      rows++;
      if (steps.length > 0 && (steps[0] as Step).id !== step.id) end();
      const turn = hashText(`${step.turn} ${step.id}`);
      const row = hashText(text).high >>> 1;
      if (turns.find(turn) >= 0) {
        if (turns.has(turn, row)) {
          report('identical-rows', `${place} ${step.row}`);
          return;
        }
        hasRestarted = true;
      }
      turns.add(turn, row);
      actions[step.action] = (actions[step.action] ?? 0) + 1;
      steps.push(step);
      if (steps.length === LONGEST) end();
    },
    summary: () => ({
      rows,
      trajectories: ids.count,
      actions,
      ...totals.summary(),
      splits: splits.summary(),
      findings: [
        ...[...tally].map(([name, { count, examples }]) => finding(name, count, examples)),
        ...openings.findings(),
        ...splits.findings(),
      ],
    }),
  };
}

/** All that the two sides were and did, without the id. */
function contentOf(negotiation: Negotiation): string {
  const { steps } = negotiation;
  const { low, high, maxTurns } = steps[0] as Step;
  const { buyer, seller } = reservationsOf(negotiation);
  let content = `${low} ${high} ${maxTurns} ${buyer} ${seller}`;
  for (const { role, strategy, action, price } of steps) content += `\n${role} ${strategy} ${action} ${price}`;
  return content;
}
