/**
 * Runs a plan: several tables at once, each finished one on disk in the order of the plan, so that the files of a run that was
 * killed and resumed equal those of one that was not.
 *
 * An episode that fails is an episode: it is recorded and the run goes on. A model that is not there stops the run before
 * anything is written, and one that no longer answers stops it without the games that failed for it (outage.ts). A stop
 * (Ctrl-C) gives up the games under way and keeps all others.
 *
 * With a rule to stop, the plan is played in parts: no game behind a look begins before the look is taken, on what is on the disk.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import type { Resources } from '../../agents/index.ts';
import type { Episode } from '../../core/index.ts';
import { readEpisodes } from '../../data/index.ts';
import { type Model, ModelError } from '../../models/index.ts';
import { wrap } from '../../models/wrappers/wrap.ts';
import { ExperimentError } from './experiment.ts';
import { differenceOf, type Manifest, manifestFile, manifestOf, readManifest, writeWhole } from './manifest.ts';
import { episodesFile, orderedWriter } from './ordered-writer.ts';
import { type Outage, type Outages, watchOutages } from './outage.ts';
import type { Plan, Table } from './plan.ts';
import { type Players, playTable } from './play.ts';
import { resolvePlayers } from './resolve-players.ts';
import { orStandIn } from './stand-in.ts';
import { endsEarly, type Stopping, stoppingOf } from './stopping.ts';

export interface RunOptions {
  readonly folder: string;
  readonly resources?: Resources;
  /** Tables at once. */
  readonly concurrency?: number;
  readonly resume?: boolean;
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

/** Calls without an answer after which a model counts as lost; while games are under way, one a table where those are more. */
const MOST_FAULTS = 8;

export async function runPlan(plan: Plan, options: RunOptions): Promise<Ran> {
  const { folder, resume = false, signal, concurrency = 4 } = options;
  if (!resume && existsSync(folder) && readdirSync(folder).some((name) => name !== 'calls.jsonl'))
    throw new ExperimentError(`${folder} is there already: go on with that run with --resume, or name another folder`);
  const outages = watchOutages();
  const players = await seatPlayers(plan, watchedBy(outages, options.resources));
  const asked = manifestOf(plan, players);
  const held = readManifest(folder);
  const difference = held && differenceOf(held, asked);
  if (difference) throw new ExperimentError(`${folder} holds another run: ${difference}; name another folder`);
  mkdirSync(folder, { recursive: true });
  if (!held) writeWhole(manifestFile(folder), `${JSON.stringify(asked, null, 2)}\n`);
  return playAll(plan, asked, players, outages, { ...options, signal, concurrency });
}

function watchedBy(outages: Outages, resources: Resources = {}): Resources {
  const { model } = resources;
  return model ? { ...resources, model: async (name) => outages.watched(await model(name)) } : resources;
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
  players: Players,
  outages: Outages,
  { folder, concurrency, signal, onProgress }: RunOptions & { concurrency: number },
): Promise<Ran> {
  const writer = orderedWriter(folder, tables);
  const counts = { deals: 0, failed: 0 };
  const keep = async (index: number, episodes: readonly Episode[]) => {
    for (const { result } of episodes) count(result.kind, counts);
    await writer.put(index, episodes);
  };
  /** Failed in an outage of which it is not known yet whether it ends. */
  const inDoubt: (readonly [index: number, episodes: readonly Episode[]])[] = [];
  const keepInDoubt = async () => {
    for (const [index, episodes] of inDoubt.splice(0)) await keep(index, episodes);
  };
  let lost: Outage | undefined;
  const isLost = (calls: number) => {
    const outage = outages.current();
    if (outage && outage.calls >= calls) lost ??= outage;
    return lost !== undefined;
  };
  const progress = (): Progress => ({ done: writer.kept, tables: tables.length, ...counts });
  onProgress?.(progress());
  let next = 0;
  let breather = Date.now();
  const lane = async (end: number) => {
    while (next < end && !signal?.aborted && !isLost(Math.max(MOST_FAULTS, concurrency))) {
      const index = next++;
      if (writer.has(index)) continue;
      const episodes = await playTable(tables[index] as Table, players, signal);
      const outage = outages.current();
      if (outage && episodes.some(({ result }) => result.kind === 'failed')) inDoubt.push([index, episodes]);
      else await keep(index, episodes);
      if (!outage) await keepInDoubt();
      onProgress?.(progress());
      // Games between scripts never wait: give the disk, the bar and Ctrl-C their turn.
      if (Date.now() - breather > 50) {
        await new Promise((resolve) => setImmediate(resolve));
        breather = Date.now();
      }
    }
  };
  let stopping: Stopping | undefined;
  for (const end of looks?.map((look) => look.tables) ?? [tables.length]) {
    try {
      await Promise.all(Array.from({ length: concurrency }, () => lane(end)));
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    // Nothing is under way any more that could still be answered.
    if (!isLost(MOST_FAULTS) && !signal?.aborted) await keepInDoubt();
    await writer.flush();
    if (lost) throw new ExperimentError(lostSentence(lost, folder));
    if (writer.kept < end) return { ...progress(), stopped: true, stopping };
    stopping = looks && stoppingOf(manifest, readEpisodes(episodesFile(folder)));
    if (stopping && endsEarly(stopping)) break;
  }
  await writer.finish();
  return { ...progress(), stopped: false, stopping };
}

function lostSentence({ calls, last }: Outage, folder: string): string {
  const lost = `the games that failed for it are not kept in ${folder}`;
  if (last.kind === 'spent') return `${last.message}; ${lost}: go on with --resume and a new --budget`;
  const what = `a model no longer answers: ${calls} calls in a row failed (${last.message})`;
  return `${what}; ${lost}: when it answers again, go on with --resume`;
}

function count(kind: Episode['result']['kind'], counts: { deals: number; failed: number }): void {
  if (kind === 'agreement') counts.deals++;
  if (kind === 'failed') counts.failed++;
}
