/**
 * A round robin: every script against every script, itself included, in both roles, the first mover alternating where the domain lets one choose.
 *
 * Seeds are paired: two scripts meet on the same scenarios in both seatings, so that a head-to-head differs by what they do
 * and not by what they drew; every pair has scenarios of its own, so that a mean rests on many. No deal and a forfeit count as zero gain; the agreement-only figure stands beside it. A failed episode
 * measures nothing and is counted apart.
 */
import {
  type Episode,
  findKit,
  type Metric,
  metrics,
  type Player,
  playEpisode,
  price,
  rolesOf,
  type Script,
  type Seat,
} from '../../core/index.ts';
import { chooseScenarioOf, noSuchDomain, ScenarioError, swapRefusal } from './scenarios.ts';

export interface TournamentOptions {
  /** Games for each ordered pair. */
  readonly episodes: number;
  readonly seed: number;
  /** Default price. */
  readonly domain?: string;
  /** Default: the first of the domain. */
  readonly sampler?: string;
  /** Default: the sampler's. */
  readonly turnLimit?: number;
  readonly onEpisode?: (episode: Episode) => void;
}

export interface TournamentRow {
  readonly name: string;
  readonly fingerprint: string;
  readonly games: number;
  /** Mean utility of all games, no deal as zero. */
  readonly utility: number;
  /** Mean utility over deals only. */
  readonly utilityInDeals: number | undefined;
  readonly agreement: number;
}

export interface Tournament {
  readonly episodes: number;
  readonly agreement: number;
  /** The share of games that ended in a conclusion, with no deal to be had. */
  readonly concluded: number;
  /** Over agreements on a price in a zone that is not empty. */
  readonly meanRho: number | undefined;
  readonly sdRho: number | undefined;
  readonly meanTurns: number;
  readonly forfeited: number;
  readonly failed: number;
  readonly standings: readonly TournamentRow[];
  /** payoffs[i][j]: mean utility of player i against player j, over both roles. */
  readonly payoffs: readonly (readonly number[])[];
}

const rho = metrics.find(({ name }) => name === 'rho') as Metric;

interface Tally {
  games: number;
  utility: number;
  deals: number;
}

export function runTournament(players: readonly Player<Script>[], options: TournamentOptions): Tournament {
  const name = options.domain ?? price.name;
  const kit = findKit(name);
  if (!kit) throw new ScenarioError(noSuchDomain(name));
  if (kit.fixedRoles !== undefined) throw new ScenarioError(`${swapRefusal(kit)}, and a tournament swaps them`);
  const { rules: domain, options: told = [] } = kit;
  const [first, second] = rolesOf(name) as [Seat, Seat];
  const tallies = players.map(() => players.map((): Tally => ({ games: 0, utility: 0, deals: 0 })));
  const rhos: number[] = [];
  const counts = { episodes: 0, turns: 0, agreement: 0, concluded: 0, forfeited: 0, failed: 0 };
  for (const [i, one] of players.entries()) {
    for (const [j, other] of players.entries()) {
      for (let k = 0; k < options.episodes; k++) {
        const pair = Math.min(i, j) * players.length + Math.max(i, j);
        const scenarioSeed = options.seed + pair * options.episodes + k;
        const agentSeed = options.seed + (i * players.length + j) * options.episodes + k;
        const opens = told.includes('opens') ? (k % 2 === 0 ? first : second) : undefined;
        const { sampler, turnLimit } = options;
        const chosen = chooseScenarioOf(name, { sampler, seed: scenarioSeed, opens, turnLimit });
        const episode = playEpisode({ domain, ...chosen, players: { [first]: one, [second]: other }, seed: agentSeed });
        const { result } = episode;
        options.onEpisode?.(episode);
        counts.episodes++;
        if (result.kind === 'failed') {
          counts.failed++;
          continue;
        }
        counts.turns += result.turn;
        const deal = result.kind === 'agreement' ? 1 : 0;
        counts.agreement += deal;
        counts.concluded += Number(result.kind === 'concluded');
        counts.forfeited += Number(result.kind === 'forfeited');
        const share = rho.of(episode, first);
        if (share !== undefined) rhos.push(share);
        add(tallies[i]?.[j], result.utility[first], deal);
        add(tallies[j]?.[i], result.utility[second], deal);
      }
    }
  }
  const measured = counts.episodes - counts.failed;
  const meanRho = mean(rhos);
  return {
    episodes: counts.episodes,
    agreement: counts.agreement / measured,
    concluded: counts.concluded / measured,
    meanRho,
    sdRho: meanRho === undefined ? undefined : Math.sqrt(mean(rhos.map((rho) => (rho - meanRho) ** 2)) as number),
    meanTurns: counts.turns / measured,
    forfeited: counts.forfeited,
    failed: counts.failed,
    standings: players.map((player, i) => rowOf(player, tallies[i] as Tally[])),
    payoffs: tallies.map((row) => row.map((tally) => tally.utility / tally.games)),
  };
}

function add(tally: Tally | undefined, utility: number | undefined, deal: number): void {
  if (!tally || utility === undefined) return;
  tally.games++;
  tally.utility += utility;
  tally.deals += deal;
}

function rowOf(player: Player, row: readonly Tally[]): TournamentRow {
  const sum = (key: keyof Tally) => row.reduce((total, tally) => total + tally[key], 0);
  const [games, utility, deals] = [sum('games'), sum('utility'), sum('deals')];
  return {
    name: player.agent.name,
    fingerprint: player.fingerprint,
    games,
    utility: utility / games,
    utilityInDeals: deals > 0 ? utility / deals : undefined,
    agreement: deals / games,
  };
}

function mean(values: readonly number[]): number | undefined {
  return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : undefined;
}
