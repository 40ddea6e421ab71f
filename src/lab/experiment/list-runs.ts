/** The runs that lie in a folder: what each is, how far it came, and whether it goes on. */
import { closeSync, existsSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eachEpisode } from '../../data/episodes.ts';
import { storedEpisodes } from '../../data/stored-episodes.ts';
import { holderOf, lockIn } from '../../models/node/lock.ts';
import { openPlain } from '../../models/node/plain.ts';
import { conflictFile } from './conflict.ts';
import { FolderError } from './experiment.ts';
import { countOn, type GameTally, noGames } from './game-tally.ts';
import { type Manifest, manifestFile, manifestIn } from './manifest.ts';
import { episodesFile, readAhead } from './ordered-writer.ts';
import { endsEarly, stoppingOf } from './stopping.ts';

export interface ListedRun {
  readonly folder: string;
  readonly title: string;
  /** `running`: a process holds it; `done`: all was played, or a rule ended it; `stopped`: it can be gone on with, unless its shards were in conflict. */
  readonly state: 'running' | 'done' | 'stopped';
  readonly games: number;
  readonly planned: number;
  readonly failed: number;
  /** When it began. */
  readonly begun: string;
  readonly tags: readonly string[];
  readonly version?: string;
  readonly commit?: string;
  readonly command?: string;
  /** Why not all of it is known, in a sentence. */
  readonly problem?: string;
}

/** In the order in which they began; what is no run of this parley is passed over. */
export function listRuns(folder: string): ListedRun[] {
  if (!existsSync(folder)) throw new FolderError(`there is no folder ${folder}: name one that holds runs`);
  const places = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  return places.flatMap((place) => listedRun(place) ?? []).sort((a, b) => (a.begun < b.begun ? -1 : 1));
}

function listedRun(folder: string): ListedRun | undefined {
  const manifest = manifestIn(folder);
  if (!manifest) return undefined;
  let problem: string | undefined;
  // What is broken in one run is said of that run: the others are listed all the same.
  const orElse = <T>(instead: T, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      problem ??= (error as Error).message;
      return instead;
    }
  };
  const inTurn = orElse(noGames(), () => countGames(episodesFile(folder)));
  const ahead = orElse({ games: 0, failed: 0 }, () => gamesAhead(folder));
  const [games, failed] = [inTurn.games + ahead.games, inTurn.failed + ahead.failed];
  return {
    folder,
    title: manifest.experiment.title,
    state: orElse('stopped', () => stateOf(folder, manifest, games)),
    games,
    planned: manifest.games,
    failed,
    begun: statSync(manifestFile(folder)).mtime.toISOString(),
    tags: manifest.tags ?? [],
    ...manifest.made,
    ...(problem !== undefined && { problem }),
  };
}

/** Games that ended before their turn are played too, and a run that is stopped counts them. */
export function gamesAhead(folder: string): { games: number; failed: number } {
  const ahead = new Map(readAhead(folder).flatMap(({ episodes }) => episodes.map((one) => [one.id, one])));
  if (ahead.size > 0 && existsSync(episodesFile(folder)))
    for (const { episode } of eachEpisode(episodesFile(folder))) ahead.delete(episode.id);
  return { games: ahead.size, failed: [...ahead.values()].filter(({ result }) => result.kind === 'failed').length };
}

/** Undefined for what is no run. */
export function runState(folder: string): ListedRun['state'] | undefined {
  const manifest = manifestIn(folder);
  return manifest && stateOf(folder, manifest, countGames(episodesFile(folder)).games);
}

function stateOf(folder: string, manifest: Manifest, games: number): ListedRun['state'] {
  if (holderOf(lockIn(folder))) return 'running';
  if (existsSync(conflictFile(folder))) return 'stopped';
  if (games >= manifest.games) return 'done';
  const file = episodesFile(folder);
  const stopping = manifest.looks && existsSync(file) ? stoppingOf(manifest, storedEpisodes(file)) : undefined;
  return stopping && endsEarly(stopping) ? 'done' : 'stopped';
}

const CHUNK = 1 << 20;

function countGames(file: string): GameTally {
  const tally = noGames();
  if (!existsSync(file)) return tally;
  const handle = openPlain(file);
  const bytes = Buffer.alloc(CHUNK);
  try {
    for (let read = readSync(handle, bytes); read > 0; read = readSync(handle, bytes))
      if (!countOn(tally, bytes.subarray(0, read))) break;
  } finally {
    closeSync(handle);
  }
  return tally;
}
