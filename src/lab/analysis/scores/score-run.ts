/**
 * scores.jsonl: what scorers said of the games of a run, a line a scorer and game. Each game is asked about once; a run that was
 * stopped goes on behind the last line, and a report reads the lines and asks nobody.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { contentHash, type Episode, type Metric, type Seat } from '../../../core/index.ts';
import { storedEpisodes, wholeEpisode } from '../../../data/stored-episodes.ts';
import type { Model } from '../../../models/index.ts';
import { createAppender, readJsonLines } from '../../../models/node/json-lines.ts';
import { type Experiment, ExperimentError } from '../../experiment/experiment.ts';
import { scoresFile } from '../../experiment/ordered-writer.ts';
import { partsOf, type Scores } from '../../experiment/own/parts.ts';
import { refuseMixedFingerprints } from '../../statistics/index.ts';
import { askModel, questionOf, rubricPin } from './rubric.ts';

const line = z.strictObject({
  episode: z.string(),
  scorer: z.string(),
  /** Pins the rubric, its scale and who graded. */
  fingerprint: z.string(),
  /** Null where no grade could be read, or it was off the scale. */
  scores: z.record(z.string(), z.number().nullable()),
});
type ScoreLine = z.output<typeof line>;

function readScores(folder: string): ScoreLine[] {
  return readJsonLines(scoresFile(folder)).map(({ value, where }) => {
    const { data } = line.safeParse(value);
    if (!data) throw new ExperimentError(`${where} is no score of a game: take it out, and the game is graded again`);
    return data;
  });
}

export interface ScoreOptions {
  readonly model: (name: string) => Promise<Model>;
  /** Games graded at once. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
}

/** Grades what is not graded yet; gives back how many games it asked about. A failed game measures nothing and is left out. */
export async function scoreRun(folder: string, experiment: Experiment, options: ScoreOptions): Promise<number> {
  const scorers = await scorersOf(folder, experiment, options);
  if (scorers.length === 0) return 0;
  const { concurrency = 4, signal } = options;
  const games = storedEpisodes(join(folder, 'episodes.jsonl')).filter(({ result }) => result.kind !== 'failed');
  const append = createAppender(scoresFile(folder), { inOrder: true });
  const held = readScores(folder);
  let asked = 0;
  for (const { name, fingerprint, scale, score } of scorers) {
    const mine = held.filter((one) => one.scorer === name);
    const other = mine.find((one) => one.fingerprint !== fingerprint);
    if (other)
      throw new ExperimentError(
        `${folder}: ${name} was ${other.fingerprint} and is ${fingerprint} now: grades of two judges do not go into one table; name another folder`,
      );
    const known = new Set(mine.map(({ episode }) => episode));
    const open = games.filter(({ id }) => !known.has(id));
    // Some at once, and kept in the order of the games. Where one fails the others are waited for: they are paid for.
    for (let i = 0; i < open.length; i += concurrency) {
      signal?.throwIfAborted();
      const part = open.slice(i, i + concurrency);
      const given = await Promise.allSettled(part.map(async (episode) => score(wholeEpisode(episode))));
      const failed = given.find((one) => one.status === 'rejected');
      const lines = (failed ? given.slice(0, given.indexOf(failed)) : given).map((one, k) => {
        const episode = part[k] as Episode;
        const { value } = one as PromiseFulfilledResult<Scores>;
        return { episode: episode.id, scorer: name, fingerprint, scores: onScale(episode, value, scale) };
      });
      await Promise.all(lines.map((one) => append(one satisfies ScoreLine)));
      if (failed) throw failed.reason;
      asked += part.length;
    }
  }
  return asked;
}

interface Scorer {
  readonly name: string;
  readonly fingerprint: string;
  readonly scale: readonly [number, number];
  score(episode: Episode): Scores | Promise<Scores>;
}

const ANY: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

async function scorersOf(folder: string, experiment: Experiment, { model, signal }: ScoreOptions): Promise<Scorer[]> {
  const { scorers: own, judges } = partsOf(experiment);
  const modules = contentHash((experiment.modules ?? []).map(({ hash }) => hash));
  const all: Scorer[] = [...own].map(([name, scorer]) => ({
    name,
    fingerprint: contentHash({ scorer: name, modules }),
    scale: ANY,
    score: (episode) => scorer.score(episode),
  }));
  for (const { name, judge, ...rubric } of experiment.scorers ?? []) {
    const { scale } = rubric;
    const byCode = judge === undefined ? undefined : judges.get(judge);
    if (byCode) {
      const fingerprint = rubricPin(rubric, `${judge} ${modules}`);
      all.push({ name, fingerprint, scale, score: (episode) => byCode(questionOf(rubric, episode)) });
      continue;
    }
    const found = await model(rubric.model as string);
    const ask = askModel(found, join(folder, 'judge-cache'));
    const fingerprint = rubricPin(rubric, found.digest);
    all.push({ name, fingerprint, scale, score: (episode) => ask(questionOf(rubric, episode), signal) });
  }
  return all;
}

function onScale({ seats }: Episode, given: Scores, [low, high]: readonly [number, number]) {
  const grade = (value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high ? value : null;
  return Object.fromEntries(Object.keys(seats).map((seat: Seat) => [seat, grade(given?.[seat])]));
}

/** What was scored in these folders, as metrics of a game and a seat. */
export function scoreMetrics(folders: readonly string[], experiments: readonly Experiment[]): Metric[] {
  const lines = folders.flatMap(readScores);
  refuseMixedFingerprints(lines.map(({ scorer, fingerprint }) => ({ name: scorer, fingerprint })));
  return [...new Set(lines.map(({ scorer }) => scorer))].map((name) => {
    const mine = lines.filter(({ scorer }) => scorer === name);
    const byGame = new Map(mine.map(({ episode, scores }) => [episode, scores]));
    const rubric = experiments.flatMap(({ scorers = [] }) => scorers).find((one) => one.name === name);
    return {
      name,
      about: rubric ? `${rubric.rubric} (${rubric.scale.join(' to ')}, by ${rubric.model ?? rubric.judge})` : '',
      source: 'scores.jsonl',
      per: 'seat',
      of: ({ id }, seat) => byGame.get(id)?.[seat] ?? undefined,
    };
  });
}
