/**
 * Fields apart: what each agent earns in goods, cars, housing, salaries and contracts (or in each task), and how well a choice
 * made on one field does on the others: the best agent of the one, tried on the rest.
 */

import { mean } from '../../core/index.ts';
import { gain, gamesOf, groupBy, type Panel, type Row, rowsWith } from '../experiment/rows.ts';
import * as cell from './cell.ts';
import { earned } from './earned.ts';
import type { ResultTable, Section } from './section.ts';

export function fieldsSections(rows: readonly Row[], order: readonly string[], { agents, controls }: Panel): Section[] {
  const byField = [...groupBy(rows, ({ field }) => field)].sort(([a], [b]) => (a < b ? -1 : 1));
  if (byField.length < 2) return [];
  const names = [...agents, ...controls].filter((agent) => rows.some((row) => row.agent === agent));
  const fields = byField.map(([field]) => field);
  const perField: Section = {
    title: 'By field',
    about: 'Utility per game, no deal counted as 0, with 95 % intervals over the scenarios of the field.',
    table: gainsTable(byField, order, controls),
    notes: ['In brackets after a field: its number of scenarios.'],
  };
  const cells = names.map((agent) => byField.map(([, games]) => rowsWith(games, agent)));
  const means = cells.map((row) => row.map(meanGain));
  return agents.length > 1 ? [perField, transferSection(names, fields, means, controls)] : [perField];
}

/** A row an agent, a column a group of games with its scenarios: utility, no deal as zero. */
export function gainsTable(
  groups: readonly (readonly [string, readonly Row[]])[],
  names: readonly string[],
  controls: readonly string[],
): ResultTable {
  const clusters = (games: readonly Row[]) => new Set(games.map(({ cluster }) => cluster)).size;
  return {
    head: ['agent', ...groups.map(([group, games]) => `${group} (${clusters(games)})`)],
    words: [0],
    rows: names.map((agent) => [agent, ...groups.map(([, games]) => cell.estimate(earned(rowsWith(games, agent))))]),
    games: names.map((agent) =>
      gamesOf(groups.flatMap(([, games]) => rowsWith(games, agent).filter(({ kind }) => kind !== 'failed'))),
    ),
    quiet: names.flatMap((name, i) => (controls.includes(name) ? [i] : [])),
  };
}

/** Chosen on one field, tested on another. */
function transferSection(
  names: readonly string[],
  fields: readonly string[],
  means: readonly (readonly (number | undefined)[])[],
  controls: readonly string[],
): Section {
  const tops = fields.map((_, j) => Math.max(...means.map((row) => row[j] ?? Number.NEGATIVE_INFINITY)));
  const chosen = fields.map((_, j) => names.flatMap((_name, i) => (means[i]?.[j] === tops[j] ? [i] : [])));
  return {
    title: 'Chosen on one field, tested on another',
    about:
      'Row: the field on which the agent was chosen, as the one with the highest mean there; where that is a control, it is named so, and where several tie there is no choice. Column: what that choice earns in another field, and in brackets how far it is behind the highest mean of that field. The diagonal is the field of the choice itself, so it is too optimistic. Means without intervals: small differences may be chance.',
    table: {
      head: ['chosen on', 'agent', ...fields],
      words: [0, 1],
      rows: fields.map((field, i) => {
        const [choice = 0, ...ties] = chosen[i] as number[];
        const name = names[choice] as string;
        const tied = ties.length > 0;
        return [
          field,
          tied ? `none: ${ties.length + 1} tie` : controls.includes(name) ? `${name} (control)` : name,
          ...fields.map((_, j) => {
            const [own, top] = [means[choice]?.[j], tops[j] as number];
            if (own === undefined || (tied && i !== j)) return '–';
            return i === j ? cell.number(own) : cell.beside(cell.number(own), cell.number(own - top));
          }),
        ];
      }),
    },
  };
}

function meanGain(games: readonly Row[]): number | undefined {
  const gains = games.flatMap((row) => gain(row) ?? []);
  return gains.length > 0 ? mean(gains) : undefined;
}
