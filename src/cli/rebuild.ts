/** What parley report and parley compare do: results from the transcripts, written and shown. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedRuns } from '../lab/analysis/index.ts';
import { refuseNoRun } from '../lab/experiment/ordered-writer.ts';
import { makeFolder } from '../models/node/files.ts';
import { aloneIn } from '../models/node/lock.ts';
import { UsageError } from './errors.ts';
import { phases } from './progress.ts';
import { sayFailures, showBetween, showSection, showStandings, summary, written } from './show-results.ts';

interface CompareOptions {
  readonly out: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

export async function compareFolders(folders: string[], { out, overwrite, json }: CompareOptions): Promise<void> {
  const { compareRuns } = await import('../lab/analysis/index.ts');
  const { writeResults } = await import('../lab/report/index.ts');
  for (const folder of folders) refuseNoRun(folder);
  if (!overwrite && existsSync(join(out, 'report.json')))
    throw new UsageError(`${out} holds a report already: name another folder with --out, or give --overwrite`);
  makeFolder(out);
  const phase = phases(out, json);
  phase('reading the games');
  const results = await compareRuns(folders);
  const pages = await writeResults(out, results, phase);
  phase();
  const text = json
    ? JSON.stringify({ ...summary(out, results), ...betweenJson(results) })
    : `${showStandings(results)}\n${showBetween(results)}\n\n${written(out, { games: false, pages })}`;
  process.stdout.write(`${text}\n`);
  sayFailures(results);
}

function betweenJson({ between: { differences, only } }: ComparedRuns): object {
  const shown = differences.map(
    ({ agent, metric, from, to, means, difference, games, changed, isSame, p, corrected }) => {
      const { mean, low, high, clusters } = difference;
      return {
        agent,
        metric,
        from,
        to,
        before: means[0],
        after: means[1],
        mean,
        low,
        high,
        p,
        holm: corrected,
        games,
        scenarios: clusters,
        changed,
        same: isSame,
      };
    },
  );
  return { differences: shown, only: only.map(({ episodes: _, ...one }) => one) };
}

interface RebuildOptions {
  readonly json?: boolean;
  readonly regret?: boolean;
  readonly site?: string;
}

export async function rebuild(folder: string, { json, regret, site }: RebuildOptions): Promise<void> {
  const { resultsOf } = await import('../lab/analysis/index.ts');
  const { writeResults } = await import('../lab/report/index.ts');
  refuseNoRun(folder);
  const phase = phases(folder, json);
  // A run that is still played would be told half.
  const { results, pages } = await aloneIn(folder, async () => {
    const found = await resultsOf([folder], { regret, onPhase: phase });
    const pages = await writeResults(folder, found, phase);
    phase();
    return { results: found, pages };
  });
  const copied = site === undefined ? undefined : await writeCopy(folder, site, phase);
  const text = json
    ? JSON.stringify({ ...summary(folder, results), ...(copied && { site: { folder: site, ...copied } }) })
    : `${showStandings(results)}\n${regret ? `${showSection(results, 'Regret')}\n` : ''}\n${written(folder, { pages })}`;
  process.stdout.write(`${text}\n`);
  if (copied && !json)
    process.stdout.write(
      `\nin ${site}: ${copied.games} games and ${copied.findings} findings for any static server, such as npx http-server ${site}\n`,
    );
  sayFailures(results);
}

async function writeCopy(folder: string, site: string, phase: (phase?: string) => void) {
  const { writeSite } = await import('../server/site/write.ts');
  phase('writing the site');
  const written = await writeSite(folder, site, (done, of) => phase(`writing the site, ${done} of ${of} games`));
  phase();
  return written;
}
