/** The data card of role tables: what is in them, what was left out and why, what is there twice, what leaks between splits. */
import { SPLITS, type Split } from '../parquet/splits.ts';
import type { RoleRow } from './role-row.ts';
import { type LeaveOutRule, leaveOutRules } from './rows.ts';

export interface RolesCard {
  readonly sources: readonly { readonly file: string; readonly sha256: string; readonly dialogues: number }[];
  readonly files: Readonly<Record<string, { readonly rows: number; readonly bytes: number; readonly sha256: string }>>;
  /** Rows of both roles together. */
  readonly rows: number;
  readonly dialogues: number;
  readonly bySource: Readonly<Record<string, number>>;
  readonly byRole: Readonly<Record<string, number>>;
  readonly actions: Readonly<Record<string, number>>;
  /** Dialogues without an agreement, as a share. */
  readonly failureShare: number;
  readonly splits: Readonly<Record<'split_scenario' | 'split_trajectory', Readonly<Record<Split, number>>>>;
  /** Rows with the same role, scenario, values, context and utterance as an earlier one. */
  readonly duplicates: number;
  /** Of those, rows whose earlier one is on another side of split_scenario. */
  readonly acrossSplits: number;
  readonly leftOut: readonly {
    readonly rule: LeaveOutRule;
    readonly count: number;
    readonly says: string;
    /** At most five. */
    readonly places: readonly string[];
  }[];
  readonly incomplete: { readonly count: number; readonly named: readonly string[] };
}

const MOST_NAMED = 1000;

interface Made extends Pick<RolesCard, 'sources' | 'files'> {
  readonly rows: readonly RoleRow[];
  readonly leftOut: ReadonlyMap<LeaveOutRule, readonly string[]>;
  readonly problems: readonly string[];
}

export function rolesCard({ rows, sources, files, leftOut, problems }: Made): RolesCard {
  const outcomes = new Map(rows.map(({ dialogue, outcome }) => [dialogue, outcome]));
  const failed = [...outcomes.values()].filter((outcome) => !outcome.startsWith('{"kind":"agreement"')).length;
  const first = new Map<string, Split>();
  let [duplicates, acrossSplits] = [0, 0];
  for (const { role, scenario, values, context, utterance, split_scenario: split } of rows) {
    const key = JSON.stringify([role, scenario, values, context, utterance]);
    const before = first.get(key);
    if (before === undefined) first.set(key, split);
    else duplicates++;
    if (before !== undefined && before !== split) acrossSplits++;
  }
  const splits = (column: 'split_scenario' | 'split_trajectory') =>
    Object.fromEntries(SPLITS.map((split) => [split, rows.filter((row) => row[column] === split).length])) as Record<
      Split,
      number
    >;
  return {
    sources,
    files,
    rows: rows.length,
    dialogues: outcomes.size,
    bySource: tally(rows.map(({ source }) => source)),
    byRole: tally(rows.map(({ role }) => role)),
    actions: tally(rows.map(({ action }) => action)),
    failureShare: failed / outcomes.size,
    splits: { split_scenario: splits('split_scenario'), split_trajectory: splits('split_trajectory') },
    duplicates,
    acrossSplits,
    leftOut: [...leftOut].map(([rule, places]) => ({
      rule,
      count: places.length,
      says: leaveOutRules[rule],
      places: places.slice(0, 5),
    })),
    incomplete: { count: problems.length, named: problems.slice(0, MOST_NAMED) },
  };
}

export function rolesReport(card: RolesCard): string {
  const counts = (of: Readonly<Record<string, number>>) =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
      .join(', ');
  const lines = [
    '# Role tables',
    '',
    `- ${card.rows.toLocaleString('en')} rows (${counts(card.byRole)}) of ${card.dialogues.toLocaleString('en')} dialogues; by source: ${counts(card.bySource)}`,
    `- actions: ${counts(card.actions)}`,
    `- without a deal: ${(100 * card.failureShare).toFixed(1)} % of dialogues`,
    `- split_scenario: ${counts(card.splits.split_scenario)}; split_trajectory: ${counts(card.splits.split_trajectory)}`,
    `- ${card.duplicates.toLocaleString('en')} rows stand there before with the same role, values, context and words, ${card.acrossSplits.toLocaleString('en')} of them on another side of split_scenario`,
    '- partner_values are the other side’s secrets and outcome is the future: no prompt is made from them unless asked for',
    ...card.leftOut.map(
      ({ rule, count, says, places }) => `- left out, **${rule}**, ${count} dialogues. ${says} (${places.join('; ')})`,
    ),
    ...(card.incomplete.count === 0
      ? []
      : [`- ${card.incomplete.count} records are not whole: ${card.incomplete.named.slice(0, 5).join('; ')}`]),
  ];
  return lines.join('\n');
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
