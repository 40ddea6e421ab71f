/**
 * Factors: options of the specs that take several values among agents that are otherwise alike, as in steering=off and
 * steering=head; the model is one of them. Each pair of levels is compared with everything else held the same. Where the effect
 * depends on the other options, as a test of the interaction says, there is no effect of the option as such: it is told by setting.
 *
 * A switch that changes no act in any game has not switched: `switchesSection` says in how many paired games the acts differ, and
 * an experiment that names the option under `differs` fails where there are none.
 */

import { modelIn } from '../../agents/index.ts';
import { createRng, sameJson, takenOf } from '../../core/index.ts';
import { gainsOf, gamesOf, groupBy, type Panel, pairedRows, type Row } from '../experiment/rows.ts';
import { bothMeasured, interactionTest, pairByCluster } from '../statistics/index.ts';
import * as cell from './cell.ts';
import {
  compareRows,
  type DifferencesSection,
  differencesSection,
  type NamedComparison,
} from './comparisons-section.ts';
import type { Section } from './section.ts';
import { pValue } from './show.ts';

export interface Contrast {
  readonly option: string;
  readonly levels: readonly [string, string];
  /** Agents with the one level and their twins with the other: one setting of all other options each. */
  readonly settings: readonly Setting[];
}

interface Setting {
  /** The options in which settings differ; empty where there is only one. */
  readonly name: string;
  /** Rows of the agent, and of its twin in the same place. */
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
          if (a === undefined || b === undefined) return [];
          const paired = pairedRows(byAgent.get(a) ?? [], byAgent.get(b) ?? []);
          return paired.a.length > 0 ? [{ spec: a, first: paired.a, second: paired.b }] : [];
        });
        if (both.length === 0) return [];
        const named = settingNames(
          both.map(({ spec }) => spec),
          option,
        );
        const settings = both.map(({ first, second }, k) => ({ name: named[k] as string, first, second }));
        return [{ option, levels: [one, other], settings }];
      }),
    );
  });
}

/** Of each spec, the options in which they differ; the whole spec where they differ in more. */
function settingNames(specs: readonly string[], option: string): string[] {
  if (specs.length < 2) return specs.map(() => '');
  const options = specs.map((spec) => [...optionsOf(spec)].filter(([name]) => name !== option));
  const isShared = (pair: readonly [string, string]) =>
    options.every((some) => some.some(([name, value]) => name === pair[0] && value === pair[1]));
  const own = options.map((some) => some.flatMap((pair) => (isShared(pair) ? [] : [pair.join('=')])).join(' '));
  return new Set(own).size === specs.length && !own.includes('') ? own : specs.map((spec) => without(spec, option));
}

export interface FactorComparison extends NamedComparison {
  readonly option: string;
  readonly levels: readonly [string, string];
  /** How many settings the difference is an average of. */
  readonly over: number;
}

/** At this level an effect is told by setting; not corrected, since to miss an interaction is the worse mistake here. */
const INTERACTION_LEVEL = 0.05;

export function factorsSection(
  contrasts: readonly Contrast[],
  margin: number,
): DifferencesSection<FactorComparison> | undefined {
  const tested = contrasts.map((contrast) => ({ contrast, p: interactionOf(contrast) }));
  const depends = ({ p }: { p: number | undefined }) => p !== undefined && p <= INTERACTION_LEVEL;
  const compared = tested.flatMap((one) => {
    const { settings } = one.contrast;
    if (depends(one))
      return settings.flatMap((setting) => compareLevels(one.contrast, [setting], margin, setting.name));
    const over = settings.length > 1 ? `average of ${settings.length}` : undefined;
    return compareLevels(one.contrast, settings, margin, over);
  });
  if (compared.length === 0) return undefined;
  const section = differencesSection('Factors', compared, margin, 'where');
  return {
    ...section,
    notes: [
      ...(section.notes ?? []),
      ...tested
        .filter(depends)
        .map(
          ({ contrast: { option, levels }, p }) =>
            `The difference between ${option}=${levels[0]} and ${option}=${levels[1]} depends on the other options (interaction, permutation test: p ${pValue(p)}), so it is given for each of them and not on average.`,
        ),
    ],
  };
}

