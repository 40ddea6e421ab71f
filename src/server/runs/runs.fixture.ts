/** A folder of small runs that were really played, with their reports. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseExperiment, planOf, resultsOf, runPlan, writeResults } from '../../lab/index.ts';

export const AGENTS = ['clean:boulware_firm', 'clean:tit_for_tat'];

export interface PlayedRuns {
  readonly root: string;
  play(name: string, settings?: Readonly<Record<string, unknown>>, reported?: boolean): Promise<string>;
  remove(): void;
}

export function playedRuns(): PlayedRuns {
  const root = mkdtempSync(join(tmpdir(), 'parley-runs-'));
  return {
    root,
    async play(name, settings = {}, reported = true) {
      const folder = join(root, name);
      const experiment = parseExperiment(
        {
          title: 'Three scripts',
          scenarios: { sampler: 'general', count: 6, seed: 1 },
          agents: AGENTS,
          opponents: ['worded:clean:fair_openings@templates'],
          ...settings,
        },
        name,
      );
      await runPlan(planOf(experiment), { folder, tags: ['small'] });
      if (reported) await writeResults(folder, await resultsOf([folder]));
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
