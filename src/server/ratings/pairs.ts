/**
 * Pairs to rate: a dialogue between people, and one between agents in the same domain, about the same thing where there is one, so that
 * what is haggled over does not tell who speaks.
 *
 * People: a corpus that `parley data import` wrote into the folder of runs, and listed games played here with a person in every seat.
 * Agents: experiments in the folder of runs and listed games played here without a person; where none of them speaks in that domain,
 * scripts of the house with words from templates, before the very scenario that the people had.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findSpeech, resolvePlayer } from '../../agents/index.ts';
import {
  createRng,
  type Episode,
  findKit,
  type Player,
  playEpisode,
  type Rng,
  type Scenario,
} from '../../core/index.ts';
import { parseEpisode, TranscriptError } from '../../data/episodes.ts';
import { corpora } from '../../data/import/corpora/index.ts';
import { parseDialogue } from '../../data/roles/read.ts';
import type { Matched } from '../../lab/analysis/raters.ts';
import { readPlain } from '../../models/node/plain.ts';
import { heldApart } from '../games/holder.ts';
import { REMOTE } from '../games/live-game.ts';
import { transcriptOf } from '../games/transcript.ts';
import { isFileIn } from '../inside.ts';
import { houseAgents } from '../matches/pool.ts';
import type { Storage, StoredGame } from '../storage/storage.ts';
import { type Told, toldOf, toldOfRecord } from './told.ts';

export interface DrawnPair {
  readonly matched: Matched;
  readonly people: { readonly id: string; readonly source: string; readonly told: Told };
  readonly agents: { readonly name: string; readonly source: string; readonly told: Told };
}

interface PairWanted {
  /** Of runs. */
  readonly folder: string | undefined;
  /** Listed games of this server that are over. */
  readonly games: readonly Episode[];
  /** Those of them, by id, in which somebody else held every seat. */
  readonly apart?: ReadonlySet<string>;
  /** Dialogues between people that are in a pair already. */
  readonly used: readonly string[];
  readonly seed: number;
}

/** Lines of a file that are tried before it is given up. */
const MOST_TRIES = 60;
const LARGEST_FILE = 64 * 1024 * 1024;
const HERE = 'played here';
/** People who play here offer with a button, and say what they like: beside them the offers of both sides are shown. */
const OFFERS = { offers: true };

interface Found {
  readonly id: string;
  readonly source: string;
  readonly domain: string;
  readonly told: Told;
  playable(): Scenario | undefined;
}

const MOST_PAIRS = 2000;
const MOST_GAMES = 50;

/** Listed games of two who sat here that cannot be rated, by why. */
export interface LeftOut {
  /** Too little was said and offered, or it broke down. */
  readonly short: number;
  /** One caller held both seats, or nobody knows. */
  readonly alone: number;
}

export interface Made {
  /** Null where there is none to be made. */
  readonly pair: DrawnPair | null;
  readonly leftOut: LeftOut;
}

/** A pair of what is in the folder of runs and in storage. */
export async function newPair(storage: Storage, folder: string | undefined, seed: number): Promise<Made> {
  const used = await storage.ratings.peopleUsed();
  const games: Episode[] = [];
  const apart = new Set<string>();
  for (const { id } of await storage.list({ status: 'over', listed: true, limit: MOST_GAMES })) {
    const game = await storage.game(id);
    const episode = game && transcriptOf(game);
    if (!episode) continue;
    games.push(episode);
    if (heldApart(game) && (await playedByPeople(storage, game))) apart.add(episode.id);
  }
  const people = games.filter(isOfPeople);
  const held = people.filter(({ id }) => apart.has(id));
  const leftOut = {
    alone: people.length - held.length,
    short: held.filter((episode) => toldOf(episode, OFFERS) === undefined).length,
  };
  const pair = used.length >= MOST_PAIRS ? null : drawPair({ folder, games, apart, used, seed });
  return { pair, leftOut };
}

/** Of matches it is known what kind of key sat there. */
async function playedByPeople({ matches }: Storage, { id, request }: StoredGame): Promise<boolean> {
  return request.match !== true || (await matches.seatsOf(id)).every(({ kind }) => kind === 'person');
}

function isOfPeople({ seats }: Episode): boolean {
  return Object.values(seats).every(({ spec }) => spec === REMOTE);
}

/** Null where there is no dialogue between people that is not in a pair, or no agent that could speak beside it. */
export function drawPair({ folder, games, apart = new Set(), used, seed }: PairWanted): DrawnPair | null {
  const rng = createRng(seed);
  const taken = new Set(used);
  const sources = [
    () =>
      peopleHere(
        games.filter(({ id }) => apart.has(id) && !taken.has(id)),
        rng,
      ),
    ...filesIn(folder, 'dialogues.jsonl').map((file) => () => peopleIn(file, taken, rng)),
  ];
  for (const draw of rng.shuffle(sources)) {
    const found = draw();
    const pair = found && pairOf(found, folder, games, rng);
    if (pair) return pair;
  }
  return null;
}

