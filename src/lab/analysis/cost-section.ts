/**
 * What the words cost: seconds, tokens and money a game and peak memory for each model, beside what its agents earned, and which
 * models nobody beats on all counts. From calls.jsonl, which holds clocks and so stands outside the promise of equal bytes.
 *
 * Energy is what the machine reported while the games were played (energy.jsonl). Memory is that of this machine: a model behind a server takes none here, and what it takes there is not known.
 */

import type { CallLine } from '../../models/index.ts';
import type { EnergyLine } from '../experiment/energy.ts';
import { groupBy, type Row } from '../experiment/rows.ts';
import { STAND_IN } from '../experiment/stand-in.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import { conductIn, conductOf } from './conduct.ts';
import { earned } from './earned.ts';
import type { Section } from './section.ts';
import { plural } from './show.ts';

interface Cost {
  readonly model: string;
  readonly utility: number | undefined;
  /** Answers that the games have and the log has not, at least: over a queue each worker logs its own, and what is logged may be of games that were not kept. */
  readonly unlogged: number;
  /** Answers from a cache, which say nothing of what a model takes. */
  readonly cached: number;
  /** Answers without a price, where others have one. */
  readonly unpriced: number;
  /** Answers that are logged and in no game: of one that a stop lost, or that was played again. */
  readonly lost: number;
  readonly cells: readonly Cell[];
  readonly money: number | undefined;
  /** Seconds, tokens and money a game, and bytes: less is better. */
  readonly spent: readonly (number | undefined)[];
}

export function costSection(
  rows: readonly Row[],
  calls: readonly CallLine[],
  energy: readonly EnergyLine[] = [],
): Section | undefined {
  const byModel = [...groupBy(calls, ({ servedBy, model }) => servedBy ?? model)];
  if (byModel.length === 0) return energy.length === 0 ? undefined : onlyEnergy(energy);
  const costs = byModel.map(([model, lines]) => costOf(model, lines, rows));
  const models = costs.filter((cost) => !isStandIn(cost));
  return {
    title: 'Cost',
    about:
      'For each model that answered: its calls, and what a game with it took on average. Utility: of all agents it answered for, no deal counted as 0. Peak memory: how much this process, and the GPU, grew when the model was loaded into it; that of a model behind a server is not known. Frontier: by these means no other model here is at least as good in utility, seconds, tokens, money and memory, and better in one; of two of which only one has a price neither is.',
    table: {
      head: [
        'model',
        'calls',
        'faults',
        'utility',
        'seconds / game',
        'tokens in / game',
        'tokens out / game',
        'money / game',
        'peak memory',
        'frontier',
      ],
      words: [0, 9],
      rows: costs.map((cost) => [
        isStandIn(cost) ? `${cost.model} (no model)` : cost.model,
        ...cost.cells,
        isStandIn(cost) || isBeaten(cost, models) ? '' : 'yes',
      ]),
    },
    notes: [
      'These figures are measured and change from run to run.',
      ...costs.flatMap(({ model, unlogged, cached, unpriced, lost }) => [
        ...(unlogged > 0
          ? [
              `At least ${plural(unlogged, 'answer')} of ${model} ${unlogged === 1 ? 'is' : 'are'} not in calls.jsonl (over a queue each worker logs its own, parley worker --calls), so what a game took is not told.`,
            ]
          : []),
        ...(cached > 0
          ? [
              `${plural(cached, 'answer')} of ${model} came from --cache and cost nothing: a game without it takes more, so no frontier is told.`,
            ]
          : []),
        ...(unpriced > 0
          ? [
              `${plural(unpriced, 'answer')} of ${model} ${unpriced === 1 ? 'has' : 'have'} no price (that part of the run was without --price), so money is not told.`,
            ]
          : []),
        ...(lost > 0
          ? [
              `${plural(lost, 'answer')} of ${model} ${lost === 1 ? 'is' : 'are'} in no game that is kept (a stop loses games under way, and failed ones may be played again), and what a game took has them too: the games alone took less.`,
            ]
          : []),
      ]),
      energySentence(energy),
    ],
  };
}

/** Of a run in which no model answered. */
function onlyEnergy(energy: readonly EnergyLine[]): Section {
  const [joules, seconds, games] = totals(energy);
  return {
    title: 'Cost',
    about: 'What the games took of this machine; no model answered in them.',
    table: {
      head: ['games', 'seconds', 'joules', 'joules / game'],
      words: [],
      rows: [[cell.count(games), cell.number(seconds, 1), cell.number(joules, 1), cell.number(joules / games, 4)]],
    },
    notes: ['These figures are measured and change from run to run.', energySentence(energy)],
  };
}

