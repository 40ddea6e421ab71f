/** BazaarBATNA's published evaluation episodes: scored for both sides, per task and overall, and checked. */
import { ImportError } from '../text.ts';
import { type BazaarEpisode, readEpisodes } from './episodes.ts';
import { type BazaarFinding, bazaarFindings } from './findings.ts';
import { type Score, scoresOf } from './scores.ts';

export interface BazaarResults {
  readonly source: 'bazaar-results';
  readonly scores: readonly Score[];
  readonly findings: readonly BazaarFinding[];
  /** Lines left out, a sentence each. */
  readonly problems: readonly string[];
  /** Files that could not be used at all, a sentence each. */
  readonly refused: readonly string[];
}

export function importBazaarResults(files: readonly string[]): BazaarResults {
  const episodes: BazaarEpisode[] = [];
  const problems: string[] = [];
  const refused: string[] = [];
  for (const file of files) {
    try {
      const read = readEpisodes(file);
      episodes.push(...read.episodes);
      problems.push(...read.problems);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      refused.push(error.message);
    }
  }
  const [scores, findings] = [scoresOf(episodes), bazaarFindings(episodes)];
  return { source: 'bazaar-results', scores, findings, problems, refused };
}
