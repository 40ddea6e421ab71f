/** The table of agents: what each earned, told both ways, and how it conducted itself; controls beside them. */

import { findKit } from '../../core/index.ts';
import { gamesOf, groupBy, type Panel, type Row } from '../experiment/rows.ts';
import { type Estimate, type Gains, gains } from '../statistics/index.ts';
import * as cell from './cell.ts';
import { type Conduct, conductOf, othersErred, parseRate, total } from './conduct.ts';
import { boundsOf, earned } from './earned.ts';
import { tallySpeakers } from './honesty/index.ts';
import type { Section } from './section.ts';
import { NONE, plural } from './show.ts';

export interface AgentSummary {
  readonly agent: string;
  readonly control: boolean;
  /** What it was played in. */
  readonly domains: readonly string[];
  readonly gains: Gains;
  /** No deal as zero, without the games in which another side forfeited. */
  readonly unspoilt: Estimate;
  /** How many games those were. */
  readonly spoilt: number;
  readonly conduct: Conduct;
  /** Its games, by their ids. */
  readonly episodes: readonly string[];
}

export function summariesOf(rows: readonly Row[], { controls }: Panel): AgentSummary[] {
  const standings = [...groupBy(rows, ({ agent }) => agent)].map(([agent, games]) => ({
    agent,
    control: controls.includes(agent),
    domains: [...new Set(games.map(({ episode }) => episode.domain))],
    gains: gains(games, { within: boundsOf(games.map(({ episode }) => episode.domain)) }),
    unspoilt: earned(games.filter((row) => !othersErred(row))),
    spoilt: games.filter(othersErred).length,
    conduct: conductOf(games),
    episodes: gamesOf(games),
  }));
  const worth = ({ gains: { noDealAsZero } }: AgentSummary) => noDealAsZero.mean ?? Number.NEGATIVE_INFINITY;
  return standings.sort((a, b) => Number(a.control) - Number(b.control) || worth(b) - worth(a));
}

/**
 * What the games came to, if anything: where no deal is to be had, a column of zeros would read as if every game had come to nothing.
 */
export function endsOf(standings: readonly Pick<AgentSummary, 'gains'>[]) {
  const hasConclusions = standings.some(({ gains: { concluded } }) => concluded > 0);
  return { hasDeals: !hasConclusions || standings.some(({ gains: { deals } }) => deals > 0), hasConclusions };
}

