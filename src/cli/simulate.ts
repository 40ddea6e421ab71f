/** parley simulate: scripted negotiations by the million, as training data. */
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import { resolveScript } from '../agents/script.ts';
import { type Entry, registries } from '../core/index.ts';
import type { Pushed } from '../data/s3/index.ts';
import { type Manifest, PART_SIZE, type Progress, simulated, simulate as simulateRun } from '../data/simulate/index.ts';
import { samplerOption } from './domain-options.ts';
import { FAILED, UsageError } from './errors.ts';
import { jsonOption, resumeOption, scenarioSeedOption, takeOverOption, turnsOption, wholeNumber } from './options.ts';
import { progressBar, progressLines } from './progress.ts';
import { pushedText, pusherFor, pushOption, refuseS3 } from './push-option.ts';
import type { OpenQueue } from './queue-open.ts';
import { addQueueOptions, openQueue } from './queue-options.ts';
import { whenStopped } from './until-stopped.ts';

const played = Object.entries(registries)
  .filter(([, entries]) => entries[0]?.strategy.domain === simulated.name)
  .map(([name]) => name);

export function simulate(): Command {
  const command = new Command('simulate')
    .addOption(new Option('--domain <name>', 'what is negotiated').choices([simulated.name]).default(simulated.name))
    .requiredOption('--episodes <n>', 'games in all', wholeNumber(1))
    .addOption(turnsOption().default(20))
    .addOption(scenarioSeedOption().default(1))
    .addOption(samplerOption('janus'))
    .addOption(
      new Option('--registry <name>', 'scripts to pair (default: janus-a, or clean with --sampler general)').choices(
        played,
      ),
    )
    .option('--strategies <list>', 'scripts to pair, by spec, separated by commas')
    .option('--workers <n>', 'threads', wholeNumber(1, 256), 1)
    .option('--shard <i/n>', 'part i of n (default: 1/1); the parts in order make the whole', parseShard)
    .addOption(new Option('--failures <what>', 'episodes without a deal').choices(['keep', 'drop']).default('keep'))
    .requiredOption(
      '--out <file>',
      'FILE.jsonl, FILE.parquet, or FOLDER/ for Parquet in parts; may be given twice',
      (value: string, all: string[] = []) => [...all, value],
    )
    .option(
      '--part-size <games>',
      `games in each part of a FOLDER/, a multiple of 1000 (default: ${PART_SIZE})`,
      wholeNumber(1000),
    )
    .addOption(pushOption())
    .addOption(resumeOption())
    .addOption(takeOverOption())
    .option('--append', 'add this run to an existing .jsonl file')
    .addOption(jsonOption());
  return addQueueOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  parley simulate --episodes 100000 --out janus.jsonl
  parley simulate --episodes 1000000 --seed 2 --workers ${availableParallelism()} --out turns.parquet
  parley simulate --episodes 50000 --sampler general --strategies boulware_hard,tit_for_tat,fair --out mine.jsonl --resume
  parley simulate --episodes 1000000 --out turns/ --push s3://lab/turns
  parley simulate --episodes 100000000 --out turns/ --queue postgres://parley@db/parley`,
    )
    .action(async (options) => {
      const { sampler, seed, episodes, turns: turnLimit, failures, workers, out: outs } = options;
      const shard = options.shard ?? { index: 1, count: 1 };
      if (options.registry && options.strategies) throw new UsageError('give --registry or --strategies, not both');
      if (new Set(outs).size < outs.length) throw new UsageError('the same --out is given twice');
      outs.forEach(refuseS3);
      const { partSize, push } = options;
      if (partSize !== undefined && !outs.some((out: string) => out.endsWith('/')))
        throw new UsageError('--part-size is for parts: let --out end in /, as in --out turns/, or leave it out');
      const pusher = await pusherFor(push);
      const pushed: Pushed[] = [];
      const onFile = pusher && (async (file: string) => void pushed.push(await pusher.file(file)));
      const scripts = options.strategies
        ? namedScripts(options.strategies)
        : registryScripts(options.registry ?? (sampler === 'janus' ? 'janus-a' : 'clean'));
      const plan = { sampler, turnLimit, seed, scripts, episodes, shard, failures };
      const bar = progressBar();
      const lines = progressLines();
      let queue: OpenQueue | undefined;
      const onProgress = (out: string, progress: Progress) => {
        if (options.json) lines({ out, ...progress });
        else
          bar.update({
            label: out,
            done: progress.episodes,
            of: progress.of,
            unit: 'episodes',
            beside: queue?.workers(),
          });
      };
      const over = new AbortController();
      const stop = () => {
        // Over a queue its plan is withdrawn first.
        if (options.queue !== undefined) return over.abort(new Error('stopped'));
        sayStopped();
        process.exit(FAILED);
      };
      const sayStopped = () => {
        bar.stop();
        process.stderr.write('parley: stopped; the same command with --resume goes on from here\n');
      };
      const ignoreStop = whenStopped(stop);
      // Games leave nothing alive to share among helpers, and waiting for these took longer than the sweep: 8 % of a run.
      setFlagsFromString('--no-parallel-scavenge');
      try {
        queue = await openQueue(options, over.signal);
        const { resume = false, append = false, takeOver } = options;
        const executor = queue?.blocks(outs);
        const common = { plan, outs, partSize, workers, executor, resume, append, takeOver };
        const manifests = await simulateRun({ ...common, onProgress, onSet: pusher?.set, onFile });
        bar.stop();
        const made = manifests.map((manifest, i) => ({ out: outs[i] as string, manifest }));
        process.stdout.write(`${options.json ? asJson(made) : made.map(asText).join('\n')}\n`);
        if (!options.json && push) process.stdout.write(`${pushedText(push, { files: pushed, leftOut: [] })}\n`);
      } catch (error) {
        if (error !== over.signal.reason) throw error;
        sayStopped();
        process.exitCode = FAILED;
      } finally {
        bar.stop();
        ignoreStop();
        await queue?.close();
      }
    });
}

