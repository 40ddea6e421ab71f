/**
 * Transcripts to rows: one for each seat that is under test, with what the statistics need and nothing more.
 *
 * The plan says which seats of a game are under test, and the panel who is a control and who sits across. Both come from the
 * manifest. Where that does not name the seats (an older run), they are guessed from who sits where; transcripts without one are
 * a panel in which everybody is under test against everybody.
 */
import { type Episode, findKit, type Result, type Seat } from '../../core/index.ts';
import type { Observation } from '../statistics/index.ts';
import { clusterOf } from './draws.ts';
import type { Manifest } from './manifest.ts';

export interface Panel {
  readonly agents: readonly string[];
  readonly controls: readonly string[];
  readonly opponents: readonly string[];
  readonly reference: string | undefined;
  /** The seats under test, by the id of the episode; where one is missing they are guessed. */
  readonly tested?: ReadonlyMap<string, readonly Seat[]>;
}

export interface Row {
  readonly episode: Episode;
  readonly agent: string;
  readonly seat: Seat;
  /** Who sits in the other seats. */
  readonly opponent: string;
  /** The scenario it was played on, by its content. */
  readonly cluster: string;
  readonly field: string;
  readonly kind: Result['kind'];
  /** Undefined for a failed game. */
  readonly utility: number | undefined;
}

export function panelOf(manifests: readonly Manifest[], episodes: readonly Episode[], tested?: Panel['tested']): Panel {
  if (manifests.length === 0) {
    const all = [...new Set(episodes.flatMap(({ seats }) => Object.values(seats).map(({ spec }) => spec)))];
    return { agents: all, controls: [], opponents: all, reference: undefined };
  }
  const specs = (pick: (manifest: Manifest) => readonly { spec: string }[]) => [
    ...new Set(manifests.flatMap((manifest) => pick(manifest).map(({ spec }) => spec))),
  ];
  const agents = specs(({ agents: some }) => some);
  return {
    agents,
    controls: specs(({ controls }) => controls).filter((spec) => !agents.includes(spec)),
    opponents: specs(({ opponents, experiment }) => [
      ...opponents,
      ...Object.values(experiment.fill).map((spec) => ({ spec })),
    ]),
    reference: manifests[0]?.reference,
    ...(tested && { tested }),
  };
}

export function rowsOf(episodes: readonly Episode[], { agents, controls, opponents, tested }: Panel): Row[] {
  const rows = new Set([...agents, ...controls]);
  const across = new Set(opponents);
  return episodes.flatMap((episode) => {
    const seats = Object.entries(episode.seats);
    const [cluster, field] = [clusterOf(episode), fieldOf(episode)];
    return seats.flatMap(([seat, { spec }]): Row[] => {
      const others = seats.filter(([other]) => other !== seat).map(([, sitter]) => sitter.spec);
      const planned = tested?.get(episode.id);
      const isTested = planned?.includes(seat) ?? (rows.has(spec) && others.every((other) => across.has(other)));
      if (!isTested) return [];
      const { result } = episode;
      const utility = result.kind === 'failed' ? undefined : result.utility[seat];
      const kind = isOthersDeal(episode, seat) ? 'no-deal' : result.kind;
      return [
        { episode, agent: spec, seat, opponent: [...new Set(others)].join(' + '), cluster, field, kind, utility },
      ];
    });
  });
}

/** Where a deal binds some seats only, it is none to the others: in an arena one buyer gets it. */
function isOthersDeal({ domain, result }: Episode, seat: Seat): boolean {
  const parties = result.kind === 'agreement' ? findKit(domain)?.parties?.(result.deal) : undefined;
  return parties !== undefined && !parties.includes(seat);
}

/** A task by its name, else what the domain tells apart, else where the scenario came from. */
export function fieldOf({ source, scenario, domain }: Episode): string {
  if (typeof source.task === 'string') return source.task;
  return findKit(domain)?.field?.(scenario, source) ?? String(source.sampler ?? domain);
}

/** No deal as zero gain; a conclusion as what it was worth; a failed game does not apply. */
export function gain({ kind, utility }: Pick<Row, 'kind' | 'utility'>): number | undefined {
  return kind === 'failed' ? undefined : isReached(kind) ? utility : 0;
}

/** Whether the game came to what it was played for, a deal or a conclusion. */
function isReached(kind: Result['kind']): boolean {
  return kind === 'agreement' || kind === 'concluded';
}

export function gainsOf(rows: readonly Row[]): Observation[] {
  return rows.map((row) => ({ cluster: row.cluster, value: gain(row), game: row.episode.id }));
}

/** Rows of two agents that met the same opponent in the same seat on the same draw with the same seed. */
export function pairedRows(a: readonly Row[], b: readonly Row[]): { a: Row[]; b: Row[] } {
  const key = ({ seat, opponent, cluster, episode: { seed, source } }: Row) =>
    [seat, opponent, cluster, seed, source.deal ?? ''].join('|');
  const [inA, inB] = [new Map(a.map((row) => [key(row), row])), new Map(b.map((row) => [key(row), row]))];
  const keys = [...inA.keys()].filter((one) => inB.has(one));
  return { a: keys.map((one) => inA.get(one) as Row), b: keys.map((one) => inB.get(one) as Row) };
}

/** The games of rows, by their ids, each once. */
export function gamesOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ episode }) => episode.id))];
}

export function rowsWith(rows: readonly Row[], agent: string): Row[] {
  return rows.filter((row) => row.agent === agent);
}

export function groupBy<T>(list: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const name = key(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}
