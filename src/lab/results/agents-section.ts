/** The table of agents: what each earned, told both ways, and how it conducted itself; controls beside them. */
import { createRng, findKit } from '../../core/index.ts';
import { type Gains, gains } from '../statistics/index.ts';
import { type Conduct, conductOf, parseRate, total } from './conduct.ts';
import type { Panel, Row } from './rows.ts';
import { groupBy } from './rows.ts';
import type { Drawing, Section } from './section.ts';
import { estimate, NONE, number, percent } from './show.ts';

export interface AgentSummary {
  readonly agent: string;
  readonly control: boolean;
  /** What it was played in. */
  readonly domains: readonly string[];
  readonly gains: Gains;
  readonly conduct: Conduct;
}

export function summariesOf(rows: readonly Row[], { controls }: Panel): AgentSummary[] {
  const standings = [...groupBy(rows, ({ agent }) => agent)].map(([agent, games]) => ({
    agent,
    control: controls.includes(agent),
    domains: [...new Set(games.map(({ episode }) => episode.domain))],
    gains: gains(games, { rng: createRng(1).split('agents').split(agent) }),
    conduct: conductOf(games),
  }));
  const worth = ({ gains: { noDealAsZero } }: AgentSummary) => noDealAsZero.mean ?? Number.NEGATIVE_INFINITY;
  return standings.sort((a, b) => Number(a.control) - Number(b.control) || worth(b) - worth(a));
}

export function agentsSection(standings: readonly AgentSummary[], drawings: readonly Drawing[]): Section {
  const concludes = standings.some(({ gains: { concluded } }) => concluded > 0);
  const speaks = standings.some(({ conduct }) => conduct.servedBy.size > 0);
  const steers = standings.some(({ conduct }) => conduct.steered > 0);
  const guarded = speaks || standings.some(({ conduct }) => conduct.guards.size > 0);
  const ends = ['deals', ...(concludes ? ['concluded'] : [])];
  const head = ['agent', 'games', ...ends, 'utility, no deal = 0', 'utility in deals', 'parse rate'];
  const more = [...(guarded ? ['guards / game'] : []), ...(steers ? ['steered / game'] : [])];
  return {
    title: 'Agents',
    about: `Utility: ${utilityIn(standings)}. In brackets 95 % intervals by a bootstrap over scenarios. Deals only flatters whoever walks away from hard games.${concludes ? ' A game that came to a conclusion is no deal, and counts with what it was worth.' : ''} Controls in grey.`,
    drawings,
    table: {
      head: [...head, ...more, ...(speaks ? ['served by'] : [])],
      words: [0, head.length + more.length],
      rows: standings.map(
        ({ agent, gains: { games, deals, concluded, failed, noDealAsZero, agreementOnly }, conduct }) => [
          agent,
          String(games),
          ...[deals, ...(concludes ? [concluded] : [])].map((count) =>
            percent(games > failed ? count / (games - failed) : undefined),
          ),
          estimate(noDealAsZero),
          estimate(agreementOnly),
          percent(parseRate(conduct)),
          ...(guarded ? [number(total(conduct.guards) / games, 2)] : []),
          ...(steers ? [number(conduct.steered / games, 2)] : []),
          ...(speaks ? [servedBy(conduct)] : []),
        ],
      ),
      quiet: standings.flatMap(({ control }, i) => (control ? [i] : [])),
    },
    notes: [...guardNotes(standings), ...fallbackNotes(standings)],
  };
}

/** What utility means in the games of the table, in the words of their domains. */
function utilityIn(standings: readonly AgentSummary[]): string {
  const domains = [...new Set(standings.flatMap((one) => one.domains))];
  const meant = domains.map((name) => ({ name, utility: findKit(name)?.utility ?? 'as its rules have it' }));
  return meant.map(({ name, utility }) => (meant.length > 1 ? `in ${name}, ${utility}` : utility)).join('; ');
}

function servedBy({ servedBy: counts }: Conduct): string {
  return counts.size === 0 ? NONE : [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
}

function guardNotes(standings: readonly AgentSummary[]): string[] {
  return standings
    .filter(({ conduct: { guards } }) => guards.size > 0)
    .map(({ agent, conduct: { guards } }) => {
      const counts = [...guards].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `${name} ${count}`);
      return `Guards stepped in for ${agent}: ${counts.join(', ')}.`;
    });
}

function fallbackNotes(standings: readonly AgentSummary[]): string[] {
  return standings
    .filter(({ conduct }) => conduct.fallbacks > 0)
    .map(({ agent, conduct }) => `${conduct.fallbacks} replies of ${agent} came from a fallback.`);
}
