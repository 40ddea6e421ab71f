/**
 * A tournament is an experiment: everybody against everybody, itself included, in both roles, on the same scenarios, with the
 * controls of the domain beside them. `tournamentPlan` makes its plan from who enters; whoever wants a folder and a report runs that
 * plan as any other, and `playTournament` plays it in memory for the table alone.
 */
import { registryPlayers } from '../../agents/index.ts';
import { type Episode, findKit, type Metric, mean, metrics, type Player, type Script } from '../../core/index.ts';
import { type ExperimentFile, parseExperiment } from '../experiment/experiment.ts';
import { type Manifest, manifestOf } from '../experiment/manifest.ts';
import { type Plan, planOf } from '../experiment/plan.ts';
import { playTable } from '../experiment/play.ts';
import { tournament } from '../experiment/presets/tournament.ts';
import { resolvePlayers } from '../experiment/resolve-players.ts';
import { type Panel, panelOf, rowsOf } from '../experiment/rows.ts';
import { testedSeats } from '../experiment/tested.ts';
import { type AgentSummary, summariesOf } from './agents-section.ts';
import { payoffsIn } from './ratings-section.ts';

export interface TournamentOptions {
  /** Default price. */
  readonly domain?: string;
  /** Default: the first of the domain. */
  readonly sampler?: string;
  /** Scenarios, and so games for each ordered pair. */
  readonly count: number;
  readonly seed: number;
  /** Default: the sampler's. */
  readonly turnLimit?: number;
  /** False: the entrants alone. */
  readonly controls?: false;
}

export function tournamentPlan(entrants: readonly string[], options: TournamentOptions): Plan {
  const { domain = 'price', count, seed, turnLimit, controls } = options;
  const { sampler = Object.keys(findKit(domain)?.samplers ?? {})[0] ?? '' } = options;
  const file: ExperimentFile = {
    ...tournament,
    domain,
    scenarios: { sampler, count, seed, ...(turnLimit !== undefined && { turnLimit }) },
    agents: [...entrants],
    ...(controls === false && { controls }),
  };
  return planOf(parseExperiment(file, 'the tournament'));
}

/** All of a registry, each agent under its first name, and the names that were left out. */
export function entrantsOf(registry: string): {
  entrants: Player<Script>[];
  left: [spec: string, before: string][];
} {
  const first = new Map<string, Player<Script>>();
  const left: [string, string][] = [];
  for (const player of registryPlayers(registry)) {
    const before = first.get(player.fingerprint);
    if (before) left.push([player.spec, before.spec]);
    else first.set(player.fingerprint, player);
  }
  return { entrants: [...first.values()], left };
}

export interface Tournament {
  /** Best first, controls last. */
  readonly standings: readonly AgentSummary[];
  readonly fingerprints: ReadonlyMap<string, string>;
  /** The games among the entrants; what follows is of these. */
  readonly episodes: readonly Episode[];
  readonly agreement: number;
  /** The share of games that ended in a conclusion, with no deal to be had. */
  readonly concluded: number;
  /** Over agreements on a price in a zone that is not empty. */
  readonly meanRho: number | undefined;
  readonly sdRho: number | undefined;
  readonly meanTurns: number;
  readonly forfeited: number;
  readonly failed: number;
  /** The entrants, and the mean utility of each against each, over both roles. */
  readonly names: readonly string[];
  readonly payoffs: readonly (readonly number[])[];
}

/** `own`: players that no registry has, by their spec. */
export async function playTournament(plan: Plan, own: readonly Player[] = []): Promise<Tournament> {
  const ownSpecs = new Map(own.map((player) => [player.spec, player]));
  const others = plan.tables.map((table) => ({
    ...table,
    seats: Object.fromEntries(Object.entries(table.seats).filter(([, spec]) => !ownSpecs.has(spec))),
  }));
  const players = new Map([...ownSpecs, ...(await resolvePlayers({ ...plan, tables: others }, {}))]);
  const played: Episode[] = [];
  for (const table of plan.tables) {
    const episodes = playTable(table, players);
    played.push(...(episodes instanceof Promise ? await episodes : episodes));
  }
  return tournamentOf(manifestOf(plan, players), played);
}

/** From all games of a run; without their seats under test, in the order of its plan. */
export function tournamentOf(
  manifest: Manifest,
  played: readonly Episode[],
  tested: Panel['tested'] = testedSeats(manifest, played),
): Tournament {
  const panel = panelOf([manifest], played, tested);
  const rows = rowsOf(played, panel);
  const entered = new Set(panel.agents);
  const episodes = played.filter(({ seats }) => Object.values(seats).every(({ spec }) => entered.has(spec)));
  return {
    standings: summariesOf(rows, panel),
    fingerprints: new Map(
      [...manifest.agents, ...manifest.controls].map(({ spec, fingerprint }) => [spec, fingerprint]),
    ),
    episodes,
    ...figuresOf(episodes),
    names: panel.agents,
    payoffs: payoffsIn(rows, panel.agents),
  };
}

const rho = metrics.find(({ name }) => name === 'rho') as Metric;

function figuresOf(episodes: readonly Episode[]) {
  const measured = episodes.flatMap(({ result }) => (result.kind === 'failed' ? [] : [result]));
  const count = (kind: string) => measured.filter((result) => result.kind === kind).length;
  const rhos = episodes.flatMap((episode) => rho.of(episode, Object.keys(episode.seats)[0] as string) ?? []);
  const meanRho = rhos.length > 0 ? mean(rhos) : undefined;
  return {
    agreement: count('agreement') / measured.length,
    concluded: count('concluded') / measured.length,
    meanRho,
    sdRho: meanRho === undefined ? undefined : Math.sqrt(mean(rhos.map((one) => (one - meanRho) * (one - meanRho)))),
    meanTurns: mean(measured.map(({ turn }) => turn)),
    forfeited: count('forfeited'),
    failed: episodes.length - measured.length,
  };
}
