/**
 * Paired differences: each agent against the reference script, and the agents against each other where they are few.
 *
 * Both sides of a difference met the same opponents in the same seats on the same scenarios with the same seeds. p-values are
 * those of the sign-flip test, corrected by Holm over the whole table; "the same" means equivalent within the margin that was
 * chosen before looking.
 */
import { createRng } from '../../core/index.ts';
import { type Comparison, comparePaired, holm } from '../statistics/index.ts';
import type { AgentSummary } from './agents-section.ts';
import { gainsOf, type Panel, pairedRows, type Row, rowsWith } from './rows.ts';
import type { Section } from './section.ts';
import { estimate, grouped, pValue } from './show.ts';

/** With more agents than this, each is compared with the reference only. */
const MOST_IN_ALL_PAIRS = 6;
const ALPHA = 0.05;

export interface NamedComparison extends Comparison {
  readonly a: string;
  readonly b: string;
  /** Where both were compared in one seat alone. */
  readonly seat?: string;
}

export function comparisonsSection(
  rows: readonly Row[],
  standings: readonly AgentSummary[],
  panel: Panel,
  margin: number,
): Section | undefined {
  const pairs = pairsOf(standings, panel);
  const compared = pairs.flatMap(([a, b]) => compareRows(a, b, rowsWith(rows, a), rowsWith(rows, b), margin) ?? []);
  if (compared.length === 0) return undefined;
  return differencesSection('Paired differences', compared, margin);
}

/** A table of differences, corrected together. */
export function differencesSection(title: string, compared: readonly NamedComparison[], margin: number): Section {
  const corrected = holm(compared.map(({ p }) => p));
  const names = ['first', 'second', ...(compared.some(({ seat }) => seat !== undefined) ? ['seat'] : [])];
  const head = [...names, 'difference', 'scenarios', 'p', 'p (Holm)', 'verdict', 'to decide it'];
  return {
    title,
    about: `Mean utility of the first minus the second, no deal as zero, on the same scenarios, opponents, seats and seeds. p by sign flips of scenarios, corrected by Holm over the ${compared.length} rows; the same: within ±${margin} (two one-sided tests, not corrected). To decide it: how many more games would find a difference of ${margin} with 80 % power.`,
    table: {
      head,
      words: [...names.keys(), head.length - 2, head.length - 1],
      rows: compared.map((one, i) => [
        ...[one.a, one.b, one.seat ?? ''].slice(0, names.length),
        estimate(one.difference),
        String(one.difference.clusters),
        pValue(one.p),
        pValue(corrected[i]),
        verdict(one, corrected[i] as number),
        decided(one, corrected[i] as number) ? '' : toDecide(one),
      ]),
    },
  };
}

function decided(one: Comparison, p: number): boolean {
  return p <= ALPHA || one.equivalence?.equivalent === true || isAlike(one);
}

function toDecide({ toDecide: needed }: Comparison): string {
  if (needed === undefined) return 'more scenarios';
  return needed.moreGames > 0 ? `${grouped(needed.moreGames)} more games` : 'enough were played';
}

/** Not one scenario tells them apart: there is no spread, so no test can say how sure that is. */
function isAlike({ difference: { mean, error } }: Comparison): boolean {
  return mean === 0 && error === 0;
}

function verdict(one: NamedComparison, p: number): string {
  const { difference, equivalence } = one;
  if (isAlike(one)) return 'alike in every scenario';
  if (p <= ALPHA) return `the ${(difference.mean ?? 0) > 0 ? 'first' : 'second'} earns more`;
  return equivalence?.equivalent ? 'the same' : 'undecided';
}

function pairsOf(standings: readonly AgentSummary[], { reference, agents }: Panel): [string, string][] {
  const names = standings.map(({ agent }) => agent);
  const tested = names.filter((name) => agents.includes(name));
  const withReference: [string, string][] =
    reference !== undefined && names.includes(reference)
      ? names.filter((name) => name !== reference).map((name) => [name, reference])
      : [];
  const all = [...withReference, ...pairsAmong(tested).filter(([a, b]) => a !== reference && b !== reference)];
  // Nobody to hold the others against: the best of them.
  const [best, ...rest] = tested;
  return all.length > 0 || best === undefined ? all : rest.map((name) => [best, name]);
}

/** Everybody with everybody, where that is a table one can read. */
export function pairsAmong(agents: readonly string[]): [string, string][] {
  if (agents.length > MOST_IN_ALL_PAIRS) return [];
  return agents.flatMap((a, i) => agents.slice(i + 1).map((b): [string, string] => [a, b]));
}

export function compareRows(
  a: string,
  b: string,
  first: readonly Row[],
  second: readonly Row[],
  margin: number,
): NamedComparison | undefined {
  const paired = pairedRows(first, second);
  if (paired.a.length === 0) return undefined;
  const rng = createRng(1).split('compare').split(a).split(b);
  return { a, b, ...comparePaired(gainsOf(paired.a), gainsOf(paired.b), { rng, margin }) };
}
