/** parley run: an experiment from its file or a preset, played and reported. */

import { setMaxListeners } from 'node:events';
import { basename, join } from 'node:path';
import { Command, Option } from 'commander';
import { modelIn } from '../agents/index.ts';
import type { Results } from '../lab/analysis/index.ts';
import { estimatePlan, type Estimate as PlanEstimate, secondsAtRate, timeModels } from '../lab/experiment/estimate.ts';
import { ExperimentError } from '../lab/experiment/experiment.ts';
import { loadExperiment } from '../lab/experiment/load.ts';
import { MOST_AT_ONCE } from '../lab/experiment/manifest.ts';
import { tablesLeft } from '../lab/experiment/ordered-writer.ts';
import { type Plan, type Table as PlannedTable, planOf, specsOf } from '../lab/experiment/plan.ts';
import { presets } from '../lab/experiment/presets/index.ts';
import { type OpenRun, openRun, type Progress as RunProgress } from '../lab/experiment/run.ts';
import { orStandIn, STAND_IN } from '../lab/experiment/stand-in.ts';
import { ModelError } from '../models/index.ts';
import { setOption } from './domain-options.ts';
import { FAILED, UsageError } from './errors.ts';
import { madeNow } from './made.ts';
import { type Models, openModels, refuseUnpriced } from './model.ts';
import { addModelOptions, type ModelLimits, modelExamples, modelLimits } from './model-options.ts';
import {
  jsonOption,
  regretOption,
  resumeOption,
  scenarioSeedOption,
  scenariosOption,
  takeOverOption,
  wholeNumber,
} from './options.ts';
import { phases, progressBar, progressLines } from './progress.ts';
import { pushedText, pusherFor, pushOption, refuseS3 } from './push-option.ts';
import type { OpenQueue } from './queue-open.ts';
import { addQueueOptions, openQueue } from './queue-options.ts';
import { whenStopped } from './until-stopped.ts';

const collect = (value: string, all: string[] = []) => [...all, value];