function namedScripts(list: string): { name: string; spec: string }[] {
  const scripts = list.split(',').map((text) => text.trim());
  for (const spec of scripts) resolveScript(spec, simulated);
  const twice = scripts.find((spec, i) => scripts.indexOf(spec) !== i);
  if (twice) throw new UsageError(`"${twice}" is named twice`);
  return scripts.map((spec) => ({ name: spec, spec }));
}

function registryScripts(registry: string): { name: string; spec: string }[] {
  const entries: readonly Entry[] = registries[registry as keyof typeof registries];
  return entries.map(({ name }) => ({ name, spec: `${registry}:${name}` }));
}

function parseShard(text: string): { index: number; count: number } {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!index || !count || index > count)
    throw new InvalidArgumentError(`Expected I/N with I from 1 to N, as in 2/4, got "${text}".`);
  return { index, count };
}

interface Made {
  readonly out: string;
  readonly manifest: Manifest;
}

/** One line: the file, or all of them. */
function asJson(made: readonly Made[]): string {
  const files = made.map(({ out, manifest: { rows, trajectories, bytes, sha256 } }) => ({
    out,
    done: true,
    rows,
    trajectories,
    bytes,
    sha256,
  }));
  return JSON.stringify(files.length === 1 ? files[0] : { done: true, files });
}

function asText({ out, manifest }: Made): string {
  const deals = manifest.runs.reduce((sum, run) => sum + run.tally.agreements, 0);
  const agreed = manifest.trajectories === 0 ? '' : ` (${((100 * deals) / manifest.trajectories).toFixed(1)} % agreed)`;
  return `${out}: ${manifest.trajectories.toLocaleString('en')} negotiations${agreed}, ${manifest.rows.toLocaleString('en')} rows, ${(manifest.bytes / 1e6).toFixed(1)} MB, sha256 ${manifest.sha256.slice(0, 12)}`;
}
