/** How the games ended: kinds that are never mixed up, by agent, and the reasons of those that broke down. */

import type { Episode } from '../../core/index.ts';
import { gamesOf, groupBy, type Row } from '../experiment/rows.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import { conductIn, forfeitsIn, othersErred } from './conduct.ts';
import { tallySpeakers } from './honesty/index.ts';
import type { Section } from './section.ts';
import { plural } from './show.ts';

const kinds = ['agreement', 'another got it', 'concluded', 'no-deal', 'walked', 'forfeited'] as const;
type End = (typeof kinds)[number];
/** Columns that most games cannot have: one of nothing but zeros says less than none. */
const RARE: readonly End[] = ['another got it', 'concluded'];
const MOST_REASONS = 8;

export function endsSection(rows: readonly Row[], order: readonly string[], controls: readonly string[]): Section {
  const byAgent = groupBy(rows, ({ agent }) => agent);
  const has = (kind: End) => rows.some((row) => endOf(row) === kind);
  const shown = kinds.filter(
    (kind) => (!RARE.includes(kind) || has(kind)) && (kind !== 'agreement' || has(kind) || !has('concluded')),
  );
  const episodes = [...new Map(rows.map(({ episode }) => [episode.id, episode])).values()];
  const leaves = episodes.some((episode) => forfeitsIn(episode).length > 0);
  return {
    title: 'How games ended',
    about: `Shares of measured games, and beside them how many failed. Walked and forfeited: by this agent, and in brackets by another seat.${has('another got it') ? ' Another got it: the deal was made without this agent.' : ''}${leaves ? ' A seat that forfeits where the others play on has forfeited, however the game ended; what another seat forfeited so is in brackets too, beside the end of this one.' : ''}`,
    table: {
      head: ['agent', 'games', ...shown, 'failed'],
      words: [0],
      rows: order.map((agent) => {
        const games = byAgent.get(agent) ?? [];
        const measured = games.filter(({ kind }) => kind !== 'failed');
        return [
          agent,
          cell.count(measured.length),
          ...shown.map((kind) => share(measured, kind)),
          cell.count(games.length - measured.length),
        ];
      }),
      games: order.map((agent) => gamesOf(byAgent.get(agent) ?? [])),
      quiet: order.flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
    notes: [...order.flatMap((agent) => walkNote(agent, byAgent.get(agent) ?? [])), ...reasons(episodes)],
  };
}

/** How a game ended for one seat: it may have forfeited while the others went on, or the deal may be of two others. */
function endOf(row: Row): End | 'failed' {
  if (row.kind === 'failed') return row.kind;
  if (hasLeft(row)) return 'forfeited';
  return row.kind === 'no-deal' && row.episode.result.kind === 'agreement' ? 'another got it' : row.kind;
}

const hasLeft = ({ episode, seat }: Row) => forfeitsIn(episode).some((one) => one.seat === seat);

function share(games: readonly Row[], kind: End): Cell {
  const ended = games.filter((row) => endOf(row) === kind);
  const of = (some: readonly Row[]) => cell.share(games.length > 0 ? some.length / games.length : undefined);
  if (kind !== 'walked' && kind !== 'forfeited') return of(ended);
  const isOwn = (row: Row) => hasLeft(row) || ('by' in row.episode.result && row.episode.result.by === row.seat);
  const others = kind === 'forfeited' ? games.filter(othersErred) : ended.filter((row) => !isOwn(row));
  return ended.length + others.length === 0 ? of([]) : cell.beside(of(ended.filter(isOwn)), of(others));
}

/** Who walked in the seat of an agent, where it need not be the model: a steering walks too. */
function walkNote(agent: string, games: readonly Row[]): string[] {
  const by = games.flatMap(({ episode, seat }) => {
    const { result } = episode;
    if (result.kind !== 'walked' || result.by !== seat) return [];
    return conductIn(episode).find((one) => one.seat === seat)?.walkedBy ?? [];
  });
  return by.some((one) => one !== 'template') ? [`Who walked as ${agent}: ${tallySpeakers(by)}.`] : [];
}

function reasons(episodes: readonly Episode[]): string[] {
  const counts = new Map<string, number>();
  const add = (spec: string | undefined, how: string, reason: string) => {
    const key = `${spec} ${how}: ${reason}`.slice(0, 300);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const episode of episodes) {
    const { result, seats } = episode;
    if (result.kind === 'failed' || result.kind === 'forfeited')
      add(seats[result.by]?.spec, result.kind, result.reason);
    for (const { seat, reason } of forfeitsIn(episode)) add(seats[seat]?.spec, 'forfeited', reason);
  }
  const sorted = [...counts].sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1));
  const more = sorted.length - MOST_REASONS;
  return [
    ...sorted.slice(0, MOST_REASONS).map(([reason, count]) => `${count} × ${reason}`),
    ...(more > 0 ? [`${plural(more, 'further reason')}.`] : []),
  ];
}
