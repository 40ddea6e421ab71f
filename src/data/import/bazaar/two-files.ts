/** Two files of one policy, episode by episode: whether the second is another run or the first over again. */
import type { BazaarEpisode } from './episodes.ts';
import { outcomeOf, recordedPath } from './null-control.ts';
import { groupBy } from './scores.ts';

export interface TwoFiles {
  readonly policy: string;
  readonly files: readonly [string, string];
  /** Episodes of the same task and seed in both. */
  readonly common: number;
  readonly sameOutcome: number;
  readonly samePath: number;
  /** Those that end differently: task and seed, at most five. */
  readonly differ: readonly string[];
}

export function twoFiles(episodes: readonly BazaarEpisode[]): TwoFiles[] {
  return [...groupBy(episodes, ({ policy }) => policy)].flatMap(([policy, some]) => {
    const files = [...groupBy(some, ({ file }) => file)];
    return files.flatMap(([first, ones], i) =>
      files.slice(i + 1).flatMap(([second, others]) => compare(policy, [first, second], ones, others)),
    );
  });
}

function compare(
  policy: string,
  files: readonly [string, string],
  ones: readonly BazaarEpisode[],
  others: readonly BazaarEpisode[],
): TwoFiles[] {
  const gameOf = ({ task, seed }: BazaarEpisode) => `${task} ${seed}`;
  const byGame = new Map(others.map((other) => [gameOf(other), other]));
  let [common, sameOutcome, samePath] = [0, 0, 0];
  const differ: string[] = [];
  for (const one of ones) {
    const other = byGame.get(gameOf(one));
    if (!other) continue;
    common++;
    if (outcomeOf(one) === outcomeOf(other)) sameOutcome++;
    else differ.push(gameOf(one));
    if (JSON.stringify(recordedPath(one)) === JSON.stringify(recordedPath(other))) samePath++;
  }
  return common === 0 ? [] : [{ policy, files, common, sameOutcome, samePath, differ: differ.slice(0, 5) }];
}
