/** parley data prepare pairs: two rollouts a scenario, judged, as preference pairs of single turns. */
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { Command } from 'commander';
import { findKit, rolesOf } from '../core/index.ts';
import { lineupOf } from '../lab/experiment/agents.ts';
import { ExperimentError, type ExperimentFile, parseExperiment, UnplayedError } from '../lab/experiment/experiment.ts';
import { loadExperiment, scenariosNamed } from '../lab/experiment/load.ts';
import { STAND_IN, standIn } from '../lab/experiment/stand-in.ts';
import {
  makePairs,
  modelPairJudge,
  type PairsOptions,
  type PairsProgress,
  rulesPairJudge,
} from '../lab/search/pairs/index.ts';
import { domainOption } from './domain-options.ts';
import { FAILED, UsageError } from './errors.ts';
import { openModels } from './model.ts';
import { addModelOptions, type ModelLimits, modelLimits } from './model-options.ts';
import { jsonOption, resumeOption, scenariosOption, takeOverOption, wholeNumber } from './options.ts';
import { progressBar, progressLines } from './progress.ts';
import { pushedText, pusherFor, pushOption, refuseS3 } from './push-option.ts';
import type { OpenQueue } from './queue-open.ts';
import { addQueueOptions, openQueue, type QueueFlags } from './queue-options.ts';
import { whenStopped } from './until-stopped.ts';

const collect = (value: string, all: string[] = []) => [...all, value];

interface PairsFlags extends ModelLimits, QueueFlags {
  readonly a: string;
  readonly push?: string;
  readonly b: string;
  readonly opponent?: string[];
  readonly experiment?: string;
  readonly scenarios?: string;
  readonly domain: string;
  readonly count?: number;
  readonly seed?: number;
  readonly seat?: string;
  readonly judge: string;
  readonly out: string;
  readonly resume?: boolean;
  readonly takeOver?: boolean;
  readonly json?: boolean;
}

export function pairs(): Command {
  const command = new Command('pairs')
    .description('two rollouts per scenario, judged: preference pairs of single turns, own side only (pairs.jsonl)')
    .requiredOption('--a <spec>', 'one agent in the seat that learns')
    .requiredOption('--b <spec>', 'the other; the same spec gives two rollouts with two seeds')
    .option('--opponent <spec>', "the opponent; may be given several times, else the experiment's opponents", collect)
    .option('--experiment <name>', 'a preset or a file whose scenarios and opponents are taken')
    .addOption(scenariosOption())
    .addOption(domainOption())
    .option('--count <n>', "how many scenarios (default: the experiment's, else 30)", wholeNumber(1, 100_000))
    .option('--seed <n>', "seed of the scenarios (default: the experiment's, else 1)", wholeNumber(0))
    .option('--seat <seat>', 'the seat that learns, such as buyer; the first of the domain unless told')
    .option('--judge <name>', 'rules, or a model that plays in neither rollout', 'rules')
    .requiredOption('--out <folder>', 'where pairs.jsonl, dropped.jsonl, episodes.jsonl and manifest.json go')
    .addOption(pushOption())
    .addOption(resumeOption())
    .addOption(takeOverOption())
    .addOption(jsonOption());
  return addQueueOptions(addModelOptions(command))
    .option('--places <n>', 'with --queue: calls at once of each model, over all workers', wholeNumber(1))
    .addHelpText(
      'after',
      `
Examples:
  parley data prepare pairs --a clean:boulware_hard --b clean:linear_standard --opponent clean:tit_for_tat --out pairs
  parley data prepare pairs --a "llm:embedded?temperature=0.5" --b "llm:embedded?temperature=0.9" --seat buyer \\
    --opponent shopkeeper --scenarios craigslist:train --count 200 --out pairs --resume`,
    )
    .action(run);
}