export function run(): Command {
  const command = new Command('run')
    .argument(
      '<experiment>',
      `a preset (${Object.keys(presets).join(', ')}), a .yaml, .json, .js or .ts file, or a verdict.json of the trainer`,
    )
    .option('--out <folder>', 'where the run goes; without it, runs/NAME')
    .option('--model <name>', 'a model in place of the stand-in; may be given several times', collect)
    .option('--agent <spec>', "an agent in place of the experiment's; may be given several times", collect)
    .addOption(scenariosOption())
    .addOption(setOption())
    .option('--count <n>', 'how many scenarios', wholeNumber(1, 100_000))
    .addOption(scenarioSeedOption())
    .option('--seeds <n>', 'games on each scenario with each combination of agents and seats', wholeNumber(1, 10_000))
    .option('--no-controls', 'leave the controls out')
    .addOption(
      new Option('--fallback <rule>', 'whether another model may answer where the one asked for fails').choices([
        'allow',
        'forbid',
      ]),
    )
    .option('--judge <model>', 'a model that judges personas (seller-quality); not the one that sells')
    .addOption(regretOption())
    .option('--concurrency <n>', 'without --queue: games at once (default: 4)', wholeNumber(1, MOST_AT_ONCE))
    .addOption(resumeOption())
    .option('--retry-failed', 'play only the failed games of a run again')
    .addOption(takeOverOption())
    .option('--tag <word>', 'a label to find the run by in parley list runs; may be given several times', collect)
    .addOption(pushOption())
    .option('--dry-run', 'show the plan and stop')
    .addOption(jsonOption());
  return addQueueOptions(addModelOptions(command))
    .option('--places <n>', 'with --queue: calls at once of each model, over all workers', wholeNumber(1))
    .addHelpText(
      'after',
      `
Examples:
  parley run tournament --out runs/tournament
  parley run ladder --model embedded/smollm2 --dry-run
  parley run agreemate --model ollama/llama3.2:3b --model ollama/llama3.1:8b --out runs/agreemate
  parley run mine.yaml --out runs/mine --resume
  parley run mine.yaml --out runs/mine --retry-failed
  parley run mine.yaml --out runs/mine --queue postgres://parley@db/parley
  parley run runs/buyer/verdict.json --model compatible/base --model compatible/buyer --out runs/buyer-verdict
${modelExamples('run ladder --model ollama/llama3.2:3b')}

A file that ends as soon as two of its agents are known to differ (docs/EXPERIMENTS.md has every key):
  title: Does patience pay?
  scenarios: { sampler: general, count: 60 }
  agents: [clean:boulware_hard, clean:boulware_conceding]
  opponents: [clean:tit_for_tat]
  stop: { compare: [clean:boulware_hard, clean:boulware_conceding], looks: 6, alpha: 0.05 }`,
    )
    .action(async (name: string, options) => {
      const { model: models, agent: agents, scenarios, set, count, seed, seeds, controls, fallback, regret } = options;
      refuseS3(options.out);
      const changes = { models, agents, scenarios, set, count, seed, seeds, controls, fallback, regret };
      const experiment = await loadExperiment(name, changes).catch(asUsage);
      const plan = (() => {
        try {
          return planOf(experiment);
        } catch (error) {
          return asUsage(error);
        }
      })();
      if (options.judge !== undefined && specsOf(plan).some((spec) => modelIn(spec) === options.judge))
        throw new UsageError(
          `${options.judge} sits at the table here: a judge must not be the one it judges, name another`,
        );
      const folder: string = options.out ?? join('runs', basename(name).replace(/\.\w+$/, ''));
      if (options.dryRun) {
        const again = options.retryFailed === true;
        const left = options.resume || again ? tablesLeft(folder, plan.tables, { again }) : plan.tables;
        return print(await planned(plan, left, folder, options));
      }
      const pusher = await pusherFor(options.push);
      const limited = modelLimits({ ...options, resume: options.resume || options.retryFailed });
      const graders = [options.judge, ...(experiment.scorers ?? []).map((scorer) => scorer.model)];
      refuseUnpriced(
        graders.filter((grader) => grader !== STAND_IN),
        limited,
      );
      const stop = new AbortController();
      setMaxListeners(0, stop.signal); // every call under way listens
      const queue = await openQueue(options, stop.signal);
      const progress = shownProgress(folder, options.json, queue);
      const shared = queue?.tables(plan, folder);
      const opened = openModels(join(folder, 'calls.jsonl'), limited, shared && queue?.together(shared.join));
      // Whoever times calls has joined the plan, and leaves it.
      const ignoreStop = shared && whenStopped(() => stop.abort(new Error('stopped')));
      try {
        // Whatever is to be refused is refused before a model is asked for anything.
        const { concurrency, resume, retryFailed, takeOver, tag: tags, judge } = options;
        const executor = shared?.executor;
        const limits = { folder, resources: opened, concurrency, executor, resume, retryFailed, takeOver };
        const { signal } = stop;
        const opening = openRun(plan, { ...limits, signal, made: madeNow(), tags, judge, onProgress: progress.update });
        const run = await opening;
        shared?.seat(run.players, run.left);
        let whole = false;
        try {
          const ahead = await planned(plan, run.left, folder, options, opened);
          if (!options.json) print(ahead);
          const playing = playAndReport(run, plan, folder, opened, options, stop, progress, shared?.close);
          // Not before it listens: a signal that has come and waits for its turn is lost with the last listener.
          ignoreStop?.();
          whole = await playing;
        } finally {
          run.close();
        }
        if (pusher && whole) {
          const pushed = await pusher.all(folder);
          if (!options.json) print(pushedText(options.push, pushed));
        }
      } finally {
        ignoreStop?.();
        await shared?.close(false);
        await queue?.close();
        await opened.close();
      }
    });
}

interface PlayOptions {
  readonly concurrency?: number;
  /** Where workers play, who decide how much is played at once. */
  readonly queue?: string;
  readonly rate?: ModelLimits['rate'];
  readonly replay?: string;
  readonly json?: boolean;
}

/** The plan and what is left of it will take; with models at hand, a few calls to each are timed. */
async function planned(
  plan: Plan,
  left: readonly PlannedTable[],
  folder: string,
  options: PlayOptions,
  models?: Models,
): Promise<string> {
  const rest = { ...plan, tables: left };
  const estimate = await estimatePlan(rest);
  const phase = phases(folder, options.json);
  if (models && estimate.calls > 0) phase('timing a few calls of each model');
  const seconds = models && estimate.calls > 0 ? await timeModels(rest, models) : undefined;
  phase();
  return options.json
    ? JSON.stringify({ plan: plan.hash, folder, ...estimate, ...(plan.looks && { looks: plan.looks }) })
    : // What is recorded says what it took, and takes no time.
      planText(plan, estimate, options, options.replay === undefined ? seconds : undefined);
}

