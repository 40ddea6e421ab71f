/**
 * Beliefs over many games: how near the truth they were at a seat's first, middle and last turn and over all of them, and whether that
 * is nearer than what was believed before.
 *
 * They are read off transcripts in which they were stated, or asked for after the fact at every recorded view. Two priors: ignorance,
 * which knows the question alone, and the agent's own, the stricter one: what it answers before anybody has acted, or, where it cannot
 * be asked, what it stated first. Prior and belief are scored by the question as it was put at the belief's turn. Intervals resample
 * games. An episode that failed measures nothing.
 */
import {
  type Agent,
  type Asked,
  aside,
  type Belief,
  type BeliefScore,
  beliefProblem,
  createRng,
  type DomainKit,
  type Episode,
  expectedCalibrationError,
  findKit,
  ignorance,
  type Question,
  type Seat,
  type Statement,
  scoreBelief,
  statedIn,
  type View,
  viewsOf,
} from '../../core/index.ts';
import { errorText } from '../../core/plain.ts';
import { clusterOf } from '../experiment/draws.ts';
import { bootstrapMean, type Estimate, type Observation } from '../statistics/index.ts';

/** What was believed in one game by one seat about one question, in order. */
export interface BeliefSeries {
  readonly game: string;
  /** The unit of every interval: games on one scenario tell the same again. */
  readonly scenario: string;
  readonly seat: Seat;
  readonly question: string;
  readonly statements: readonly Statement[];
  /** What it believed before. */
  readonly own: Belief | undefined;
}

/** Told of each game that is left out since its domain cannot put its questions to it, and why. */
export type LeftOut = (episode: Episode, reason: string) => void;

/** What was stated in these games, by these seats or by all. */
export function statedBeliefs(
  episodes: readonly Episode[],
  seat?: (episode: Episode) => Seat,
  leftOut?: LeftOut,
): BeliefSeries[] {
  return measured(episodes).flatMap((episode) => {
    const series = tried(episode, leftOut, () =>
      seatsIn(episode, seat).flatMap((one) => {
        const byQuestion = grouped(statedIn(episode, one), ({ question }) => question);
        return [...byQuestion].map(([question, statements]) => ({
          game: episode.id,
          scenario: clusterOf(episode),
          seat: one,
          question,
          statements,
          own: statements[0]?.belief,
        }));
      }),
    );
    return series ?? [];
  });
}

function tried<T>(episode: Episode, leftOut: LeftOut | undefined, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    leftOut?.(episode, errorText(error));
    return undefined;
  }
}

export interface AskingOptions {
  /** Whose views; every seat's where left out. */
  readonly seat?: (episode: Episode) => Seat;
  /** last: the last view alone, which is quicker. Default all. */
  readonly views?: 'all' | 'last';
  readonly leftOut?: LeftOut;
}

/** A question as it is put at a view. */
interface Put {
  readonly view: View;
  readonly question: Question;
  readonly asked: Asked;
}

/** What an agent believes at the views that seats had in these games, whoever played them. */
export async function askedBeliefs(
  episodes: readonly Episode[],
  agentFor: (episode: Episode) => Agent,
  { seat, views: which = 'all', leftOut }: AskingOptions = {},
): Promise<BeliefSeries[]> {
  const series: BeliefSeries[] = [];
  for (const episode of measured(episodes)) {
    const kit = findKit(episode.domain);
    if (!kit?.questions) continue;
    const agent = agentFor(episode);
    const seats = tried(episode, leftOut, () =>
      seatsIn(episode, seat).map((one) => ({ one, ...questionsFor(kit, episode, one, which) })),
    );
    for (const { one, put, before } of seats ?? []) {
      const answers = new Map<string, Statement[]>();
      for (const { truth, ...place } of put) {
        const found = await answered(agent, place, episode);
        const { name } = place.question;
        if (found)
          answers.set(name, [...(answers.get(name) ?? []), { turn: place.view.turn, question: name, ...found, truth }]);
      }
      for (const question of kit.questions) {
        const statements = answers.get(question.name);
        if (!statements) continue;
        const first = before.find((place) => place.question === question);
        const own = first && (await answered(agent, first, episode))?.belief;
        series.push({
          game: episode.id,
          scenario: clusterOf(episode),
          seat: one,
          question: question.name,
          statements,
          own,
        });
      }
    }
  }
  return series;
}