/** Agents that spoke of the same thing, of the same kind of thing, scripts before the same scenario, and only then anything. */
function pairOf(found: Found, folder: string | undefined, games: readonly Episode[], rng: Rng): DrawnPair | undefined {
  const { id, source, told } = found;
  const people = { id, source, told };
  const spoke = (matched: Matched) => agentsSpoke(found, matched, folder, games, rng);
  const item = spoke('item');
  if (item) return { matched: 'item', people, agents: item };
  const kind = told.category === undefined ? undefined : spoke('category');
  if (kind)
    return {
      matched: 'category',
      people: { ...people, told: ofItsKind(told) },
      agents: { ...kind, told: ofItsKind(kind.told) },
    };
  const scripts = scriptsSpeak(found, rng);
  if (scripts) return { matched: 'item', people, agents: scripts };
  const any = spoke('none');
  return any && { matched: 'none', people, agents: any };
}

function isAlike(a: Told, b: Told, matched: Matched): boolean {
  return matched === 'none' || (matched === 'item' ? a.title === b.title : a.category === b.category);
}

/** Titles differ, and the way they are written says whose they are. */
function ofItsKind(told: Told): Told {
  return { ...told, title: told.category ?? told.title };
}

function peopleIn(file: string, taken: ReadonlySet<string>, rng: Rng): Found | undefined {
  return firstOf(linesOf(file), rng, (line) => {
    const record = parseDialogue(line);
    const { people, name } = corpora.find((one) => one.name === record?.source) ?? {};
    if (!record || !people || taken.has(record.id)) return undefined;
    const told = toldOfRecord(record, people.domain);
    const playable = () => people.playable?.(record.scenario, rng.uint32());
    return told && { id: record.id, source: name as string, domain: people.domain, told, playable };
  });
}

function peopleHere(games: readonly Episode[], rng: Rng): Found | undefined {
  return firstOf(games.filter(isOfPeople), rng, (episode) => {
    const told = toldOf(episode, OFFERS);
    return told && { id: episode.id, source: HERE, domain: episode.domain, told, playable: () => episode.scenario };
  });
}

function agentsSpoke(
  { domain, source: where, told: beside }: Found,
  matched: Matched,
  folder: string | undefined,
  games: readonly Episode[],
  rng: Rng,
): DrawnPair['agents'] | undefined {
  const fits = (episode: Episode, source: string) => {
    const specs = Object.values(episode.seats).map(({ spec }) => spec);
    if (episode.domain !== domain || specs.some((spec) => spec === REMOTE || spec === 'human')) return undefined;
    const told = toldOf(episode, where === HERE ? OFFERS : undefined);
    return told && isAlike(told, beside, matched)
      ? { name: [...new Set(specs)].join(' and '), source, told }
      : undefined;
  };
  // Found in the text of a line before it is read: files are large, and few lines are about the same.
  const { title, category } = beside;
  const sought = matched === 'category' ? `"category":${JSON.stringify(category)}` : JSON.stringify(title).slice(1, -1);
  const isSought = (line: string) => matched === 'none' || category === undefined || line.includes(sought);
  const sources = [
    () => firstOf(games, rng, (episode) => fits(episode, HERE)),
    ...filesIn(folder, 'episodes.jsonl').map(
      (file) => () =>
        firstOf(linesOf(file).filter(isSought), rng, (line) => {
          try {
            return fits(parseEpisode(line, file), file.split('/').at(-2) ?? '');
          } catch (error) {
            if (error instanceof TranscriptError) return undefined;
            throw error;
          }
        }),
    ),
  ];
  for (const draw of rng.shuffle(sources)) {
    const found = draw();
    if (found) return found;
  }
  return undefined;
}

function scriptsSpeak({ domain, source, playable }: Found, rng: Rng): DrawnPair['agents'] | undefined {
  const rules = findKit(domain)?.rules;
  const specs = findSpeech(domain)?.templates ? houseAgents(domain) : [];
  const scenario = playable();
  if (!rules || !scenario || specs.length === 0) return undefined;
  const seed = rng.uint32();
  const players: Record<string, Player> = {};
  for (const seat of rules.seats(scenario)) players[seat] = resolvePlayer(rng.pick(specs), rules);
  const episode = playEpisode({ domain: rules, scenario, source: { rating: seed }, seed, players }) as Episode;
  const told = toldOf(episode, source === HERE ? OFFERS : undefined);
  const names = Object.values(players).map(({ spec }) => spec);
  return told && { name: [...new Set(names)].sort().join(' and '), source: 'scripts of the house', told };
}

function firstOf<From, To>(from: readonly From[], rng: Rng, read: (one: From) => To | undefined): To | undefined {
  for (const one of rng.shuffle(from).slice(0, MOST_TRIES)) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Files of this name in the folders of runs, or in one that somebody imported straight into it. */
function filesIn(folder: string | undefined, name: string): string[] {
  if (folder === undefined || !existsSync(folder)) return [];
  const home = realpathSync(folder);
  return ['', ...readdirSync(home).sort()]
    .map((one) => join(home, one, name))
    .filter((file) => isFileIn(home, file) && statSync(file).size <= LARGEST_FILE);
}

function linesOf(file: string): string[] {
  return readPlain(file)
    .split('\n')
    .filter((line) => line !== '');
}
