/**
 * Runs a plan, as the only process in its folder: several tables at once, each finished one on disk in the order of the plan, so that the files of a run that was
 * killed and resumed equal those of one that was not.
 *
 * An episode that fails is an episode: it is recorded and the run goes on. A model that is not there stops the run before
 * anything is written, and one that no longer answers stops it without the games that failed for it (outage.ts). A stop
 * (Ctrl-C) gives up the games under way and keeps all others.
 *
 * With a rule to stop, the plan is played in parts: no game behind a look begins before the look is taken, on what is on the disk.
 */
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import type { Resources } from '../../agents/index.ts';
import { type Episode, sameJson } from '../../core/index.ts';
import { storedEpisodes } from '../../data/stored-episodes.ts';
import { type Model, ModelError } from '../../models/index.ts';
import { startEnergyMeter } from '../../models/node/energy.ts';
import { writeWhole } from '../../models/node/files.ts';
import { holdLock, isLock, type Lock, lockIn } from '../../models/node/lock.ts';
import { wrap } from '../../models/wrappers/wrap.ts';
import { twinSentence } from './agents.ts';
import { refuseConflict } from './conflict.ts';
import { noteElsewhere } from './elsewhere.ts';
import { keepEnergy } from './energy.ts';
import { type Executor, localExecutor } from './executor.ts';
import { ExperimentError, FolderError } from './experiment.ts';
import { forgetFailedShards } from './failed-shards.ts';
import {
  differenceOf,
  limitsIn,
  type Made,
  type Manifest,
  manifestFile,
  manifestIn,
  manifestOf,
  manifestText,
  readManifest,
  refuseLostManifest,
} from './manifest.ts';
import { episodesFile, forgetFailed, judgementsFile, orderedWriter, tablesLeft } from './ordered-writer.ts';
import { outageSentence, watchedBy, watchOutages } from './outage.ts';
import { dealsAt, type Plan, type Table } from './plan.ts';
import type { Players } from './play.ts';
import { resolvePlayers } from './resolve-players.ts';
import { orStandIn } from './stand-in.ts';
import { endsEarly, type Stopping, stoppingOf } from './stopping.ts';

export interface RunOptions {
  readonly folder: string;
  readonly resources?: Resources;
  /** Tables at once, in this process. */
  readonly concurrency?: number;
  /** Who plays in place of this process. */
  readonly executor?: (players: Players) => Executor;
  readonly resume?: boolean;
  /** Plays the failed games of the run again, and goes on with it. */
  readonly retryFailed?: boolean;
  /** Also from a process of another host, which cannot be asked whether it lives. */
  readonly takeOver?: boolean;
  /** For the manifest. */
  readonly made?: Made;
  readonly tags?: readonly string[];
  /** The model that judges personas once all is played; of a run that goes on, the one that it began with. */
  readonly judge?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly done: number;
  readonly tables: number;
  readonly deals: number;
  readonly failed: number;
}

export interface Ran extends Progress {
  /** Whether a signal stopped it before its end. */
  readonly stopped: boolean;
  /** The looks taken, where it has a rule to stop by. */
  readonly stopping: Stopping | undefined;
}

/** A run that holds its folder: everything about it was checked, and nothing was asked of a model yet. */
export interface OpenRun {
  /** The tables that will be played: of a run that goes on, those that are not there yet. */
  readonly left: readonly Table[];
  /** Who judges personas: the one asked for, or the one that the manifest keeps. */
  readonly judge: string | undefined;
  readonly players: Players;
  play(): Promise<Ran>;
  /** Lets others have the folder; a folder that is still empty is removed. */
  close(): void;
}

export async function runPlan(plan: Plan, options: RunOptions): Promise<Ran> {
  const run = await openRun(plan, options);
  try {
    return await run.play();
  } finally {
    run.close();
  }
}

