/** BazaarBATNA's published evaluation episodes: scored for both sides, per task and overall, and checked. */
import { ImportError } from '../text.ts';
import { type BazaarEpisode, namesOf, readEpisodes } from './episodes.ts';
import { type BazaarFinding, bazaarFindings } from './findings.ts';
import { type NullControl, type NullRow, nullControls, nullRows } from './null-control.ts';
import { groupBy, type Score, scoresOf } from './scores.ts';
import { type TwoFiles, twoFiles } from './two-files.ts';

export interface BazaarResults {
  readonly source: 'bazaar-results';
  readonly scores: readonly Score[];
  readonly findings: readonly BazaarFinding[];
  /** Each file's games played again by a policy that says nothing. */
  readonly nullControls: readonly NullControl[];
  /** What that policy earns on the three tasks of the original's table. */
  readonly nullRows: readonly NullRow[];
  readonly twoFiles: readonly TwoFiles[];
  /** Lines left out, a sentence each. */
  readonly problems: readonly string[];
  /** Files that could not be used at all, a sentence each. */
  readonly refused: readonly string[];
}

export function importBazaarResults(files: readonly string[]): BazaarResults {
  const episodes: BazaarEpisode[] = [];
  const problems: string[] = [];
  const refused: string[] = [];
  const names = namesOf([...new Set(files)]);
  for (const [file, name] of names) {
    try {
      const read = readEpisodes(file, name);
      episodes.push(...read.episodes);
      problems.push(...read.problems);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      refused.push(error.message);
    }
  }
  const groups = groupBy(episodes, ({ file, policy }) => JSON.stringify([file, policy]));
  return {
    source: 'bazaar-results',
    scores: scoresOf(episodes),
    findings: bazaarFindings(episodes),
    nullControls: [...groups.values()].flatMap(nullControls),
    nullRows: nullRows(episodes),
    twoFiles: twoFiles(episodes),
    problems,
    refused,
  };
}