function shownProgress(folder: string, json?: boolean, queue?: OpenQueue) {
  const bar = progressBar();
  const lines = progressLines();
  const update = (progress: RunProgress) => {
    const { done, tables, deals, failed } = progress;
    if (json) lines(progress);
    else {
      const beside = `${deals} deals, ${failed} failed${queue ? `, ${queue.workers()}` : ''}`;
      bar.update({ label: folder, done, of: tables, unit: 'tables', beside });
    }
  };
  return { update, stop: bar.stop };
}

/** Whether all of it was played. */
async function playAndReport(
  run: OpenRun,
  { hash, experiment }: Plan,
  folder: string,
  models: Models,
  options: PlayOptions,
  stop: AbortController,
  progress: { stop(): void },
  closePlan?: (done: boolean) => Promise<void>,
): Promise<boolean> {
  const ignoreStop = whenStopped(() => stop.abort(new Error('stopped')));
  let played = false;
  try {
    const ran = await run.play();
    played = !ran.stopped;
    if (ran.stopped) {
      progress.stop();
      process.stderr.write(
        `parley: stopped after ${ran.done} of ${ran.tables} tables; the same command with --resume goes on from here\n`,
      );
      if (options.json)
        print(JSON.stringify({ plan: hash, folder, done: false, tables: ran.tables, played: ran.done }));
      process.exitCode = FAILED;
      return false;
    }
  } finally {
    progress.stop();
    if (!played) {
      ignoreStop();
      await closePlan?.(false);
    }
  }
  const phase = phases(folder, options.json);
  // Judges and scorers have the plan's budget, too: it is held until they are done.
  const cut = () => {
    process.stderr.write(
      'parley: stopped with all games played and not all graded; the same command with --resume goes on from here\n',
    );
    // A database that is away is not waited for.
    stop.abort(new Error('stopped'));
    const closed = closePlan?.(true).catch(() => undefined) ?? Promise.resolve();
    closed.finally(() => process.exit(FAILED));
  };
  const ignoreCut = whenStopped(cut);
  ignoreStop();
  try {
    if (run.judge !== undefined) {
      phase('judging the sellers');
      await judgeSellers(folder, run.judge, models);
    }
    if (experiment.scorers) phase('scoring the games');
    const { scoreRun } = await import('../lab/analysis/scores/score-run.ts');
    await scoreRun(folder, experiment, { model: orStandIn(models.model), concurrency: options.concurrency });
  } catch (error) {
    if (error instanceof ModelError && error.kind === 'spent')
      throw new ExperimentError(`${error.message}; all games are played: go on with --resume and a new --budget`);
    throw error;
  } finally {
    ignoreCut();
    await closePlan?.(true);
  }
  const { resultsOf } = await import('../lab/analysis/index.ts');
  const { writeResults } = await import('../lab/report/index.ts');
  const { sayFailures, showStandings, summary, written } = await import('./show-results.ts');
  const results: Results = await resultsOf([folder], { onPhase: phase });
  const pages = await writeResults(folder, results, phase);
  phase();
  print(
    options.json
      ? JSON.stringify({ plan: hash, ...summary(folder, results) })
      : `\n${showStandings(results)}\n\n${written(folder, { pages })}`,
  );
  const broken = results.standings.filter(({ gains: { games, failed } }) => failed > 0 && failed >= games);
  for (const { agent } of broken) {
    const why = results.episodes.flatMap(({ result, seats }) =>
      result.kind === 'failed' && seats[result.by]?.spec === agent ? [result.reason] : [],
    )[0];
    process.stderr.write(
      `parley: every game of ${agent} failed, so it was not measured${why ? ` (${why})` : ''}; --retry-failed plays them again\n`,
    );
  }
  if (broken.length > 0) process.exitCode = FAILED;
  sayFailures(results);
  return true;
}

/** The judge's replies are kept in the folder, so that a resumed run does not ask again. */
async function judgeSellers(folder: string, name: string, models: Models): Promise<void> {
  const { judgePersonas, modelJudge } = await import('../lab/analysis/judge/index.ts');
  const { storedEpisodes } = await import('../data/index.ts');
  const judge = modelJudge(await orStandIn(models.model)(name), {
    cache: join(folder, 'judge-cache'),
  });
  await judgePersonas(folder, storedEpisodes(join(folder, 'episodes.jsonl')), judge);
}