export async function openRun(plan: Plan, options: RunOptions): Promise<OpenRun> {
  const { folder, retryFailed = false, resume = retryFailed, takeOver, concurrency = 4, made, tags } = options;
  const lock = holdLock(lockIn(folder), { takeOver });
  try {
    if (!resume && readdirSync(folder).some((name) => name !== 'calls.jsonl' && !isLock(name)))
      throw new FolderError(whyNotNew(folder, plan));
    refuseConflict(folder);
    const held = readManifest(folder);
    if (retryFailed && !held) throw new FolderError(`${folder} holds no run whose failed games could be played again`);
    const outages = watchOutages();
    const players = await seatPlayers(plan, watchedBy(outages, options.resources));
    refuseTwins(plan, players);
    const asked = manifestOf(plan, players);
    const difference = held && differenceOf(held, asked);
    if (difference) throw new FolderError(`${folder} holds another run: ${difference}; name another folder`);
    const judge = options.judge ?? held?.judge;
    // One that has judged nothing yet may have been a slip.
    if (held?.judge !== undefined && judge !== held.judge && existsSync(judgementsFile(folder)))
      throw new FolderError(
        `${folder} is judged by ${held.judge}, and ${judge} is asked for: leave --judge out, or name another folder`,
      );
    const kept = { tags, judge, concurrency: options.concurrency };
    // Whoever is stopped before the first game may have spent all of a budget on the times of calls.
    if (held) keepManifest(folder, held, { ...asked, made }, kept);
    return {
      close: lock.release,
      judge,
      players,
      left: held ? tablesLeft(folder, plan.tables, { again: retryFailed }) : plan.tables,
      async play() {
        lock.check();
        if (!held) keepManifest(folder, held, { ...asked, made }, kept);
        if (retryFailed) forgetFailed(folder, plan.tables);
        // What this machine draws says nothing of games that others play.
        if (options.executor) return playAll(plan, asked, options.executor(players), lock, options);
        const meter = await startEnergyMeter();
        let done: { readonly first: number; readonly last: number } | undefined;
        const onProgress = (progress: Progress) => {
          done = { first: done?.first ?? progress.done, last: progress.done };
          options.onProgress?.(progress);
        };
        try {
          return await playAll(plan, asked, localExecutor(players, outages, concurrency), lock, {
            ...options,
            onProgress,
          });
        } finally {
          // Those of this sitting: what a resumed run found was paid for before.
          const games = done ? plan.tables.slice(done.first, done.last).reduce((sum, one) => sum + dealsAt(one), 0) : 0;
          keepEnergy(folder, await meter.stop(), games);
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** To go on is offered where the run that is there is the one that is asked for. */
function whyNotNew(folder: string, plan: Plan): string {
  const held = manifestIn(folder);
  if (!held) return `${folder} is there already and holds no run: name another folder`;
  const isSame = held.plan === plan.hash && sameJson(held.experiment, plan.experiment);
  return isSame
    ? `${folder} is there already: go on with that run with --resume, or name another folder`
    : `${folder} holds another run, "${held.experiment.title}": name another folder`;
}

/** What began the run stays; tags are added, a judge where it had none, the command where it has limits of its own, and games at once as a command asked for last. */
function keepManifest(
  folder: string,
  held: Manifest | undefined,
  asked: Manifest,
  { tags: more = [], judge, concurrency = held?.concurrency }: Pick<RunOptions, 'tags' | 'judge' | 'concurrency'>,
): void {
  const tags = [...new Set([...(held?.tags ?? []), ...more])];
  const command = asked.made?.command ?? '';
  const before = held?.limited ?? held?.made?.command;
  const limited = held && command !== before && limitsIn(command).length > 0 ? command : held?.limited;
  const manifest = {
    ...(held ?? asked),
    ...(limited !== undefined && { limited }),
    ...(concurrency !== undefined && asked.made && { concurrency }),
    ...(judge !== undefined && { judge }),
    ...(tags.length > 0 && { tags }),
  };
  if (held && sameJson(held, manifest)) return;
  const file = manifestFile(folder);
  // By its time a list says when the run began.
  const begun = held && statSync(file).mtime;
  writeWhole(file, manifestText(manifest));
  if (begun) utimesSync(file, begun, begun);
}

/** Every spec of the plan, resolved before the first game. */
export async function seatPlayers(plan: Plan, resources: Resources = {}): Promise<Players> {
  const open = orStandIn(resources.model);
  const model = async (name: string): Promise<Model> => {
    const found = await open(name);
    return plan.experiment.fallback === 'forbid' ? withoutFallback(found) : found;
  };
  return resolvePlayers(plan, { ...resources, model });
}

/** Two names of one model are found only here, where its digest is known. */
function refuseTwins({ lineup: { agents, controls, opponents } }: Plan, players: Players): void {
  for (const side of [[...agents, ...controls], opponents]) {
    const seen = new Map<string, string>();
    for (const spec of side) {
      const fingerprint = players.get(spec)?.fingerprint as string;
      const before = seen.get(fingerprint);
      if (before !== undefined) throw new ExperimentError(twinSentence(before, spec));
      seen.set(fingerprint, spec);
    }
  }
}

/** A model whose fallback answers fail the episode: the experiment wants this model or none. */
function withoutFallback(model: Model): Model {
  return wrap(model, async (request, options) => {
    const reply = await model.generate(request, options);
    if (reply.fallback === undefined) return reply;
    const why = `${reply.servedBy} answered in its place (${reply.fallback}), which this experiment forbids`;
    throw new ModelError('rejected', model.name, why);
  });
}

async function playAll(
  { tables, looks }: Plan,
  manifest: Manifest,
  execute: Executor,
  lock: Lock,
  { folder, executor, signal = new AbortController().signal, onProgress }: RunOptions,
): Promise<Ran> {
  const writer = orderedWriter(folder, tables, lock);
  if (!executor) forgetFailedShards(folder);
  const elsewhere = executor && noteElsewhere(folder);
  const counts = { deals: 0, failed: 0 };
  const progress = (): Progress => ({ done: writer.kept, tables: tables.length, ...counts });
  const keep = async (index: number, episodes: readonly Episode[]) => {
    for (const { result } of episodes) count(result.kind, counts);
    await elsewhere?.(episodes);
    await writer.put(index, episodes);
    onProgress?.(progress());
  };
  onProgress?.(progress());
  let stopping: Stopping | undefined;
  for (const end of looks?.map((look) => look.tables) ?? [tables.length]) {
    const wanted = Array.from({ length: end }, (_, index) => index).filter((index) => !writer.has(index));
    const lost = await execute({ tables, wanted, keep, settled: writer.flush, signal }).catch(async (error) => {
      await writer.flush().catch(() => undefined);
      throw error;
    });
    await writer.flush();
    if (lost) throw new ExperimentError(outageSentence(lost, folder));
    if (writer.kept < end) return { ...progress(), stopped: true, stopping };
    stopping = looks && stoppingOf(manifest, storedEpisodes(episodesFile(folder)));
    if (stopping && endsEarly(stopping)) break;
  }
  await writer.finish();
  refuseLostManifest(folder);
  return { ...progress(), stopped: false, stopping };
}

function count(kind: Episode['result']['kind'], counts: { deals: number; failed: number }): void {
  if (kind === 'agreement') counts.deals++;
  if (kind === 'failed') counts.failed++;
}
