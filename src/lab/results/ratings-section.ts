/** Where agents met all of each other: the payoff matrix as a heat map, and what each rating makes of it. */
import {
  alphaSweep,
  type BradleyTerry,
  bradleyTerry,
  eloRatings,
  exploitability,
  type Match,
  nashAverage,
  type Payoffs,
  RatingError,
  replicator,
  scoreOf,
  trueSkillRatings,
} from '../ratings/index.ts';
import { gain, groupBy, type Panel, type Row } from './rows.ts';
import type { Drawing, Section } from './section.ts';
import { number } from './show.ts';

export interface Grid {
  readonly names: readonly string[];
  readonly payoffs: Payoffs;
  readonly matches: readonly Match[];
}

/** Undefined where some pair never met, or there are fewer than three. */
export function gridOf(rows: readonly Row[], { agents, opponents }: Panel): Grid | undefined {
  const names = agents.filter((agent) => opponents.includes(agent));
  const cells = groupBy(rows, ({ agent, opponent }) => JSON.stringify([agent, opponent]));
  const payoffs = names.map((agent) =>
    names.map((opponent) => {
      const gains = (cells.get(JSON.stringify([agent, opponent])) ?? []).flatMap((row) => gain(row) ?? []);
      return gains.length > 0 ? gains.reduce((sum, value) => sum + value, 0) / gains.length : Number.NaN;
    }),
  );
  if (names.length < 3 || payoffs.some((row) => row.some((value) => Number.isNaN(value)))) return undefined;
  return { names, payoffs, matches: matchesOf(rows, names) };
}

function matchesOf(rows: readonly Row[], names: readonly string[]): Match[] {
  const known = new Set(names);
  const episodes = new Map(rows.map(({ episode }) => [episode.id, episode]));
  return [...episodes.values()].flatMap(({ seats, result }) => {
    const [[a, first], [b, second]] = Object.entries(seats) as unknown as [
      [string, { spec: string }],
      [string, { spec: string }],
    ];
    if (result.kind === 'failed' || !known.has(first.spec) || !known.has(second.spec)) return [];
    return [
      {
        first: first.spec,
        second: second.spec,
        score: scoreOf(result.utility[a] as number, result.utility[b] as number),
      },
    ];
  });
}

/** Who earns most first, as rows and as columns. */
export function byPayoff({ names, payoffs }: Pick<Grid, 'names' | 'payoffs'>): Pick<Grid, 'names' | 'payoffs'> {
  const total = (i: number) => (payoffs[i] as readonly number[]).reduce((sum, value) => sum + value, 0);
  const order = names.map((_, i) => i).sort((i, j) => total(j) - total(i));
  return {
    names: order.map((i) => names[i] as string),
    payoffs: order.map((i) => order.map((j) => payoffs[i]?.[j] as number)),
  };
}

export function ratingsSection({ names, payoffs, matches }: Grid, drawings: readonly Drawing[]): Section {
  const fitted = strengthsOf(matches);
  const strength = (name: string) => fitted?.strengths.get(name);
  const elo = eloRatings(matches);
  const skills = trueSkillRatings(matches);
  const nash = nashAverage(payoffs);
  const alpha = alphaSweep(payoffs).shares;
  const even = names.map(() => 1 / names.length);
  const drift = replicator(payoffs, { start: even, time: 200 }).at(-1) as number[];
  const order = byPayoff({ names, payoffs }).names.map((name) => names.indexOf(name));
  return {
    title: 'Who beats whom',
    about:
      'Bradley-Terry, Elo and TrueSkill rest on who came out ahead, Nash averaging on being ahead against the equilibrium mixture, alpha-rank and the replicator on what agents earn.',
    drawings,
    table: {
      head: ['agent', 'Bradley-Terry', 'Elo', 'TrueSkill', 'Nash share', 'Nash skill', 'alpha-rank', 'replicator'],
      words: [0],
      rows: order.map((i) => {
        const name = names[i] as string;
        const skill = skills.get(name);
        return [
          name,
          number(strength(name), 2),
          number(elo.get(name), 0),
          skill ? `${number(skill.mean, 1)} ± ${number(skill.deviation, 1)}` : '–',
          number(nash.mixture[i]),
          number(nash.ratings[i]),
          number(alpha[i]),
          number(drift[i]),
        ];
      }),
    },
    notes: [
      fitted
        ? `Role effect (Bradley-Terry log-odds of the first seat): ${number(fitted.roleEffect, 2)}. One imagined draw each keeps strengths finite.`
        : 'No Bradley-Terry strengths: one role, or a group of agents, came out ahead in every game.',
      `What the best single reply gains on an even mixture of all: ${number(exploitability(payoffs, even))}; on the mixture that the replicator drifts to: ${number(exploitability(payoffs, drift))}.`,
    ],
  };
}

/** Undefined where a role or a group wins every game, so that no strengths are finite. */
function strengthsOf(matches: readonly Match[]): BradleyTerry | undefined {
  try {
    return bradleyTerry(matches, { prior: 1 });
  } catch (error) {
    if (error instanceof RatingError) return undefined;
    throw error;
  }
}
