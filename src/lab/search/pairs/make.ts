/**
 * Preference pairs: two rollouts a scenario by two specs in the same seat against the same opponent, judged, one after the other.
 *
 *   episodes.jsonl  both games, before they are judged
 *   pairs.jsonl     a row a clear verdict: prompt, chosen, rejected, margin and where they come from
 *   dropped.jsonl   every other scenario with its reason
 * Each line is on the disk before the next scenario begins. A run that was stopped goes on where it was and ends with the same
 * bytes; games that were played are not played again. Both rollouts have the same seed, or two where the specs are the same.
 * Games that fail while a model does not answer wait until it does; when it stays away, the run stops without them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelIn, type Resources } from '../../../agents/index.ts';
import {
  contentHash,
  createRng,
  type Domain,
  type Episode,
  findDomain,
  type Player,
  rolesOf,
  type Seat,
} from '../../../core/index.ts';
import { parseEpisode } from '../../../data/episodes.ts';
import { splitByHash } from '../../../data/parquet/splits.ts';
import { writeWhole } from '../../../models/node/files.ts';
import { createAppender, readJsonLines } from '../../../models/node/json-lines.ts';
import { holdLock, isLock, type Lock, lockIn } from '../../../models/node/lock.ts';
import { refuseConflict } from '../../experiment/conflict.ts';
import { type Draw, drawsOf } from '../../experiment/draws.ts';
import type { Executor } from '../../experiment/executor.ts';
import { type Experiment, ExperimentError, UnplayedError } from '../../experiment/experiment.ts';
import { forgetFailedShards } from '../../experiment/failed-shards.ts';
import { refuseLostManifest } from '../../experiment/manifest.ts';
import { MOST_FAULTS, outageSentence, watchedBy, watchOutages } from '../../experiment/outage.ts';
import type { Plan } from '../../experiment/plan.ts';
import { type Players, playTable } from '../../experiment/play.ts';
import { seatPlayers } from '../../experiment/run.ts';
import { chooseScenarioOf } from '../../experiment/scenarios.ts';
import { type PairJudge, rulesPairJudge } from './judges.ts';
import { type DropReason, dropReasons, partingOf } from './pair.ts';

export interface PairsOptions {
  /** Its scenarios, its domain and its rule on fallbacks. */
  readonly experiment: Experiment;
  readonly a: string;
  readonly b: string;
  /** One a scenario, in turn. */
  readonly opponents: readonly string[];
  readonly seat: Seat;
  readonly folder: string;
  readonly judge?: PairJudge;
  readonly resume?: boolean;
  /** Also from a process of another host, which cannot be asked whether it lives. */
  readonly takeOver?: boolean;
  readonly resources?: Resources;
  /** Who plays in place of this process; it hands the rollouts on in their order. */
  readonly executor?: (rollouts: QueuedRollouts, players: Players) => Executor;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PairsProgress) => void;
}

export interface PairsProgress {
  readonly done: number;
  readonly of: number;
  readonly pairs: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
}

export interface PairRow {
  readonly id: string;
  readonly scenario: string;
  readonly split: string;
  readonly seat: Seat;
  readonly turn: number;
  readonly prompt: readonly { readonly role: string; readonly content: string }[];
  readonly chosen: readonly { readonly role: 'assistant'; readonly content: string }[];
  readonly rejected: readonly { readonly role: 'assistant'; readonly content: string }[];
  readonly margin: number;
  readonly judge: { readonly name: string; readonly fingerprint: string; readonly reason: string };
  readonly seeds: { readonly chosen: number; readonly rejected: number };
  readonly specs: { readonly chosen: string; readonly rejected: string; readonly opponent: string };
  readonly fingerprints: { readonly chosen: string; readonly rejected: string; readonly opponent: string };
  readonly episodes: { readonly chosen: string; readonly rejected: string };
}

export async function makePairs(options: PairsOptions): Promise<PairsProgress & { stopped: boolean }> {
  refuseOwnJudge(options.judge ?? rulesPairJudge, options);
  const tables = tablesOf(options);
  const lock = holdLock(lockIn(options.folder), { takeOver: options.takeOver });
  try {
    return await makeIn(options, tables, lock);
  } finally {
    lock.release();
  }
}

