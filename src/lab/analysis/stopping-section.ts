/** When the run looked whether it may stop, what it saw, and why it ended where it did. */

import { endsEarly, type Stopping, type TakenLook } from '../experiment/stopping.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';
import { exactP, NONE, number } from './show.ts';

export function stoppingSection(stopping: Stopping): Section {
  const { rule, compare, planned, taken } = stopping;
  const scenarios = planned.at(-1)?.scenarios as number;
  return {
    title: 'Stopping rule',
    about: `${compare[0]} minus ${compare[1]} in ${rule.metric}, tested at most ${planned.length} times; the run ends at the first look whose p is at or below its level. The levels (alpha spending, Lan and DeMets 1983) keep the chance of a false alarm over all looks at ${rule.alpha}. p: Student's t on the differences of scenarios.`,
    table: {
      head: ['look', 'scenarios', 'games', 'difference', 'p', 'level', 'decision'],
      words: [6],
      rows: planned.map((look, k) => {
        const seen = taken[k];
        return [
          cell.outOf(k + 1, planned.length),
          cell.outOf(look.scenarios, scenarios),
          cell.count(look.games),
          seen ? cell.estimate(seen) : NONE,
          seen ? cell.exactP(seen.p) : NONE,
          seen ? cell.exactP(seen.level) : NONE,
          seen ? decision(seen) : 'not taken',
        ];
      }),
      quiet: planned.flatMap((_, k) => (taken[k] ? [] : [k])),
    },
    notes: [
      stopSentence(stopping),
      'The intervals here belong to the looks: they exclude zero exactly where the rule stops. The intervals of the other tables do not account for the looks, and are too narrow for these two agents.',
      ...(endsEarly(stopping)
        ? [
            'A difference measured at an early stop is too large on average, since the run stopped when it happened to be large.',
          ]
        : []),
      ...missing(taken),
    ],
  };
}

/** Where the run stands with its rule, in a sentence. */
export function stopSentence(stopping: Stopping): string {
  const { compare, planned, taken, rule } = stopping;
  const last = taken.at(-1);
  if (last === undefined) return `No look of ${planned.length} is taken yet.`;
  const at = `at look ${taken.length} of ${planned.length}, after ${last.scenarios} of ${planned.at(-1)?.scenarios} scenarios`;
  const why = `p ${exactP(last.p)} against a level of ${exactP(last.level)}`;
  if (last.decision === 'continue') return `Not decided yet ${at}: ${why}.`;
  if (last.decision === 'undecided')
    return `The plan was played out without a decision ${at}: ${why}. That is no proof that the two are the same.`;
  const [more, less] = (last.mean ?? 0) > 0 ? compare : [compare[1], compare[0]];
  const verdict = `${more} has more ${rule.metric} than ${less} (${number(Math.abs(last.mean ?? 0))})`;
  return `${endsEarly(stopping) ? 'Stopped' : 'Decided'} ${at}: ${verdict}, ${why}.`;
}

function decision({ decision: made }: TakenLook): string {
  return { different: 'different: stop', continue: 'go on', undecided: 'undecided at the end' }[made];
}

function missing(taken: readonly TakenLook[]): string[] {
  const last = taken.at(-1);
  const lost = last ? last.scenarios - last.paired : 0;
  return lost > 0 ? [`In ${lost} of ${last?.scenarios} scenarios one of the two has no value; they are left out.`] : [];
}
