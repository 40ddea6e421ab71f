/** What a persuader did in a game of minds (Moore et al. 2025), read off its messages and the mind of the target. */
import { type Mind, SIZE, swayed } from '../domains/persuasion/mindgames/mind.ts';
import {
  answersTo,
  cellsOf,
  heard,
  type Message,
  type MindgamesScenario,
  messagesIn,
  type PersuaderSecret,
  swayedBy,
} from '../domains/persuasion/mindgames/mindgames.ts';
import { VECTORS } from '../domains/persuasion/mindgames/solvable.ts';
import { PERSUADER, TARGET } from '../domains/persuasion/seats.ts';
import { canonicalJson } from '../hash.ts';
import { ln } from '../math.ts';
import { takenOf } from '../rounds.ts';
import type { Episode } from '../transcript.ts';
import type { Taken } from '../types.ts';
import { defineMetric, type Metric } from './metric.ts';

interface Game {
  readonly scenario: MindgamesScenario;
  readonly messages: readonly Message[];
  readonly secret: PersuaderSecret;
  readonly mind: Mind;
}

function metricOf(
  name: string,
  about: string,
  of: (game: Game) => number | undefined,
  within?: Metric['within'],
): Metric {
  return defineMetric({
    name,
    about,
    source: 'Moore et al. 2025 (MindGames)',
    domains: ['mindgames'],
    per: 'episode',
    within,
    of: (episode) => of(gameIn(episode)),
  });
}

function gameIn(episode: Episode): Game {
  const scenario = episode.scenario as MindgamesScenario;
  return {
    scenario,
    messages: messagesIn(takenOf(episode) as Taken<Message>[]),
    secret: scenario.private[PERSUADER] as PersuaderSecret,
    mind: scenario.private[TARGET] as Mind,
  };
}

/** Distinct cells that were disclosed, with whether the target lacked them and what telling them does to the goal's lead. */
function disclosedCells({ scenario, messages, secret, mind }: Game): { hidden: boolean; lift: number }[] {
  const { proposals, attributes } = scenario.public;
  const cells = new Map(
    messages.flatMap(({ disclose }) => disclose.map((one) => [`${one.proposal}|${one.attribute}`, one])),
  );
  return [...cells.values()].map(({ proposal, attribute, effect }) => {
    const [p, a] = [proposals.indexOf(proposal), attributes.indexOf(attribute)];
    const lift = effect * (mind.coefficients[a] as number) * (proposal === secret.goal ? 1 : -1);
    return { hidden: mind.known[p]?.[a] === null, lift };
  });
}

const asked = <T>(messages: readonly Message[], of: (message: Message) => readonly T[]): Set<string> =>
  new Set(messages.flatMap((message) => of(message).map((one) => canonicalJson(one))));

/** Whether all likes and all cells were asked for; a ranking, with credit, counts as all likes and the cells of what it names. */
function askedAll({ scenario, messages }: Game, credit: boolean): number {
  const { attributes } = scenario.public;
  const likes = new Set(messages.flatMap(({ motivational }) => motivational));
  const cells = new Set(
    messages.flatMap(({ informational }) => informational.map((one) => `${one.proposal}|${one.attribute}`)),
  );
  for (const proposal of credit ? messages.flatMap(({ inferential }) => inferential) : [])
    for (const attribute of attributes) {
      likes.add(attribute);
      cells.add(`${proposal}|${attribute}`);
    }
  const all = attributes.every((one) => likes.has(one));
  return Number(all && cellsOf(scenario.public).every((one) => cells.has(`${one.proposal}|${one.attribute}`)));
}

function thingsAsked(messages: readonly Message[]): number {
  return (
    asked(messages, ({ motivational }) => motivational).size +
    asked(messages, ({ informational }) => informational).size +
    asked(messages, ({ inferential }) => inferential).size
  );
}

export const persuaded = defineMetric({
  name: 'persuaded',
  about: "success: 1 where the persuader's proposal was chosen; 0 where another was, or a seat forfeited",
  source: 'Moore et al. 2025 (MindGames)',
  domains: ['mindgames', 'ptom'],
  per: 'episode',
  within: [0, 1],
  of: ({ result }) =>
    result.kind === 'failed' ? undefined : Number(result.kind === 'concluded' && result.utility[PERSUADER] === 1),
});

export const messagesToWin = metricOf(
  'messages-to-win',
  "the first message from which on the target would choose the persuader's proposal, to the end",
  ({ scenario, messages, secret, mind }) => {
    const { proposals, tieRule, talk } = scenario.public;
    const all = messages.map((message) => heard(scenario.public, message));
    const goal = proposals.indexOf(secret.goal);
    let first: number | undefined;
    for (let count = messages.length; count > 0; count--) {
      if (swayed(mind, all.slice(0, count), tieRule, talk === 'typed').choice !== goal) break;
      first = count;
    }
    return first;
  },
);

export const cellsDisclosed = metricOf(
  'cells-disclosed',
  'distinct cells that were told',
  (game) => disclosedCells(game).length,
);

export const goodCells = metricOf(
  'good-cells',
  "hidden cells told that raise the lead of the persuader's proposal",
  (game) => disclosedCells(game).filter(({ hidden, lift }) => hidden && lift > 0).length,
);

export const badCells = metricOf(
  'bad-cells',
  "over-disclosure: hidden cells told that lower the lead of the persuader's proposal",
  (game) => disclosedCells(game).filter(({ hidden, lift }) => hidden && lift < 0).length,
);

export const askedMotivational = metricOf(
  'asked-motivational',
  'distinct attributes asked about: what the target likes',
  ({ messages }) => asked(messages, ({ motivational }) => motivational).size,
);

export const askedInformational = metricOf(
  'asked-informational',
  'distinct cells asked about: what the target knows',
  ({ messages }) => asked(messages, ({ informational }) => informational).size,
);

export const askedInferential = metricOf(
  'asked-inferential',
  'distinct proposals asked about: how the target ranks them',
  ({ messages }) => asked(messages, ({ inferential }) => inferential).size,
);

export const askedEverything = metricOf(
  'asked',
  '1 where all likes and all cells were asked for; a ranking counts as all likes and the cells of the proposals it names',
  (game) => askedAll(game, true),
  [0, 1],
);

export const askedDirect = metricOf(
  'asked-direct',
  '1 where all likes and all cells were asked for, without credit for rankings',
  (game) => askedAll(game, false),
  [0, 1],
);

export const informationEfficiency = defineMetric({
  name: 'information-efficiency',
  about: 'bits of the likes (of log2 27) that the answers give to one who knows what the target knows / things asked',
  source: 'defined here',
  domains: ['mindgames'],
  per: 'episode',
  of(episode) {
    const { scenario, messages, mind } = gameIn(episode);
    const things = thingsAsked(messages);
    if (things === 0) return undefined;
    const facts = scenario.public;
    const said = (of: Mind) =>
      messages
        .map((message, i) => canonicalJson(answersTo(facts, swayedBy(facts, of, messages.slice(0, i + 1)), message)))
        .join();
    const truth = said(mind);
    const left = VECTORS.filter((coefficients) => said({ ...mind, coefficients }) === truth).length;
    return (ln(SIZE * SIZE * SIZE) - ln(left)) / ln(2) / things;
  },
});