async function makeIn(options: PairsOptions, tables: readonly PairTable[], lock: Lock) {
  const { folder, experiment, signal, judge = rulesPairJudge, onProgress } = options;
  if (!options.resume && readdirSync(folder).some((name) => name !== 'calls.jsonl' && !isLock(name)))
    throw new ExperimentError(`${folder} is there already: go on with it with --resume, or name another folder`);
  refuseConflict(folder);
  const seated = tables.flatMap(({ a, b }) => [a, b]);
  const plan = { experiment, tables: seated } as unknown as Parameters<typeof seatPlayers>[0];
  const outages = watchOutages();
  const players = await seatPlayers(plan, watchedBy(outages, options.resources));
  keepManifest(folder, manifestOf(options, tables, judge, players));

  const domain = findDomain(experiment.domain) as Domain;
  const files = { pairs: join(folder, 'pairs.jsonl'), dropped: join(folder, 'dropped.jsonl') };
  const progress = { done: 0, of: tables.length, pairs: 0, dropped: noneDropped() };
  const before = new Set<string>();
  for (const { value } of readJsonLines(files.pairs)) {
    before.add((value as PairRow).id);
    progress.pairs++;
  }
  for (const { value } of readJsonLines(files.dropped)) {
    const { id, reason } = value as { id: string; reason: DropReason };
    before.add(id);
    progress.dropped[reason]++;
  }
  const games = gamesIn(join(folder, 'episodes.jsonl'));
  const lost = tables.filter(({ id, a, b }) => before.has(id) && ![a, b].every((one) => games.known.has(keyOf(one))));
  if (lost.length > 0)
    throw new ExperimentError(
      `${games.file} lacks games of ${lost.length} scenarios that are judged already: bring it back, or begin again in another folder`,
    );
  const keepGame = createAppender(games.file, { lock });
  const append = { pairs: createAppender(files.pairs, { lock }), dropped: createAppender(files.dropped, { lock }) };
  const keep = async ({ table, a, b }: Played) => {
    for (const [one, episode] of [[table.a, a] as const, [table.b, b] as const])
      if (!games.known.has(keyOf(one))) await keepGame(episode);
    const made = await pairOf(table, a, b, { domain, judge, seat: options.seat, signal });
    if ('reason' in made) {
      await append.dropped(made);
      progress.dropped[made.reason]++;
    } else {
      await append.pairs(made);
      progress.pairs++;
    }
    progress.done++;
    onProgress?.(progress);
  };
  /** Played since an outage began of which it is not known yet whether it ends: the files keep their order. */
  const inDoubt: Played[] = [];
  const keepInDoubt = async () => {
    for (const played of inDoubt.splice(0)) await keep(played);
  };
  const refuseLost = () => {
    const outage = outages.current();
    if (outage && outage.calls >= MOST_FAULTS) throw new UnplayedError(outageSentence(outage, folder));
  };
  const rollouts = tables.flatMap(({ a, b }) => [a, b]);
  const wanted = tables.flatMap(({ id, a, b }, i) =>
    before.has(id) ? [] : [a, b].flatMap((one, k) => (games.known.has(keyOf(one)) ? [] : [2 * i + k])),
  );
  if (!options.executor) forgetFailedShards(folder);
  const away = options.executor?.({ experiment, ...queuedRollouts(rollouts) }, players);
  const others = away && playedAway(away, rollouts, wanted, folder, signal);
  const played = async (index: number, one: Rollout) =>
    games.known.get(keyOf(one)) ?? (others ? others.episode(index) : (await playTable(one, players, signal))[0]);
  try {
    for (const [i, table] of tables.entries()) {
      signal?.throwIfAborted();
      if (before.has(table.id)) {
        progress.done++;
        onProgress?.(progress);
        continue;
      }
      const [a, b] = (await Promise.all([played(2 * i, table.a), played(2 * i + 1, table.b)])) as [Episode, Episode];
      refuseLost();
      const failed = [a, b].some(({ result }) => result.kind === 'failed');
      inDoubt.push({ table, a, b });
      if (!outages.current() || (inDoubt.length === 1 && !failed)) await keepInDoubt();
      others?.kept(2 * i + 1);
    }
    await keepInDoubt();
    // What came may still be refused, and whoever looks after it would announce its plan again.
    await others?.ended;
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  for (const one of [keepGame, append.pairs, append.dropped]) await one.check();
  refuseLostManifest(folder);
  return { ...progress, stopped: progress.done < progress.of };
}

/** As a queue takes them. */
type QueuedRollouts = Pick<Plan, 'experiment' | 'tables' | 'looks' | 'hash'>;

function queuedRollouts(rollouts: readonly Rollout[]): Omit<QueuedRollouts, 'experiment'> {
  const tables = rollouts.map((one) => ({ ...one, tested: [] }));
  return { tables, looks: undefined, hash: contentHash(rollouts) };
}

/** Rollouts that others play: each is waited for, and they are told how far what came is on the disk. */
function playedAway(
  execute: Executor,
  rollouts: readonly Rollout[],
  wanted: readonly number[],
  folder: string,
  signal = new AbortController().signal,
) {
  const awaited = new Map(wanted.map((index) => [index, deferred<Episode>()]));
  // Nobody may be waiting when the work ends early.
  for (const { promise } of awaited.values()) promise.catch(() => undefined);
  let handed = -1;
  let keptTo = -1;
  let caughtUp: (() => void) | undefined;
  const end = (error: unknown) => {
    for (const { reject } of awaited.values()) reject(error);
  };
  const ended = execute({
    ...queuedRollouts(rollouts),
    wanted,
    signal,
    async keep(index, episodes) {
      handed = index;
      awaited.get(index)?.resolve(episodes[0] as Episode);
    },
    settled: () =>
      new Promise((resolve) => {
        if (keptTo >= handed) resolve();
        else caughtUp = resolve;
      }),
  });
  ended.then((lost) => end(lost ? new UnplayedError(outageSentence(lost, folder)) : signal.reason), end);
  return {
    ended,
    episode: (index: number) => awaited.get(index)?.promise,
    kept(index: number) {
      keptTo = index;
      if (keptTo < handed) return;
      caughtUp?.();
      caughtUp = undefined;
    },
  };
}

function deferred<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: unknown) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (value: T) => settle?.resolve(value), reject: (error: unknown) => settle?.reject(error) };
}

