/**
 * Factors: options of the specs that take several values among agents that are otherwise alike, as in steering=off and
 * steering=head; the model is one of them. Each pair of levels is compared with everything else held the same.
 *
 * A switch that changes no act in any game has not switched: `switchesSection` says in how many paired games the acts differ, and
 * an experiment that names the option under `differs` fails where there are none.
 */
import { sameJson, takenOf } from '../../core/index.ts';
import { modelIn } from '../experiment/agents.ts';
import { compareRows, differencesSection, type NamedComparison } from './comparisons-section.ts';
import { groupBy, type Panel, pairedRows, type Row } from './rows.ts';
import type { Section } from './section.ts';
import { grouped, percent } from './show.ts';

export interface Contrast {
  readonly option: string;
  readonly levels: readonly [string, string];
  /** Rows of all agents with the one level, and of their twins with the other. */
  readonly first: readonly Row[];
  readonly second: readonly Row[];
}

/** The options of a spec, its model among them, and the spec without one of them. */
function optionsOf(spec: string): Map<string, string> {
  const model = modelIn(spec);
  const [, query = ''] = cut(model === undefined ? spec : without(spec, 'model'), '?');
  const options = query.split('&').flatMap((part) => (part.includes('=') ? [cut(part, '=') as [string, string]] : []));
  return new Map([...(model === undefined ? [] : [['model', model] as const]), ...options]);
}

function without(spec: string, option: string): string {
  const model = modelIn(spec);
  if (option === 'model' && model !== undefined) return spec.replace(model, '').replace(/^([^?&]*)&/, '$1?');
  const [head, query = ''] = cut(spec, '?');
  return `${head}?${query
    .split('&')
    .filter((part) => !part.startsWith(`${option}=`))
    .join('&')}`;
}

export function contrastsOf(rows: readonly Row[], { agents }: Panel): Contrast[] {
  const byAgent = groupBy(rows, ({ agent }) => agent);
  const present = agents.filter((agent) => byAgent.has(agent));
  const names = [...new Set(present.flatMap((spec) => [...optionsOf(spec).keys()]))];
  return names.flatMap((option) => {
    const having = present.filter((spec) => optionsOf(spec).has(option));
    const twins = [...groupBy(having, (spec) => without(spec, option)).values()].filter((group) => group.length > 1);
    const level = (spec: string) => optionsOf(spec).get(option) as string;
    const levels = [...new Set(twins.flat().map(level))];
    return levels.flatMap((one, i) =>
      levels.slice(i + 1).flatMap((other): Contrast[] => {
        const both = twins.flatMap((group) => {
          const [a, b] = [group.find((spec) => level(spec) === one), group.find((spec) => level(spec) === other)];
          return a !== undefined && b !== undefined ? [pairedRows(byAgent.get(a) ?? [], byAgent.get(b) ?? [])] : [];
        });
        if (both.length === 0) return [];
        return [
          { option, levels: [one, other], first: both.flatMap(({ a }) => a), second: both.flatMap(({ b }) => b) },
        ];
      }),
    );
  });
}

export function factorsSection(contrasts: readonly Contrast[], margin: number): Section | undefined {
  const compared = contrasts.flatMap(({ option, levels: [one, other], first, second }) => {
    // Twins are paired already; the marks keep the pairs of different agents apart.
    const marked = (rows: readonly Row[], twins: readonly Row[]) =>
      rows.map((row, i) => ({ ...row, opponent: `${row.opponent}|${without(row.agent, option)}|${twins[i]?.seat}` }));
    return (
      compareRows(`${option}=${one}`, `${option}=${other}`, marked(first, second), marked(second, first), margin) ?? []
    );
  });
  return compared.length > 0 ? differencesSection('Factors', compared as NamedComparison[], margin) : undefined;
}

export interface Switched {
  readonly option: string;
  readonly levels: readonly [string, string];
  readonly games: number;
  readonly different: number;
}

export function switchesOf(contrasts: readonly Contrast[]): Switched[] {
  return contrasts.map(({ option, levels, first, second }) => {
    const different = first.filter(
      (row, i) => !sameJson(takenOf(row.episode), takenOf((second[i] as Row).episode)),
    ).length;
    return { option, levels, games: first.length, different };
  });
}

export function switchesSection(switched: readonly Switched[]): Section | undefined {
  if (switched.length === 0) return undefined;
  return {
    title: 'Did the switches switch?',
    about:
      'Games with the same opponent, seat, scenario and seed whose acts or words differ between two levels of an option. None: the option did nothing.',
    table: {
      head: ['option', 'levels', 'paired games', 'different', 'share'],
      words: [0, 1],
      rows: switched.map(({ option, levels, games, different }) => [
        option,
        levels.join(' and '),
        grouped(games),
        grouped(different),
        percent(different / games),
      ]),
    },
  };
}

/** Why a run whose switch did nothing has failed. */
export function deadSwitches(switched: readonly Switched[], differs: readonly string[]): string[] {
  return differs.flatMap((option) => {
    const seen = switched.filter((one) => one.option === option);
    if (seen.length === 0) return [`the option ${option} was to differ, and no two agents differ in it alone`];
    return seen
      .filter(({ different }) => different === 0)
      .map(
        ({ levels, games }) =>
          `${option}=${levels[0]} and ${option}=${levels[1]} played alike in all ${games} games: the switch did nothing`,
      );
  });
}

function cut(text: string, at: string): [string, string?] {
  const i = text.indexOf(at);
  return i < 0 ? [text] : [text.slice(0, i), text.slice(i + 1)];
}
