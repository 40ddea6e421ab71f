/**
 * The transcript: one episode as data, all that metrics, reports, training rows and screens are made from.
 *
 * Its id follows from what was asked for, not from what came out: the hash of the domain, where the scenario came from, who
 * sat where (with fingerprints) and the seed. The same request has the same id on every machine, so a run can tell what it
 * has already done. No clock stands in here.
 */
import { runEpisode } from './episode.ts';
import { contentHash, sameJson } from './hash.ts';
import { plainCopy } from './plain.ts';
import { createRng } from './rng.ts';
import { stepsOf } from './rounds.ts';
import type { AbortSignalLike, Agent, Domain, Event, Result, Scenario, Script, Seat, Step, Taken } from './types.ts';

/**
 * Raised whenever an older reader would misread a newer file. 2: a seat may leave and the others go on, a game may end in a
 * conclusion, beliefs are stated, a fork may force acts, and sittings of people have a name. Files of format 1 are read and replay as they are.
 */
export const FORMAT = 2;

/** Who sits in a seat: the spec that was asked for, and the fingerprint of what it was at that moment. */
export interface Sitter {
  readonly spec: string;
  readonly fingerprint: string;
}

/** Where a scenario came from: a sampler with its seed and options, or a given scenario by its hash. */
export type Source = Readonly<Record<string, string | number>>;

export interface Episode {
  readonly format: 1 | typeof FORMAT;
  readonly id: string;
  readonly domain: string;
  readonly version: number;
  readonly source: Source;
  /** Of the agents' streams; the scenario has its own in `source`. */
  readonly seed: number;
  readonly seats: Readonly<Record<Seat, Sitter>>;
  /** Tells sittings of the same request apart where a person decides: the same people do not play the same game twice. */
  readonly session?: string;
  readonly fork?: Fork;
  readonly scenario: Scenario;
  readonly events: readonly Event[];
  readonly result: Result;
}

/** Set on a fork: the episode whose steps before a turn it shares, and the acts that were forced on seats from there. */
export interface Fork {
  readonly of: string;
  readonly turn: number;
  readonly forced?: readonly Taken[];
}

/** An agent with what pins it. */
export interface Player<A extends Agent = Agent> extends Sitter {
  readonly agent: A;
}

export interface Request<A extends Agent = Agent> {
  readonly domain: Domain;
  readonly scenario: Scenario;
  readonly source: Source;
  readonly players: Readonly<Record<Seat, Player<A>>>;
  readonly seed: number;
  readonly session?: string;
  /** Plays on from a turn of an episode on the same scenario, with these acts first where some are forced. */
  readonly fork?: { readonly of: Episode; readonly turn: number; readonly forced?: readonly Taken[] };
  /** The steps so far of this very request, when it is taken up again after a stop; its id stays the same. */
  readonly opening?: readonly Step[];
  readonly onEvent?: (event: Event) => void;
  readonly signal?: AbortSignalLike;
}

/** Plays what was asked for and gives it back as a transcript. */
export function playEpisode(request: Request<Script>): Episode;
export function playEpisode(request: Request): Episode | Promise<Episode>;
export function playEpisode(request: Request): Episode | Promise<Episode> {
  const { domain, scenario, source, players, seed, session, fork, onEvent, signal } = request;
  if (fork && request.opening) throw new RangeError('a fork opens with the steps of its parent: leave the opening out');
  const forced = fork && forcedIn(fork, domain.seats(scenario));
  const opening = fork ? openingOf(fork, forced ?? [], scenario) : request.opening;
  const problem = domain.problem(scenario);
  if (problem) throw new RangeError(problem);
  const agents: Record<Seat, Agent> = {};
  const seats: Record<Seat, Sitter> = {};
  for (const seat of domain.seats(scenario)) {
    const player = players[seat];
    if (!player) throw new RangeError(`nobody sits in seat "${seat}"`);
    agents[seat] = player.agent;
    seats[seat] = { spec: player.spec, fingerprint: player.fingerprint };
  }
  const head = {
    format: FORMAT,
    domain: domain.name,
    version: domain.version,
    source,
    seats,
    ...(session !== undefined && { session }),
    ...(fork && { fork: { of: fork.of.id, turn: fork.turn, ...(forced?.length && { forced }) } }),
  } as const;
  const rng = createRng(seed).split('agents');
  const played = runEpisode({ domain, scenario, agents, rng, opening, onEvent, signal });
  const { format, ...rest } = head;
  const record = (play: { events: readonly Event[]; result: Result }): Episode => ({
    format,
    id: episodeId({ ...head, seed }),
    seed,
    ...rest,
    scenario,
    ...play,
  });
  return played instanceof Promise ? played.then(record) : record(played);
}

/** The id that a request without a fork will have, before it is played. */
export function idOf({ domain, source, players, seed, session }: Omit<Request, 'fork' | 'scenario'>): string {
  const seats: Record<Seat, Sitter> = {};
  for (const [seat, { spec, fingerprint }] of Object.entries(players)) seats[seat] = { spec, fingerprint };
  return episodeId({ format: FORMAT, domain: domain.name, version: domain.version, source, seats, session, seed });
}

/** The id that follows from what was asked for. */
export function episodeId({
  format,
  domain,
  version,
  source,
  seats,
  session,
  fork,
  seed,
}: Pick<Episode, 'format' | 'domain' | 'version' | 'source' | 'seats' | 'session' | 'fork' | 'seed'>): string {
  const head = {
    format,
    domain,
    version,
    source,
    seats,
    ...(session !== undefined && { session }),
    ...(fork && { fork }),
  };
  return contentHash([contentHash(head), seed]);
}

type ForkRequest = NonNullable<Request['fork']>;

/** What is forced, copied, in the order of turns and seats: the same acts are the same fork. */
function forcedIn({ of, turn, forced = [] }: ForkRequest, seats: readonly Seat[]): Taken[] {
  if (!Number.isInteger(turn) || turn < 1 || turn > of.result.turn)
    throw new RangeError(`a fork begins at a turn of its parent, 1 to ${of.result.turn}, got ${turn}`);
  const acts = forced.map((taken) => plainCopy({ turn: taken.turn, seat: taken.seat, act: taken.act }) as Taken);
  const strange = acts.find((taken) => !(taken.turn >= turn) || taken.act === undefined);
  if (strange) throw new RangeError(`acts are forced from turn ${turn} on, got ${JSON.stringify(strange)}`);
  return acts.sort((a, b) => a.turn - b.turn || seats.indexOf(a.seat) - seats.indexOf(b.seat));
}

/** What a fork begins with: the steps of its parent before the turn, then what is forced. */
function openingOf({ of, turn }: ForkRequest, forced: readonly Taken[], scenario: Scenario): Step[] {
  if (!sameJson(of.scenario, scenario))
    throw new RangeError(`a fork plays on the scenario of ${of.id}, and this is another`);
  return [...stepsOf(of).filter((step) => step.turn < turn), ...forced];
}