/** View by view, since what an agent works out at one view serves all its questions; and before anybody has acted. */
function questionsFor({ rules, questions = [] }: DomainKit, episode: Episode, seat: Seat, which: 'all' | 'last') {
  const at = (view: View): Put[] =>
    questions.flatMap((question) => {
      const asked = question.ask(view);
      return asked ? [{ view, question, asked }] : [];
    });
  const seen = viewsOf(rules, episode, seat);
  const put = (which === 'all' ? seen : seen.slice(-1)).flatMap(at).flatMap((place) => {
    const truth = place.question.truth(episode.scenario, seat);
    return truth === undefined ? [] : [{ ...place, truth }];
  });
  return { put, before: at(rules.view(rules.start(episode.scenario), seat)) };
}

/** As it would have been stated in play: from the same streams. What is no answer is none. */
async function answered(agent: Agent, { view, question, asked }: Put, { seed }: Episode) {
  const rng = createRng(seed).split('agents').split(view.seat).split(view.turn);
  const context = aside(rng.split('beliefs').split(question.name));
  const belief = await agent.answer?.(view, question, context);
  return belief && beliefProblem(asked, belief) === undefined ? { asked, belief } : undefined;
}

function measured(episodes: readonly Episode[]): readonly Episode[] {
  return episodes.filter(({ result }) => result.kind !== 'failed');
}

function seatsIn(episode: Episode, seat: AskingOptions['seat']): readonly Seat[] {
  return seat ? [seat(episode)] : Object.keys(episode.seats);
}

export const places = ['first', 'middle', 'last', 'all'] as const;
export type Place = (typeof places)[number];

export interface BeliefRow {
  readonly seat: Seat;
  readonly question: string;
  /** error and brier: smaller is better. rank: larger. coverage: best at .8, for which ends are stated. */
  readonly measure: Measure;
  readonly at: Place;
  readonly games: number;
  readonly score: Estimate;
  readonly ignorance: Prior | undefined;
  readonly own: Prior | undefined;
  /** Expected calibration error of the chances given, where chances are. */
  readonly calibration?: number;
}

/** The score of a prior, and that of the belief less it, over the games in which both have one. */
export interface Prior {
  readonly score: number;
  readonly difference: Estimate;
}

const measures = {
  error: { read: ({ error }: BeliefScore) => error, within: [0, Number.POSITIVE_INFINITY] },
  brier: { read: ({ brier }: BeliefScore) => brier, within: [0, 2] },
  rank: { read: ({ rank }: BeliefScore) => rank, within: [-1, 1] },
  coverage: {
    read: ({ covered }: BeliefScore) => (covered === undefined ? undefined : Number(covered)),
    within: [0, 1],
  },
} as const;
export type Measure = keyof typeof measures;

const _RESAMPLES = 2000;

interface Scored {
  readonly game: string;
  readonly scenario: string;
  readonly statement: Statement;
  readonly own: Belief | undefined;
}

/** Seats and questions in the order in which they come, each measure that applies, each place. */
export function beliefRows(series: readonly BeliefSeries[]): BeliefRow[] {
  const groups = grouped(series, ({ seat, question }) => JSON.stringify([seat, question]));
  return [...groups.values()].flatMap((group) => {
    const { seat, question } = group[0] as BeliefSeries;
    return (Object.keys(measures) as Measure[]).flatMap((measure) =>
      places.flatMap((at) => {
        const scored = group.flatMap(({ game, scenario, statements, own }) =>
          placed(statements, at).map((statement) => ({ game, scenario, statement, own })),
        );
        const row = rowOf(scored, measure);
        return row ? [{ seat, question, measure, at, ...row }] : [];
      }),
    );
  });
}