/** The whole machine's, whoever else worked on it. */
function energySentence(energy: readonly EnergyLine[]): string {
  if (energy.length === 0)
    return 'Energy: not measured, since the machine reported no power, neither by RAPL nor by NVML.';
  const [joules, , games] = totals(energy);
  const sources = [...new Set(energy.flatMap((line) => line.sources))].join(', ');
  return `Energy: ${joules.toFixed(1)} J over ${games} games, ${(joules / games).toFixed(2)} J a game, of the whole machine (${sources}).`;
}

function totals(energy: readonly EnergyLine[]): [joules: number, seconds: number, games: number] {
  const sum = (of: (line: EnergyLine) => number) => energy.reduce((total, line) => total + of(line), 0);
  return [sum(({ joules }) => joules), sum(({ seconds }) => seconds), sum(({ games }) => games)];
}

/** A script in the place of a model, to try a run out: what it costs says nothing of models. */
const isStandIn = ({ model }: Cost) => model === STAND_IN;

function costOf(model: string, logged: readonly CallLine[], rows: readonly Row[]): Cost {
  const answered = rows.filter((row) => conductOf([row]).servedBy.has(model));
  const games = new Set(answered.map(({ episode }) => episode.id)).size;
  // What a budget refused was not sent.
  const lines = logged.filter(({ cached, elsewhere, error }) => !cached && !elsewhere && error !== 'spent');
  // Who judges or is timed plays no game.
  const playing = lines.filter(({ beside }) => !beside);
  const cached = logged.filter((line) => line.cached && !line.beside).length;
  const sum = (of: (line: CallLine) => number | undefined) =>
    playing.reduce((total, line) => total + (of(line) ?? 0), 0);
  const answers = playing.filter(({ error }) => error === undefined).length + cached;
  // What is logged may be of games that a kill lost: it does not make up for those of workers.
  const least = logged.some(({ elsewhere }) => elsewhere) ? 1 : 0;
  const unlogged = Math.max(least, (conductOf(answered).servedBy.get(model) ?? 0) - answers);
  const lost = unlogged > 0 ? 0 : Math.max(0, answers - answersIn(rows, model));
  const perGame = (total: number) => (games > 0 && unlogged === 0 ? total / games : undefined);
  const isPriced = logged.some(({ cost }) => cost !== undefined);
  const unpriced = isPriced ? playing.filter(({ cost, error }) => cost === undefined && error === undefined).length : 0;
  const money = isPriced && unpriced === 0 ? perGame(sum(({ cost }) => cost)) : undefined;
  const seconds = perGame(sum(({ milliseconds }) => milliseconds) / 1000);
  const [input, output] = [
    perGame(sum(({ usage }) => usage?.inputTokens)),
    perGame(sum(({ usage }) => usage?.outputTokens)),
  ];
  const utility = earned(answered);
  const held = lines.flatMap(({ memory }) => memory ?? []);
  const memory = held.length > 0 ? Math.max(...held) : undefined;
  const faults = lines.filter(({ error }) => error !== undefined).length;
  return {
    model,
    utility: utility.mean,
    unlogged,
    cached,
    unpriced,
    lost,
    money,
    cells: [
      cell.count(lines.length),
      cell.count(faults),
      cell.estimate(utility),
      cell.number(seconds, 2),
      cell.count(input),
      cell.count(output),
      cell.number(money, 5),
      cell.count(memory === undefined ? undefined : memory / 1e6, 'MB'),
    ],
    spent: [seconds, input === undefined ? undefined : input + (output ?? 0), money, memory],
  };
}

/** Of all seats, under test or not. */
function answersIn(rows: readonly Row[], model: string): number {
  const notes = [...new Set(rows.map(({ episode }) => episode))].flatMap(conductIn).flatMap((seat) => seat.notes);
  return notes.filter((note) => note.model === model).length;
}

function isBeaten(cost: Cost, models: readonly Cost[]): boolean {
  if (cost.utility === undefined || models.some(({ unlogged, cached }) => unlogged + cached > 0)) return true;
  return models.some((other) => dominates(other, cost));
}

function dominates(a: Cost, b: Cost): boolean {
  if (a === b || a.utility === undefined || b.utility === undefined) return false;
  // No price is not no cost. A model behind a server takes no memory here.
  if ((a.money === undefined) !== (b.money === undefined)) return false;
  const pairs = a.spent.map((spent, i) => [spent ?? 0, b.spent[i] ?? 0] as const);
  const asGood = a.utility >= b.utility && pairs.every(([own, other]) => own <= other);
  return asGood && (a.utility > b.utility || pairs.some(([own, other]) => own < other));
}
