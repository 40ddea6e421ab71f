/**
 * Who earns most, and from whom that is known. To be the best of all is claimed only where the first is told apart from every other
 * agent: by the table of paired differences where the pair stands in it, so that no sentence says what the table leaves open, else by a
 * test of its own. Since all of these must pass, those need no correction (Berger 1982, intersection-union). The interval is one for
 * the best of several: each agent's own is widened, or whoever was lucky would be taken for good.
 *
 * Agents are held against each other on what all of them met: the same opponents in the same seats on the same scenarios.
 */
import { gainsOf, groupBy, pairedRows, type Row, rowsWith } from '../experiment/rows.ts';
import {
  bothMeasured,
  comparePaired,
  type Estimate,
  FEWEST_CLUSTERS,
  holm,
  type PairVerdict,
} from '../statistics/index.ts';
import type { AgentSummary } from './agents-section.ts';
import type { DecidedComparison } from './comparisons-section.ts';
import { earned } from './earned.ts';

export interface Leader {
  readonly agent: string;
  /** Of how many agents, controls left out. */
  readonly of: number;
  readonly gain: Estimate;
  /** Of that interval: above .95 where the best was picked among several. */
  readonly confidence: number;
  /** Agents from whom it is not told apart, with what the table of paired differences says of each: undefined where it is in none. */
  readonly unresolved: readonly Unresolved[];
  /** Agents without a game that could be measured. */
  readonly unmeasured: readonly string[];
  /** Agents with too few measured scenarios, where others have enough. */
  readonly tooFew?: readonly string[];
  /** Scenarios that all agents met, where some met others too: what is said is said of these. */
  readonly shared?: number;
}

export interface Unresolved {
  readonly agent: string;
  readonly verdict: PairVerdict | 'more' | undefined;
  readonly margin?: number;
  /** Scenarios without which no verdict was possible. */
  readonly needs?: number;
}

const ALPHA = 0.05;

const meetingOf = ({ seat, opponent, cluster }: Row) => [seat, opponent, cluster].join('|');

/** The rows of meetings that every one of the agents had, and whether some had others. */
export function sharedMeetings(rows: readonly Row[], agents: readonly string[]): { rows: Row[]; all: boolean } {
  const of = groupBy(rows, ({ agent }) => agent);
  const met = agents.map((agent) => new Set((of.get(agent) ?? []).map(meetingOf)));
  const shared = new Set([...(met[0] ?? [])].filter((one) => met.every((some) => some.has(one))));
  const kept = rows.filter((row) => agents.includes(row.agent) && shared.has(meetingOf(row)));
  return { rows: kept, all: met.every((some) => some.size === shared.size) };
}

/** `compared`: the table of paired differences. Undefined where the agents share no game. */
export function leaderOf(
  rows: readonly Row[],
  standings: readonly AgentSummary[],
  compared: readonly DecidedComparison[] = [],
): Leader | undefined {
  const tested = standings.filter(({ control }) => !control);
  const isMeasured = ({ gains }: AgentSummary) => gains.noDealAsZero.mean !== undefined;
  // Whoever failed in nearly all of its games has no mean to lead with, and must not take the others' away.
  const scenarios = ({ gains }: AgentSummary) => gains.noDealAsZero.clusters;
  const most = Math.max(0, ...tested.map(scenarios));
  const isHeld = (one: AgentSummary) =>
    isMeasured(one) && (scenarios(one) >= FEWEST_CLUSTERS || most < FEWEST_CLUSTERS);
  const measured = tested.filter(isHeld).map(({ agent }) => agent);
  const played = rows.filter(({ kind }) => kind !== 'failed');
  const { rows: held, all } = sharedMeetings(played, measured);
  const means = new Map(measured.map((agent) => [agent, earned(rowsWith(held, agent)).mean]));
  const worth = (agent: string) => means.get(agent) ?? Number.NEGATIVE_INFINITY;
  const [agent, ...others] = all ? measured : [...measured].sort((a, b) => worth(b) - worth(a));
  if (agent === undefined || held.length === 0) return undefined;
  const confidence = 1 - ALPHA / tested.length;
  return {
    agent,
    of: tested.length,
    gain: earned(rowsWith(held, agent), { confidence }),
    confidence,
    unresolved: unresolvedOf(agent, others, held, compared),
    unmeasured: tested.filter((one) => !isMeasured(one)).map((one) => one.agent),
    tooFew: tested.filter((one) => isMeasured(one) && !isHeld(one)).map((one) => one.agent),
    ...(!all && { shared: new Set(held.map(({ cluster }) => cluster)).size }),
  };
}

function unresolvedOf(
  agent: string,
  others: readonly string[],
  rows: readonly Row[],
  compared: readonly DecidedComparison[],
): Unresolved[] {
  const own = rowsWith(rows, agent);
  const inTable = new Map(
    others.flatMap((other) => {
      const one = compared.find(({ a, b }) => (a === agent && b === other) || (a === other && b === agent));
      return one ? [[other, one] as const] : [];
    }),
  );
  const alone = others.filter((other) => !inTable.has(other));
  const p = alone.map((other) => {
    const paired = pairedRows(own, rowsWith(rows, other));
    const { a, b } = bothMeasured(gainsOf(paired.a), gainsOf(paired.b));
    const { difference, p } = comparePaired(a, b);
    return difference.clusters < FEWEST_CLUSTERS || !((difference.mean ?? 0) > 0) ? 1 : p;
  });
  // Told apart from some but not from all is several claims, and those are corrected.
  const tested = p.every((one) => one <= ALPHA) ? p : holm(p);
  return others.flatMap((other): Unresolved[] => {
    const one = inTable.get(other);
    if (one === undefined)
      return (tested[alone.indexOf(other)] as number) > ALPHA ? [{ agent: other, verdict: undefined }] : [];
    const { decision, margin, needs } = one;
    const wins = decision.verdict === (one.a === agent ? 'first' : 'second');
    const loses = decision.verdict === (one.a === agent ? 'second' : 'first');
    if (wins) return [];
    return [
      {
        agent: other,
        verdict: loses ? 'more' : decision.verdict,
        ...(margin !== undefined && { margin }),
        ...(needs !== undefined && { needs }),
      },
    ];
  });
}
