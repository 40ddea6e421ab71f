/**
 * Episodes that stay in their file: what tables are made from is in memory, who sat where, the result, and facts that were worked out of
 * the transcript; the transcript itself is read again from its place where somebody asks for it. A report on a million games holds a few
 * hundred bytes of each.
 *
 * The first transcripts of a file are kept in memory all the same, so that a run of common size is read once.
 */
import { closeSync, readSync } from 'node:fs';
import { parseEpisode, TranscriptError } from '../agents/parse-episode.ts';
import type { Episode, Event } from '../core/index.ts';
import { openPlain } from '../models/node/plain.ts';
import { eachEpisode, type Place } from './episodes.ts';

export interface StoreOptions {
  /** Bytes of transcripts that are kept in memory. */
  readonly keep?: number;
  /** Worked out while the transcript is at hand. */
  readonly facts?: readonly ((episode: Episode) => unknown)[];
}

const KEEP = 64 << 20;

export function storedEpisodes(file: string, { keep = KEEP, facts = [] }: StoreOptions = {}): Episode[] {
  const store = createStore(file);
  const same = sharing();
  const episodes: Episode[] = [];
  let kept = 0;
  for (const { episode, place } of eachEpisode(file)) {
    kept += place.bytes;
    const stored = new StoredEpisode(shared(episode, same), store, place, kept <= keep);
    for (const fact of facts) fact(stored);
    episodes.push(stored);
  }
  return episodes;
}

/** Where the transcript of an episode stands; undefined for one that was not read from a file. */
export function placeOf(episode: Episode): Place | undefined {
  return episode instanceof StoredEpisode ? episode.place() : undefined;
}

/** With its transcript, for whoever looks at all of it. */
export function wholeEpisode(episode: Episode): Episode {
  return episode instanceof StoredEpisode ? episode.whole() : episode;
}

type Work<T> = (whole: Episode) => T;

/** Something that is worked out of a transcript once, and kept with the episode where that is a stored one. */
export function fact<T>(work: Work<T>): (episode: Episode) => T {
  return (episode) => (episode instanceof StoredEpisode ? episode.fact(work) : work(episode));
}

class StoredEpisode implements Episode {
  declare readonly format: Episode['format'];
  declare readonly id: string;
  declare readonly domain: string;
  declare readonly version: number;
  declare readonly source: Episode['source'];
  declare readonly seed: number;
  declare readonly seats: Episode['seats'];
  declare readonly session?: string;
  declare readonly fork?: NonNullable<Episode['fork']>;
  declare readonly scenario: Episode['scenario'];
  declare readonly result: Episode['result'];
  readonly #store: Store;
  readonly #offset: number;
  readonly #bytes: number;
  #kept: Episode | undefined;
  #facts: unknown[] | undefined;

  constructor(episode: Episode, store: Store, { offset, bytes }: Place, isKept: boolean) {
    this.format = episode.format;
    this.id = episode.id;
    this.domain = episode.domain;
    this.version = episode.version;
    this.source = episode.source;
    this.seed = episode.seed;
    this.seats = episode.seats;
    if (episode.session !== undefined) this.session = episode.session;
    if (episode.fork) this.fork = episode.fork;
    this.scenario = episode.scenario;
    this.result = episode.result;
    this.#store = store;
    this.#offset = offset;
    this.#bytes = bytes;
    this.#kept = isKept ? episode : undefined;
    store.last = { of: this, episode };
  }

  get events(): readonly Event[] {
    return this.whole().events;
  }

  whole(): Episode {
    if (this.#kept) return this.#kept;
    const { last } = this.#store;
    if (last?.of === this) return last.episode;
    const episode = this.#store.read(this.id, this.#offset, this.#bytes);
    this.#store.last = { of: this, episode };
    return episode;
  }

  place(): Place {
    return { file: this.#store.file, offset: this.#offset, bytes: this.#bytes };
  }

  fact<T>(work: Work<T>): T {
    const slot = this.#store.slotOf(work);
    this.#facts ??= Array(this.#store.slots()).fill(NOTHING);
    while (this.#facts.length <= slot) this.#facts.push(NOTHING);
    if (this.#facts[slot] === NOTHING) this.#facts[slot] = work(this.whole());
    return this.#facts[slot] as T;
  }

  /** A getter is not among what is written as JSON. */
  toJSON(): Episode {
    return this.whole();
  }
}

const NOTHING = Symbol('not worked out yet');

interface Store {
  readonly file: string;
  /** The transcript that was read last: several ask for the same in turn. */
  last: { readonly of: Episode; readonly episode: Episode } | undefined;
  /** Kinds of facts, and the place of one among them. */
  slots(): number;
  slotOf(work: Work<unknown>): number;
  read(id: string, offset: number, bytes: number): Episode;
}

function createStore(file: string): Store {
  const slots = new Map<Work<unknown>, number>();
  let handle: number | undefined;
  /** One handle for all that is read in a go; it is closed as soon as there is a pause. */
  const opened = () => {
    if (handle !== undefined) return handle;
    const fresh = openPlain(file);
    handle = fresh;
    setImmediate(() => {
      closeSync(fresh);
      handle = undefined;
    });
    return fresh;
  };
  return {
    file,
    last: undefined,
    slots: () => slots.size,
    slotOf(work) {
      const known = slots.get(work);
      if (known !== undefined) return known;
      slots.set(work, slots.size);
      return slots.size - 1;
    },
    read(id, offset, bytes) {
      const line = Buffer.allocUnsafe(bytes);
      const got = readSync(opened(), line, 0, bytes, offset);
      const where = `${file} byte ${offset}`;
      const text = line.toString('utf8', 0, got);
      const episode = parsed(text, where);
      if (episode?.id !== id)
        throw new TranscriptError(`${where} no longer has episode ${id}: the file was changed while it was read`);
      return episode;
    },
  };
}

/** Undefined where it is none: a part of a line, after something was moved. */
function parsed(text: string, where: string): Episode | undefined {
  try {
    return parseEpisode(text, where);
  } catch (error) {
    if (error instanceof TranscriptError) return undefined;
    throw error;
  }
}

type Sharing = <T extends object>(value: T) => T;

/** Games on one scenario, or with the same sitters, hold it once. */
function sharing(): Sharing {
  const known = new Map<string, object>();
  return <T extends object>(value: T): T => {
    const text = JSON.stringify(value);
    const before = known.get(text);
    if (before) return before as T;
    known.set(text, value);
    return value;
  };
}

function shared(episode: Episode, same: Sharing): Episode {
  const { source, seats, scenario } = episode;
  return { ...episode, source: same(source), seats: same(seats), scenario: same(scenario) };
}
