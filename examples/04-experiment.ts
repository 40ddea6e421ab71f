/** An experiment in a program: planned, run into a folder, and its report read back from the transcripts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cell, parseExperiment, planOf, resultsOf, runPlan, show } from 'parley/lab';

const experiment = parseExperiment(
  {
    title: 'Does patience pay?',
    scenarios: { sampler: 'general', count: 20 },
    agents: [{ spec: 'boulware?exponent={exponent}&opening=target', over: { exponent: [0.5, 1, 2, 4] } }],
    opponents: ['clean:tit_for_tat', 'clean:hardliner', 'clean:linear_standard'],
  },
  'patience',
);
const folder = mkdtempSync(join(tmpdir(), 'parley-example-'));
await runPlan(planOf(experiment), { folder });
const { standings } = await resultsOf([folder]);
for (const { agent, gains } of standings) console.log(`${agent.padEnd(40)} ${show(cell.estimate(gains.noDealAsZero))}`);
rmSync(folder, { recursive: true });
