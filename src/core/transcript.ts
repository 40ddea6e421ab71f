/**
 * The transcript: one episode as data, all that metrics, reports, training rows and screens are made from.
 *
 * Its id follows from what was asked for, not from what came out: the hash of the domain, where the scenario came from, who
 * sat where (with fingerprints) and the seed. The same request has the same id on every machine, so a run can tell what it
 * has already done. No clock stands in here.
 */
import { runEpisode } from './episode.ts';
import { contentHash } from './hash.ts';
import { createRng } from './rng.ts';
import type { AbortSignalLike, Agent, Domain, Event, Result, Scenario, Script, Seat, Taken } from './types.ts';

/** Raised whenever an older reader would misread a newer file. */
export const FORMAT = 1;

/** Who sits in a seat: the spec that was asked for, and the fingerprint of what it was at that moment. */
export interface Sitter {
  readonly spec: string;
  readonly fingerprint: string;
}

/** Where a scenario came from: a sampler with its seed and options, or a given scenario by its hash. */
export type Source = Readonly<Record<string, string | number>>;

export interface Episode {
  readonly format: typeof FORMAT;
  readonly id: string;
  readonly domain: string;
  readonly version: number;
  readonly source: Source;
  /** Of the agents' streams; the scenario has its own in `source`. */
  readonly seed: number;
  readonly seats: Readonly<Record<Seat, Sitter>>;
  /** Set on a fork: whose acts up to which turn it shares. */
  readonly fork?: { readonly of: string; readonly turn: number };
  readonly scenario: Scenario;
  readonly events: readonly Event[];
  readonly result: Result;
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
  readonly fork?: { readonly of: string; readonly turn: number; readonly opening: readonly Taken[] };
  /** The acts so far of this very request, when it is taken up again after a stop; its id stays the same. */
  readonly opening?: readonly Taken[];
  readonly onEvent?: (event: Event) => void;
  readonly signal?: AbortSignalLike;
}

/** Plays what was asked for and gives it back as a transcript. */
export function playEpisode(request: Request<Script>): Episode;
export function playEpisode(request: Request): Episode | Promise<Episode>;
export function playEpisode(request: Request): Episode | Promise<Episode> {
  const { domain, scenario, source, players, seed, fork, onEvent, signal } = request;
  const opening = fork?.opening ?? request.opening;
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
    ...(fork && { fork: { of: fork.of, turn: fork.turn } }),
  } as const;
  const rng = createRng(seed).split('agents');
  const played = runEpisode({ domain, scenario, agents, rng, opening, onEvent, signal });
  const { format, ...rest } = head;
  const record = (play: { events: readonly Event[]; result: Result }): Episode => ({
    format,
    id: contentHash([contentHash(head), seed]),
    seed,
    ...rest,
    scenario,
    ...play,
  });
  return played instanceof Promise ? played.then(record) : record(played);
}
