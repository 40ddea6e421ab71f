/**
 * Who earns most, and from whom that is known. To be the best of all is claimed only where the first is told apart from every other
 * agent: since all of these tests must pass, none needs a correction (Berger 1982, intersection-union). The interval is one for
 * the best of several: each agent's own is widened, or whoever was lucky would be taken for good.
 */
import { gainsOf, pairedRows, type Row, rowsWith } from '../experiment/rows.ts';
import {
  bootstrapMean,
  bothMeasured,
  comparePaired,
  type Estimate,
  FEWEST_CLUSTERS,
  holm,
} from '../statistics/index.ts';
import type { AgentSummary } from './agents-section.ts';

export interface Leader {
  readonly agent: string;
  /** Of how many agents, controls left out. */
  readonly of: number;
  readonly gain: Estimate;
  /** Of that interval: above .95 where the best was picked among several. */
  readonly confidence: number;
  /** Agents from whom it is not told apart. */
  readonly unresolved: readonly string[];
}

const ALPHA = 0.05;

export function leaderOf(rows: readonly Row[], standings: readonly AgentSummary[]): Leader | undefined {
  const agents = standings.flatMap(({ agent, control, gains: { noDealAsZero } }) =>
    !control && noDealAsZero.mean !== undefined ? [agent] : [],
  );
  const [agent, ...others] = agents;
  if (agent === undefined) return undefined;
  const own = rowsWith(rows, agent);
  const p = others.map((other) => {
    const paired = pairedRows(own, rowsWith(rows, other));
    const { a, b } = bothMeasured(gainsOf(paired.a), gainsOf(paired.b));
    const { difference, p } = comparePaired(a, b);
    return difference.clusters < FEWEST_CLUSTERS || !((difference.mean ?? 0) > 0) ? 1 : p;
  });
  // Told apart from some but not from all is several claims, and those are corrected.
  const held = p.every((one) => one <= ALPHA) ? p : holm(p);
  const unresolved = others.filter((_, i) => (held[i] as number) > ALPHA);
  const confidence = 1 - ALPHA / agents.length;
  const gain = bootstrapMean(gainsOf(own), { confidence });
  return { agent, of: agents.length, gain, confidence, unresolved };
}