function asUsage(error: unknown): never {
  if (error instanceof ExperimentError) throw new UsageError(error.message);
  throw error;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function planText(
  plan: Plan,
  estimate: PlanEstimate,
  { concurrency = 4, queue, rate }: PlayOptions,
  timed?: ReadonlyMap<string, readonly number[]>,
): string {
  const { tables, episodes, cells, calls, mostCalls, inputTokens, outputTokens, seconds } = estimate;
  const { agents, controls, opponents, again } = plan.lineup;
  const n = (value: number) => Math.round(value).toLocaleString('en');
  const counted = (count: number, what: string) => `${n(count)} ${what}${count === 1 ? '' : 's'}`;
  const lines = [
    plan.experiment.title,
    `${counted(agents.length, 'agent')} and ${counted(controls.length, 'control')} against ${counted(opponents.length, 'opponent')} in ${counted(cells, 'cell')}`,
    ...(again.length > 0 ? [`A/A: ${again.join(', ')}`] : []),
    tables < plan.tables.length
      ? `${counted(episodes, 'game')} at ${counted(tables, 'table')} are left of ${n(plan.tables.length)}${queue === undefined ? '' : '; workers play whole shards, with what is there of them, and only what is left is kept'}`
      : `${counted(episodes, 'game')} on ${counted(plan.draws.length, 'scenario')} at ${counted(tables, 'table')}`,
  ];
  if (tables === 0) return lines.join('\n');
  const { stop } = plan.experiment;
  if (stop && plan.looks) {
    const at = plan.looks.map(({ scenarios }) => scenarios).join(', ');
    lines.push(
      `stops early where ${stop.compare.join(' and ')} differ in ${stop.metric}: looks after ${at} scenarios, error at most ${stop.alpha} over all of them; the counts below are of the whole plan`,
    );
  }
  if (calls > 0) {
    lines.push(
      `about ${n(calls)} model calls: ${n(inputTokens)} tokens in, at most ${n(outputTokens)} out (counted on a sample with a stand-in)${mostCalls > calls ? `; ${n(mostCalls)} calls where every game goes to its last turn and every act takes three tries` : ''}`,
    );
  }
  const took = [...(timed?.values() ?? [])].flat();
  const models = new Set(
    specsOf(plan)
      .flatMap((spec) => modelIn(spec) ?? [])
      .filter((one) => !one.startsWith('scripted')),
  );
  const atRate = rate && models.size > 0 ? secondsAtRate(rate, estimate, models.size) : 0;
  if (took.length > 0)
    lines.push(timeText(took, calls, queue === undefined ? Math.min(concurrency, tables) : undefined, atRate));
  else if (calls > 0)
    lines.push(`scripts and stand-ins: about ${duration(seconds)}; a model's own time is not in it${rateText(atRate)}`);
  else lines.push(`about ${duration(seconds)}`);
  return lines.join('\n');
}

/**
 * From calls that took so many seconds to the time of all: a range, since calls differ. Without a number of calls at once they are those
 * of workers, of which there may be any number.
 */
export function timeText(took: readonly number[], calls: number, concurrency?: number, atRate = 0): string {
  const [low, high] = [Math.min(...took), Math.max(...took)];
  const timeOf = (one: number) => (calls * one) / (concurrency ?? 1);
  const range = (from: string, to: string) => (from === to ? to : `${from} to ${to}`);
  const timed = `${took.length === 1 ? 'one call' : `${took.length} calls`} took ${range(low.toFixed(1), high.toFixed(1))} s`;
  if (concurrency === undefined)
    return `${timed}: about ${range(duration(timeOf(low)), duration(timeOf(high)))} of calls, shared by the threads of all workers${rateText(atRate)}`;
  const [least, most] = [low, high].map((one) => duration(Math.max(atRate, timeOf(one))));
  const held = atRate > timeOf(low) ? ', as --rate allows no faster' : '';
  return `${timed}: about ${range(least as string, most as string)} with ${concurrency} at once${held}`;
}

const rateText = (atRate: number) => (atRate > 0 ? `; at least ${duration(atRate)} at this --rate` : '');

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
