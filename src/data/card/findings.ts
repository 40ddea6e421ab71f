/**
 * Findings: what may be wrong with a dataset, each with its count, a few places to look at, and one sentence.
 *
 * The literal list is in the order in which a card shows them: what makes rows useless first, what to know before training
 * last. Notes have the same shape; they are properties of the data rather than defects of the file.
 */

export interface Finding {
  readonly name: FindingName;
  readonly count: number;
  /** What is counted. */
  readonly unit: string;
  /** Trajectory ids, or lines or rows by number; at most five. */
  readonly examples: readonly string[];
  readonly says: string;
}

export const MOST_EXAMPLES = 5;

/** Name to what is counted, and what it means. */
const kinds = {
  'no-rows': ['rows', 'There is nothing in it to describe.'],
  'broken-lines': ['lines', 'These cannot be read; they are left out of everything below.'],
  'merged-ids': [
    'ids',
    'An id stands for two or more negotiations, so whoever groups rows by id mixes them up: one label for all of them, a history of several.',
  ],
  'turn-restarts': ['ids', 'An id has two different rows for the same turn.'],
  'two-accepts': ['ids', 'An id has more than one ACCEPT.'],
  'two-reservations': ['ids', 'An id has two reservation prices for the same role.'],
  'returning-ids': ['ids', 'An id comes back after rows of other ids: the file was appended to, or shuffled.'],
  'identical-rows': ['rows', 'These are exact copies of an earlier row; copies count nowhere else.'],
  'identical-trajectories': [
    'negotiations',
    'These are, act by act, the same negotiation as one under another id, so a split by id can train on one and test on the other.',
  ],
  'no-failures': ['negotiations', 'Not one of them ended without a deal: failures dropped?'],
  'wrong-rho': [
    'negotiations',
    "The label is not (accepted price - seller's minimum) / (buyer's maximum - seller's minimum), nor -1 for no deal.",
  ],
  'varying-rho': ['negotiations', 'rho changes from row to row.'],
  'wrong-accepted-price': ['negotiations', 'The accepted price is not the offer that stood when it was accepted.'],
  'wrong-outcome': ['negotiations', 'The outcome on the rows is not how the acts ended it.'],
  'wrong-secrets': ['rows', "The reservation or the zone in meta is not the row's own reservation price."],
  'wrong-last-offer': ['rows', "The last offer is not the other side's standing offer."],
  'wrong-history': ['rows', 'The offer history is not what the rows before it offered.'],
  'missing-turns': ['negotiations', 'The turns do not run 1, 2, 3 and so on.'],
  unfinished: ['negotiations', 'The rows stop before a deal, a walk or the turn limit.'],
  'outside-range': ['rows', 'The price is outside the public range.'],
  'past-reservation': ['rows', 'The offer is past the own reservation.'],
  'split-over-steps': ['ids', 'Rows of one trajectory are in different splits, so what is tested was trained on.'],
  'oracle-openings': [
    'offers',
    "An opening that is exactly the other side's secret reservation price: these scripts know what they should not.",
  ],
  'shared-ids': ['ids', 'These trajectories are in the training file as well.'],
  'shared-trajectories': ['negotiations', 'These are, act by act, in the training file under another id.'],
  'wrong-outcome-rows': ['rows', 'trajectory_outcomes does not agree with the decision steps.'],
  'one-zone-width': [
    'negotiations',
    'The zone of agreement always has the same width, so nothing can be learned about other widths.',
  ],
  'several-modes': ['modes', 'rho is heaped in several places, and its mean describes none of them.'],
} as const satisfies Record<string, readonly [unit: string, says: string]>;

export type FindingName = keyof typeof kinds;

const ORDER = Object.keys(kinds);

/** `more` goes behind the sentence. */
export function finding(name: FindingName, count: number, examples: readonly string[] = [], more = ''): Finding {
  const [unit, says] = kinds[name];
  const shown = examples.slice(0, MOST_EXAMPLES);
  return { name, count, unit, examples: shown, says: more === '' ? says : `${says} ${more}` };
}

export function inOrder(findings: readonly Finding[]): Finding[] {
  return [...findings].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
}
