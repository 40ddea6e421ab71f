/**
 * What persuaders expected of what they did and did not do, against what came of it: `npx tsx scripts/counterfactuals.ts RUN...`, folders of
 * `parley run` with games of mindgames, ptom or trace. Plans that were noted (planner) and thoughts that weigh acts (examples/persuader); the lessons of a teacher are weighed again.
 * What was not done is played from there by the teacher of the rule set against the same target. The Brier score of the mean is that of whoever
 * always expects what happens on average.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Domain, type DomainKit, findKit } from '../src/core/index.ts';
import { parseEpisode } from '../src/data/index.ts';
import { counterfactualScore, type Prediction, plansIn, playedOut } from '../src/lab/analysis/counterfactuals.ts';
import {
  type PersuasionDomain,
  persuasionTeachers,
  teachersTable,
  thoughtPlans,
} from '../src/lab/search/lessons/index.ts';

const folders = process.argv.slice(2);
if (folders.length === 0)
  throw new RangeError('got no folder, expected those of runs: npx tsx scripts/counterfactuals.ts RUN...');

interface Found {
  readonly predictions: Prediction[];
  turns: number;
  planned: number;
  illegal: number;
}
const byAgent = new Map<string, Found>();
for (const folder of folders) {
  const file = join(folder, 'episodes.jsonl');
  if (!existsSync(file)) throw new RangeError(`${folder} has no episodes.jsonl: name the folder of a run`);
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === '') continue;
    const episode = parseEpisode(line, file);
    if (!(episode.domain in persuasionTeachers) || episode.result.kind === 'failed') continue;
    const noted = plansIn(episode);
    const { plans, thoughts } = noted.length > 0 ? { plans: noted, thoughts: noted.length } : thoughtPlans(episode);
    if (thoughts === 0) continue;
    const name = `${episode.domain} | ${episode.seats.persuader?.spec}`;
    const found = byAgent.get(name) ?? { predictions: [], turns: 0, planned: 0, illegal: 0 };
    byAgent.set(name, found);
    const domain = episode.domain as PersuasionDomain;
    const { rules } = findKit(domain) as DomainKit;
    const out = await playedOut(episode, rules as Domain, teachersTable(domain), plans);
    found.predictions.push(...out.predictions);
    found.turns += thoughts;
    found.planned += plans.length;
    found.illegal += out.illegal;
  }
}
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const head = [
  'game',
  'persuader',
  'thoughts',
  'that weigh what was done',
  'act',
  'n',
  'expected',
  'came',
  'Brier',
  'of the mean',
  'illegal',
];
print(head);
print(head.map(() => '---'));
for (const [name, { predictions, turns, planned, illegal }] of byAgent)
  for (const of of ['act', 'alternative'] as const) {
    const score = counterfactualScore(predictions.filter((one) => one.of === of));
    const shown = score
      ? [
          score.predictions,
          ...[score.meanPredicted, score.meanReal, score.brier, score.brierOfMean].map((x) => x.toFixed(3)),
        ]
      : [0, '-', '-', '-', '-'];
    print([name, turns, planned, of === 'act' ? 'done' : 'not done', ...shown, illegal].map(String));
  }