function compareLevels(
  { option, levels }: Contrast,
  settings: readonly Setting[],
  margin: number,
  where: string | undefined,
): FactorComparison[] {
  const [one, other] = levels;
  // Twins are paired already; the marks keep the pairs of different agents apart.
  const rows = (side: 'first' | 'second') =>
    settings.flatMap((setting, k) =>
      setting[side].map((row, i) => ({
        ...row,
        opponent: `${row.opponent}|${k}|${setting[side === 'first' ? 'second' : 'first'][i]?.seat}`,
      })),
    );
  const found = compareRows(`${option}=${one}`, `${option}=${other}`, rows('first'), rows('second'), margin);
  return found ? [{ ...found, option, levels, over: settings.length, ...(where !== undefined && { where }) }] : [];
}

/** p of the test whether the effect is the same in all settings; undefined where it cannot be asked. */
function interactionOf({ option, levels, settings }: Contrast): number | undefined {
  const effects = settings.map(({ first, second }) => {
    const { a, b } = bothMeasured(gainsOf(first), gainsOf(second));
    return new Map(pairByCluster(a, b).differences.map(({ cluster, value }) => [cluster, value]));
  });
  const clusters = [...(effects[0]?.keys() ?? [])].filter((cluster) => effects.every((one) => one.has(cluster)));
  const rows = clusters.map((cluster) => effects.map((one) => one.get(cluster) as number));
  const rng = createRng(1).split('interaction').split(option).split(levels.join('|'));
  return interactionTest(rows, { rng })?.p;
}

export interface Switched {
  readonly option: string;
  readonly levels: readonly [string, string];
  readonly games: number;
  readonly different: number;
  /** These games by their ids. */
  readonly episodes: readonly string[];
}

export function switchesOf(contrasts: readonly Contrast[]): Switched[] {
  return contrasts.map(({ option, levels, settings }) => {
    const pairs = settings
      .flatMap(({ first, second }) => first.map((row, i) => [row, second[i] as Row] as const))
      .filter((pair) => pair.every(({ kind }) => kind !== 'failed'));
    const different = pairs.filter(([a, b]) => !sameJson(takenOf(a.episode), takenOf(b.episode))).length;
    return { option, levels, games: pairs.length, different, episodes: gamesOf(pairs.flat()) };
  });
}

export function switchesSection(switched: readonly Switched[]): Section | undefined {
  if (switched.length === 0) return undefined;
  return {
    title: 'Did the options change anything?',
    about:
      'Games with the same opponent, seat, scenario and seed whose acts or words differ between two levels of an option. With 0 the option changed nothing in these games.',
    table: {
      head: ['option', 'levels', 'paired games', 'different', 'share'],
      words: [0, 1],
      rows: switched.map(({ option, levels, games, different }) => [
        option,
        levels.join(' and '),
        cell.count(games),
        cell.count(different),
        cell.share(different / games),
      ]),
      games: switched.map(({ episodes }) => episodes),
    },
  };
}

/** Why a run whose switch did nothing has failed. */
export function deadSwitches(switched: readonly Switched[], differs: readonly string[]): string[] {
  return differs.flatMap((option) => {
    const seen = switched.filter((one) => one.option === option);
    if (seen.length === 0)
      return [`the option ${option} was meant to change play, but no two agents differ in it alone`];
    return seen
      .filter(({ different }) => different === 0)
      .map(
        ({ levels, games }) =>
          `${option}=${levels[0]} and ${option}=${levels[1]} played exactly alike in all ${games} games: the option changed nothing`,
      );
  });
}

function cut(text: string, at: string): [string, string?] {
  const i = text.indexOf(at);
  return i < 0 ? [text] : [text.slice(0, i), text.slice(i + 1)];
}