interface Played {
  readonly table: PairTable;
  readonly a: Episode;
  readonly b: Episode;
}

type ScenarioDraw = Extract<Draw, { scenario: unknown }>;
interface Rollout {
  readonly draw: ScenarioDraw;
  readonly seed: number;
  readonly seats: Readonly<Record<Seat, string>>;
}
interface PairTable {
  readonly id: string;
  readonly opponent: Seat;
  readonly a: Rollout;
  readonly b: Rollout;
}

function tablesOf({ experiment, a, b, opponents, seat }: PairsOptions): PairTable[] {
  const seats = rolesOf(experiment.domain);
  const other = seats.find((one) => one !== seat);
  if (!seats.includes(seat) || other === undefined)
    throw new ExperimentError(`a seat of ${experiment.domain} is ${seats.join(' or ')}, got "${seat}"`);
  if (opponents.length === 0) throw new ExperimentError('got no opponent, expected at least one');
  return drawsOf(experiment).map((drawn, i) => {
    const draw =
      'task' in drawn ? chooseScenarioOf(experiment.domain, { scenario: drawn.task, seed: drawn.seed }) : drawn;
    const stream = createRng(i).split('pair');
    const [first, second] = [stream.split(0).uint32(), stream.split(1).uint32()];
    const opponent = opponents[i % opponents.length] as string;
    const rollout = (spec: string, seed: number): Rollout => ({
      draw,
      seed,
      seats: { [seat]: spec, [other]: opponent },
    });
    return {
      id: contentHash(['pair', i, draw, a, b, opponent, seat]),
      opponent: other,
      a: rollout(a, first),
      b: rollout(b, a === b ? second : first),
    };
  });
}

interface Judging {
  readonly domain: Domain;
  readonly judge: PairJudge;
  readonly seat: Seat;
  readonly signal?: AbortSignal;
}
interface Dropped {
  readonly id: string;
  readonly scenario: string;
  readonly reason: DropReason;
  readonly says: string;
}