function placed(statements: readonly Statement[], at: Place): readonly Statement[] {
  const last = statements.length - 1;
  if (at === 'all') return statements;
  return [statements[{ first: 0, middle: Math.floor(last / 2), last }[at]] as Statement];
}

function rowOf(
  scored: readonly Scored[],
  measure: Measure,
): Omit<BeliefRow, 'seat' | 'question' | 'measure' | 'at'> | undefined {
  const { read, within } = measures[measure];
  // What was believed first may answer a question that has become one of another kind.
  const scoreOf = ({ asked, truth }: Statement, belief: Belief) =>
    asked.kind === belief.kind ? read(scoreBelief(asked, belief, truth)) : undefined;
  const observed = scored.map(({ scenario, statement }) => ({
    cluster: scenario,
    value: scoreOf(statement, statement.belief),
  }));
  if (observed.every(({ value }) => value === undefined)) return undefined;
  const estimate = (observations: readonly Observation[], bounds?: readonly [number, number]) =>
    bootstrapMean(observations, { within: bounds });
  const prior = (beliefOf: (one: Scored) => Belief | undefined): Prior | undefined => {
    const pairs = scored.flatMap((one, i) => {
      const belief = beliefOf(one);
      const before = belief && scoreOf(one.statement, belief);
      const now = observed[i]?.value;
      return before === undefined || now === undefined ? [] : [{ cluster: one.scenario, before, value: now - before }];
    });
    if (pairs.length === 0) return undefined;
    const score = pairs.reduce((sum, { before }) => sum + before, 0) / pairs.length;
    return { score, difference: estimate(pairs) };
  };
  const score = estimate(observed, within);
  return {
    games: new Set(scored.flatMap(({ game }, i) => (observed[i]?.value === undefined ? [] : [game]))).size,
    score,
    ignorance: prior(({ statement }) => ignorance(statement.asked)),
    // What was stated first is no prior of itself.
    own: prior(({ statement, own }) => (own === statement.belief ? undefined : own)),
    ...(measure === 'brier' && { calibration: calibrationIn(scored) }),
  };
}

function calibrationIn(scored: readonly Scored[]): number {
  const chances: number[] = [];
  const happened: boolean[] = [];
  for (const { statement } of scored) {
    const { asked, truth } = statement;
    // What has no score is in no bin either.
    if (statement.belief.kind !== 'choice' || asked.kind !== 'choice' || !asked.options.includes(truth as string))
      continue;
    for (const [option, chance] of Object.entries(statement.belief.chances)) {
      chances.push(Math.min(1, chance));
      happened.push(option === truth);
    }
  }
  return expectedCalibrationError(chances, happened);
}

export const beliefHead = [
  'seat',
  'question',
  'measure',
  'turn',
  'games',
  'score',
  'ignorance',
  'less',
  'own prior',
  'less',
  'ECE',
] as const;

/** A row as text, in the order of the head; a dash where something does not apply, or these games cannot bound it. */
export function beliefCells(row: BeliefRow): string[] {
  const number = (value: number | undefined) =>
    value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(3).replace(/^(-?)0\./, '$1.');
  const interval = ({ mean, low, high }: Estimate) => `${number(mean)} [${number(low)}, ${number(high)}]`;
  // To hold the truth more often is not better: it is right at .8.
  const prior = (one: Prior | undefined) =>
    one && row.measure !== 'coverage' ? [number(one.score), interval(one.difference)] : ['-', '-'];
  return [
    row.seat,
    row.question,
    row.measure,
    row.at,
    String(row.games),
    interval(row.score),
    ...prior(row.ignorance),
    ...prior(row.own),
    number(row.calibration),
  ];
}

function grouped<T>(list: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}
