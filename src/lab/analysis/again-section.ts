/**
 * The A/A arm: an agent and the same agent with other seeds, on the same scenarios, opponents and seats. What differs between the two
 * is chance: sampling, and batches that a server computes together. It stands outside the family of the other comparisons, and is
 * what they are to be held against.
 */

import { modelIn, playedAgain } from '../../agents/index.ts';
import { createRng, sameJson, takenOf } from '../../core/index.ts';
import { gamesOf, pairedRows, type Row, rowsWith } from '../experiment/rows.ts';
import { FEWEST_CLUSTERS, holm, pairByCluster, signFlipTest } from '../statistics/index.ts';
import * as cell from './cell.ts';
import { compareRows } from './comparisons-section.ts';
import type { Contrast } from './factors-section.ts';
import type { Section } from './section.ts';
import { grouped } from './show.ts';

export interface Repeat {
  readonly agent: string;
  /** Its rows, and in the same place those of the same agent with other seeds. */
  readonly first: readonly Row[];
  readonly second: readonly Row[];
}

/** The arms of an A/A test, and the rows of everybody else. */
export function repeatsIn(all: readonly Row[]): { readonly rows: Row[]; readonly repeats: Repeat[] } {
  const rows = all.filter(({ agent }) => playedAgain(agent) === undefined);
  const names = [...new Set(all.map(({ agent }) => agent))].filter((agent) => playedAgain(agent) !== undefined);
  const repeats = names.flatMap((name) => {
    const agent = playedAgain(name) as string;
    const { a: first, b: second } = pairedRows(rowsWith(rows, agent), rowsWith(all, name));
    return first.length > 0 ? [{ agent, first, second }] : [];
  });
  return { rows, repeats };
}

type Paired = Pick<Repeat, 'first' | 'second'>;

/** Of each pair that was played out, whether acts or words differ. */
function differing({ first, second }: Paired) {
  return first.flatMap((row, i) => {
    const other = second[i] as Row;
    if (row.kind === 'failed' || other.kind === 'failed') return [];
    return [{ cluster: row.cluster, value: sameJson(takenOf(row.episode), takenOf(other.episode)) ? 0 : 1 }];
  });
}

const countOf = (pairs: readonly Paired[]) => {
  const values = pairs.flatMap(differing);
  return { games: values.length, different: values.filter(({ value }) => value === 1).length };
};

export function againSection(repeats: readonly Repeat[], margin: number): Section | undefined {
  if (repeats.length === 0) return undefined;
  return {
    title: 'The same agent twice',
    about:
      'An A/A test: the agent, and the same agent with other seeds, against the same opponents in the same seats on the same scenarios. What differs here is chance, and a difference elsewhere that is no larger says nothing. p by sign flips of scenarios, outside the family of the other tables and not corrected: one in twenty is below .05.',
    table: {
      head: ['agent', 'paired games', 'different', 'share', 'difference in utility', 'p'],
      words: [0],
      rows: repeats.map((repeat) => {
        const { agent, first, second } = repeat;
        const { games, different } = countOf([repeat]);
        const compared = compareRows(agent, 'again', first, second, margin);
        return [
          agent,
          cell.count(games),
          cell.count(different),
          cell.share(different / games),
          ...(compared ? [cell.estimate(compared.difference), cell.p(compared.p)] : ['', '']),
        ];
      }),
      games: repeats.map(({ first, second }) => gamesOf([...first, ...second])),
    },
  };
}

const ALPHA = 0.05;

/**
 * Why a run has failed whose switch changed the games of a model no more often than chance does. Scripts have no chance in them: where
 * the switch changes one of their games, it works. Where the scenarios are too few to tell, nothing is said.
 */
export function drownedSwitches(
  contrasts: readonly Contrast[],
  repeats: readonly Repeat[],
  differs: readonly string[],
): string[] {
  const chance = repeats.flatMap(differing);
  if (chance.length === 0) return [];
  return contrasts.flatMap(({ option, levels, settings }) => {
    const spoken = settings.filter(({ first }) => modelIn(first[0]?.agent ?? '') !== undefined);
    const scripted = settings.filter((setting) => !spoken.includes(setting));
    const { games, different } = countOf(spoken);
    if (!differs.includes(option) || different === 0 || countOf(scripted).different > 0) return [];
    const rng = createRng(1).split('again').split(option).split(levels.join('|'));
    const p = spoken.map((setting, k) => {
      const values = pairByCluster(differing(setting), chance).differences.map(({ value }) => value);
      const least = 2 ** -values.length * spoken.length;
      if (values.length < FEWEST_CLUSTERS || least > ALPHA) return undefined;
      const more = values.reduce((sum, value) => sum + value, 0) > 0;
      return more ? signFlipTest(values, { rng: rng.split(k) }).p / 2 : 1;
    });
    const known = p.flatMap((one) => one ?? []);
    if (known.length < p.length || holm(known).some((one) => one <= ALPHA)) return [];
    const again = countOf(repeats);
    return [
      `${option}=${levels[0]} and ${option}=${levels[1]} differ in ${grouped(different)} of ${grouped(games)} games, and the same agent twice with other seeds in ${grouped(again.different)} of ${grouped(again.games)}: no more than chance, so nothing shows that the switch did anything (with temperature=0 there is less chance in it)`,
    ];
  });
}