async function pairOf(
  table: PairTable,
  a: Episode,
  b: Episode,
  { domain, judge, seat, signal }: Judging,
): Promise<PairRow | Dropped> {
  const { id } = table;
  const scenario = a.scenario.id;
  const drop = (reason: DropReason, says: string = dropReasons[reason]): Dropped => ({ id, scenario, reason, says });
  const parting = partingOf(domain, a, b, seat);
  if (typeof parting === 'string') return drop(parting);
  const verdict = await judge.judge(a, b, seat, signal);
  if (verdict.winner === 'tie') return drop('tie', verdict.reason);
  const [won, lost] = verdict.winner === 'a' ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const both = <T>(of: (side: 'a' | 'b') => T) => ({ chosen: of(won), rejected: of(lost) });
  const played = { a, b };
  const opponent = a.seats[table.opponent] as Player;
  const answer = (side: 'a' | 'b') => [{ role: 'assistant', content: parting.answers[side] } as const];
  return {
    id,
    scenario,
    split: splitByHash(contentHash(a.scenario)),
    seat,
    turn: parting.turn,
    prompt: parting.prompt,
    ...both(answer),
    margin: verdict.margin,
    judge: { name: judge.name, fingerprint: judge.fingerprint, reason: verdict.reason },
    seeds: both((side) => played[side].seed),
    specs: { ...both((side) => (played[side].seats[seat] as Player).spec), opponent: opponent.spec },
    fingerprints: {
      ...both((side) => (played[side].seats[seat] as Player).fingerprint),
      opponent: opponent.fingerprint,
    },
    episodes: both((side) => played[side].id),
  };
}

function refuseOwnJudge(judge: PairJudge, { a, b }: PairsOptions): void {
  const own = [a, b].find((spec) => modelIn(spec) === judge.name);
  if (own) throw new ExperimentError(`${judge.name} plays here (${own}): a judge must not be the one it judges`);
}

/** Games are found again by what was asked for. */
function keyOf({ draw, seed, seats }: { draw: { source: unknown }; seed: number; seats: unknown }): string {
  return contentHash([draw.source, seed, seats]);
}

function gamesIn(file: string): { file: string; known: Map<string, Episode> } {
  const known = new Map<string, Episode>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  for (const [i, line] of lines.entries()) {
    const episode = parseEpisode(line, `${file} line ${i + 1}`);
    const seats = Object.fromEntries(Object.entries(episode.seats).map(([seat, { spec }]) => [seat, spec]));
    known.set(keyOf({ draw: { source: episode.source }, seed: episode.seed, seats }), episode);
  }
  return { file, known };
}

function manifestOf(
  { a, b, opponents, seat, experiment }: PairsOptions,
  tables: readonly PairTable[],
  judge: PairJudge,
  players: ReadonlyMap<string, Player>,
) {
  const pinned = (spec: string) => ({ spec, fingerprint: players.get(spec)?.fingerprint });
  return {
    format: 1,
    domain: experiment.domain,
    seat,
    scenarios: tables.length,
    plan: contentHash(tables.map(({ id }) => id)),
    a: pinned(a),
    b: pinned(b),
    opponents: opponents.slice(0, tables.length).map(pinned),
    judge: { name: judge.name, fingerprint: judge.fingerprint },
  };
}

/** Written before the first game; a run is taken up again only when all of it is still so. */
function keepManifest(folder: string, manifest: object): void {
  const file = join(folder, 'manifest.json');
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  if (!existsSync(file)) writeWhole(file, text);
  else if (readFileSync(file, 'utf8') !== text)
    throw new ExperimentError(
      `${folder} holds other pairs (its scenarios, specs, opponents or judge are others); name another folder`,
    );
}

/** Scenarios without a pair or a reason; undefined for a folder that holds no pairs. */
export function pairsLeft(folder: string): number | undefined {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) return undefined;
  let manifest: Partial<ReturnType<typeof manifestOf>> | null;
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  if (typeof manifest?.scenarios !== 'number' || !manifest.a || !manifest.b || !manifest.judge) return undefined;
  const ended = ['pairs.jsonl', 'dropped.jsonl'].map((name) => [...readJsonLines(join(folder, name))].length);
  return manifest.scenarios - ended.reduce((sum, count) => sum + count, 0);
}

function noneDropped(): Record<DropReason, number> {
  return Object.fromEntries(Object.keys(dropReasons).map((reason) => [reason, 0])) as Record<DropReason, number>;
}