export function agentsSection(standings: readonly AgentSummary[]): Section {
  const { hasDeals, hasConclusions } = endsOf(standings);
  const speaks = standings.some(({ conduct }) => conduct.servedBy.size > 0);
  const steers = standings.some(({ conduct }) => conduct.steered > 0);
  const guarded = speaks || standings.some(({ conduct }) => conduct.guards.size > 0);
  const failures = standings.some(({ gains }) => gains.failed > 0);
  const spoilt = standings.some((one) => one.spoilt > 0);
  const head = [
    ...[
      'agent',
      'games',
      ...(failures ? ['failed'] : []),
      ...(hasDeals ? ['deals'] : []),
      ...(hasConclusions ? ['concluded'] : []),
    ],
    ...(hasDeals ? ['utility, no deal = 0', 'utility in deals'] : ['utility']),
    ...(spoilt ? ["without others' forfeits"] : []),
    'parse rate',
  ];
  const chart = {
    kind: 'intervals' as const,
    title: 'What each agent earned',
    rows: standings.flatMap(
      ({
        agent,
        control,
        gains: {
          noDealAsZero: { mean, low, high },
        },
      }) => (mean === undefined ? [] : [{ name: agent, mean, low, high, hollow: control }]),
    ),
  };
  const more = [...(guarded ? ['guards / game'] : []), ...(steers ? ['steered / game'] : [])];
  return {
    title: 'Agents',
    about: `Utility: ${utilityIn(standings)}. In brackets: 95 % intervals over scenarios; below six scenarios there is none (too few).${hasDeals ? ' Averages over deals alone favour agents that walk away from hard games.' : ''}${hasConclusions ? (hasDeals ? ' A game that was concluded is not a deal, and counts with what it was worth.' : ' A game that was not concluded counts as 0.') : ''} Parse rate: the share of attempts that could be read as a legal act.${failures ? ' Games: those that were measured; what failed is counted beside them, and is in nothing else but how often guards and steering stepped in and what could be read.' : ''} Each game weighs the same; paired differences weigh each scenario the same, and only games that both played, so that they may differ from the difference of two means here. Controls are set apart, in grey or italics.`,
    ...(chart.rows.length > 0 && { chart }),
    table: {
      head: [...head, ...more, ...(speaks ? ['served by'] : [])],
      words: [0, head.length + more.length],
      rows: standings.map(
        ({ agent, gains: { games, deals, concluded, failed, noDealAsZero, agreementOnly }, unspoilt, conduct }) => [
          agent,
          cell.count(games - failed),
          ...(failures ? [cell.count(failed)] : []),
          ...[...(hasDeals ? [deals] : []), ...(hasConclusions ? [concluded] : [])].map((count) =>
            cell.share(games > failed ? count / (games - failed) : undefined),
          ),
          cell.estimate(noDealAsZero),
          ...(hasDeals ? [cell.estimate(agreementOnly)] : []),
          ...(spoilt ? [cell.estimate(unspoilt)] : []),
          cell.share(parseRate(conduct)),
          ...(guarded ? [cell.number(total(conduct.guards) / games, 2)] : []),
          ...(steers ? [cell.number(conduct.steered / games, 2)] : []),
          ...(speaks ? [servedBy(conduct)] : []),
        ],
      ),
      games: standings.map(({ episodes }) => episodes),
      quiet: standings.flatMap(({ control }, i) => (control ? [i] : [])),
    },
    notes: [
      ...spoiltNotes(standings),
      ...guardNotes(standings),
      ...refusalNotes(standings),
      ...fallbackNotes(standings),
    ],
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

/** To survive the errors of others is not skill: whether the order stands without the games that they forfeited. */
function spoiltNotes(standings: readonly AgentSummary[]): string[] {
  const agents = standings.filter(({ control }) => !control);
  const count = standings.reduce((sum, { spoilt }) => sum + spoilt, 0);
  if (count === 0) return [];
  const worth = ({ unspoilt }: AgentSummary) => unspoilt.mean ?? Number.NEGATIVE_INFINITY;
  const again = [...agents].sort((a, b) => worth(b) - worth(a));
  const stands = again.every((one, i) => one === agents[i]);
  const order = again.map(({ agent }) => agent).join(', ');
  return [
    `In ${plural(count, 'game')} another side forfeited (illegal acts or unreadable replies): surviving that is not skill. By their means without those games the agents come in ${stands ? 'the same order' : `another order: ${order}`}.`,
  ];
}

function guardNotes(standings: readonly AgentSummary[]): string[] {
  return standings
    .filter(({ conduct: { guards } }) => guards.size > 0)
    .map(({ agent, conduct: { guards } }) => {
      const counts = [...guards]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, count]) => `${inWords(name)} ${count}`);
      return `Guards stepped in for ${agent}: ${counts.join(', ')}.`;
    });
}

/** keepAgreement to keep agreement. */
function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The parse rate of an agent with a model is the model's only where nothing else in its seat was refused. */
function refusalNotes(standings: readonly AgentSummary[]): string[] {
  return standings
    .filter(({ conduct: { servedBy, refusedBy } }) => servedBy.size > 0 && refusedBy.some((by) => by !== 'model'))
    .map(({ agent, conduct: { refusedBy } }) => `Who made the refused acts of ${agent}: ${tallySpeakers(refusedBy)}.`);
}

function fallbackNotes(standings: readonly AgentSummary[]): string[] {
  return standings
    .filter(({ conduct }) => conduct.fallbacks > 0)
    .map(({ agent, conduct }) => `${plural(conduct.fallbacks, 'reply', 'replies')} of ${agent} came from a fallback.`);
}
