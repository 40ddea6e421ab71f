/**
 * Runs held against each other, as `parley compare` does it, with the games behind it by scenario. Read in a thread of its own. A server
 * runs no module that a run names: somebody may have sent the folder.
 */
import { statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { TranscriptError } from '../../data/episodes.ts';
import { groupBy } from '../../lab/experiment/rows.ts';
import { alignRuns, ExperimentError } from '../../lab/index.ts';
import { sectionData } from '../../lab/report/json.ts';
import { FileError } from '../../models/node/plain.ts';
import { ApiError } from '../routes.ts';

/** Transcripts and scores of all runs together. */
const LARGEST = 64 << 20;
const MOST_PAIRS = 500;
const MOST_SCENARIOS = 300;
const MOST_GAMES = 50;

/** What a run that is broken, or of other games, is refused with. */
const BROKEN = [ExperimentError, FileError, TranscriptError];

export async function comparedRuns(folders: readonly string[]): Promise<object> {
  const files = folders.flatMap((folder) => ['episodes.jsonl', 'scores.jsonl'].map((name) => join(folder, name)));
  const bytes = files.reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
  if (bytes > LARGEST)
    throw new ApiError(
      413,
      'too_large',
      `these runs are too large to be compared here: parley compare ${folders.map(() => 'RUN').join(' ')} does it`,
    );
  try {
    const { between, sections, pairs, warnings } = await alignRuns(folders, { ownModules: false });
    const byScenario = [...groupBy(pairs, ({ scenario, to }) => `${to} ${scenario}`).values()];
    const scenarios = byScenario.flatMap((played) => {
      const some = played.flatMap((pair) => (pair.delta === undefined ? [] : [{ ...pair, delta: pair.delta }]));
      if (some.length === 0) return [];
      const mean = (of: (pair: (typeof some)[number]) => number) =>
        some.reduce((sum, one) => sum + of(one), 0) / some.length;
      const [worst] = some;
      return {
        scenario: some[0]?.scenario,
        to: some[0]?.to,
        games: some.length,
        failed: played.length - some.length,
        before: mean(({ before }) => before.utility as number),
        after: mean(({ after }) => after.utility as number),
        delta: mean(({ delta }) => delta),
        worst,
      };
    });
    return {
      warnings,
      sections: sections.map((section) => sectionData(section, new Map())),
      pairs: pairs.slice(0, MOST_PAIRS),
      allPairs: pairs.length,
      scenarios: scenarios.sort((a, b) => a.delta - b.delta).slice(0, MOST_SCENARIOS),
      allScenarios: scenarios.length,
      failedScenarios: byScenario.length - scenarios.length,
      only: between.only.map((one) => ({ ...one, episodes: one.episodes.slice(0, MOST_GAMES) })),
    };
  } catch (error) {
    if (!BROKEN.some((kind) => error instanceof kind)) throw error;
    // By the names of the runs: where they lie is nobody's business.
    const said = folders.reduce(
      (text, folder) => text.replaceAll(`${dirname(folder)}${sep}`, ''),
      (error as Error).message,
    );
    throw new ApiError(409, 'cannot', said);
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