async function run(flags: PairsFlags): Promise<void> {
  const { a, b, out: folder, resume, takeOver, json } = flags;
  refuseS3(folder);
  const pusher = await pusherFor(flags.push);
  const { experiment, opponents } = await planned(flags).catch(asUsage);
  const seat = flags.seat ?? (rolesOf(experiment.domain)[0] as string);
  const limits = modelLimits(flags);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // every call under way listens
  const interrupted = () => stop.abort(new Error('stopped'));
  const ignoreStop = whenStopped(interrupted);
  // Both rollouts of a scenario in one shard: neither waits for the other.
  const shardSize = flags.shardSize === undefined ? undefined : 2 * Math.ceil(flags.shardSize / 2);
  const queue = await openQueue({ ...flags, shardSize }, stop.signal);
  const executor = queue && sharedBy(queue, folder);
  const models = openModels(join(folder, 'calls.jsonl'), limits, executor && queue?.together(executor.join));
  const bar = progressBar();
  const lines = progressLines();
  const onProgress = (progress: PairsProgress) => {
    const { done, of, pairs: kept } = progress;
    if (json) lines(progress);
    else {
      const beside = `${kept} pairs${queue ? `, ${queue.workers()}` : ''}`;
      bar.update({ label: 'scenarios', done, of, unit: 'scenarios', beside });
    }
  };
  try {
    const judge =
      flags.judge === 'rules'
        ? rulesPairJudge
        : modelPairJudge(flags.judge === STAND_IN ? standIn() : await models.model(flags.judge), {
            cache: join(folder, 'judge-cache'),
          });
    const { signal } = stop;
    let whole = false;
    const made = await makePairs({
      experiment,
      a,
      b,
      opponents,
      seat,
      folder,
      judge,
      resume,
      takeOver,
      resources: models,
      ...(executor && { executor: executor.execute }),
      signal,
      onProgress,
    })
      .then((one) => {
        whole = !one.stopped;
        return one;
      })
      .catch(asUsage)
      .finally(() => executor?.close(whole));
    bar.stop();
    process.stdout.write(`${json ? JSON.stringify({ folder, ...made }) : summary(folder, made)}\n`);
    if (!made.stopped) {
      const pushed = await pusher?.all(folder);
      if (pushed && !json) process.stdout.write(`${pushedText(flags.push as string, pushed)}\n`);
      return;
    }
    process.stderr.write(
      `parley: stopped after ${made.done} of ${made.of} scenarios; the same command with --resume goes on from here\n`,
    );
    process.exitCode = FAILED;
  } finally {
    bar.stop();
    ignoreStop();
    await queue?.close();
    await models.close();
  }
}

function sharedBy(queue: OpenQueue, folder: string) {
  let opened: ReturnType<OpenQueue['tables']> | undefined;
  const execute: PairsOptions['executor'] = (rollouts, players) => {
    opened = queue.tables(rollouts, folder, true);
    return opened.executor(players);
  };
  return {
    execute,
    /** A judge is asked when there are rollouts to judge. */
    join: async () => (opened as ReturnType<OpenQueue['tables']>).join(),
    close: async (done: boolean) => opened?.close(done),
  };
}

async function planned({ experiment: name, scenarios, domain, count, seed, a, b, opponent, seat }: PairsFlags) {
  const drawn = scenariosNamed(scenarios ?? Object.keys(findKit(domain)?.samplers ?? {})[0] ?? '', count ?? 30, {});
  const written: ExperimentFile = {
    title: 'Pairs',
    domain,
    scenarios: 'files' in drawn ? drawn : { ...drawn, seed: seed ?? 1 },
    agents: [a, b],
    ...(opponent ? { opponents: opponent } : {}),
    // Nobody changes seats here.
    seating: seat ?? findKit(domain)?.roles?.[0] ?? 'both',
    controls: false,
  };
  const experiment =
    name === undefined
      ? parseExperiment(written, 'the command line')
      : await loadExperiment(name, { ...(scenarios ? { scenarios } : {}), count, seed });
  const opponents = opponent ?? (name === undefined ? [] : lineupOf(experiment).opponents);
  if (opponents.length === 0)
    throw new ExperimentError('nobody sits across: give --opponent SPEC, or an --experiment with opponents');
  return { experiment, opponents };
}

function summary(folder: string, { pairs: kept, done, dropped }: PairsProgress): string {
  const reasons = Object.entries(dropped).filter(([, n]) => n > 0);
  const line = `${folder}: ${kept} pairs from ${done} scenarios`;
  return reasons.length === 0 ? line : `${line}; dropped: ${reasons.map(([reason, n]) => `${n} ${reason}`).join(', ')}`;
}

function asUsage(error: unknown): never {
  if (error instanceof ExperimentError && !(error instanceof UnplayedError)) throw new UsageError(error.message);
  throw error;
}
