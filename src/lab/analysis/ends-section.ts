/** How the games ended: six kinds that are never mixed up, by agent, and the reasons of those that broke down. */

import type { Episode } from '../../core/index.ts';
import { gamesOf, groupBy, type Row } from '../experiment/rows.ts';
import type { Cell } from './cell.ts';
import * as cell from './cell.ts';
import { saidIn, tallySpeakers } from './honesty/index.ts';
import type { Section } from './section.ts';

const kinds = ['agreement', 'concluded', 'no-deal', 'walked', 'forfeited', 'failed'] as const;
const MOST_REASONS = 8;

export function endsSection(rows: readonly Row[], order: readonly string[], controls: readonly string[]): Section {
  const byAgent = groupBy(rows, ({ agent }) => agent);
  // Most games cannot end in a conclusion, and others not in a deal: a column of nothing but zeros says less than none.
  const has = (kind: Row['kind']) => rows.some((row) => row.kind === kind);
  const shown = kinds.filter(
    (kind) => (kind !== 'concluded' || has(kind)) && (kind !== 'agreement' || has(kind) || !has('concluded')),
  );
  const episodes = [...new Map(rows.map(({ episode }) => [episode.id, episode])).values()];
  return {
    title: 'How games ended',
    about: 'Shares of games. Walked and forfeited: by this agent, and in brackets by the other side.',
    table: {
      head: ['agent', ...shown],
      words: [0],
      rows: order.map((agent) => {
        const games = byAgent.get(agent) ?? [];
        return [agent, ...shown.map((kind) => share(games, kind))];
      }),
      games: order.map((agent) => gamesOf(byAgent.get(agent) ?? [])),
      quiet: order.flatMap((agent, i) => (controls.includes(agent) ? [i] : [])),
    },
    notes: [...order.flatMap((agent) => walkNote(agent, byAgent.get(agent) ?? [])), ...reasons(episodes)],
  };
}

function share(games: readonly Row[], kind: (typeof kinds)[number]): Cell {
  const ended = games.filter((row) => row.kind === kind);
  if (kind !== 'walked' && kind !== 'forfeited') return cell.share(ended.length / games.length);
  const own = ended.filter(({ episode: { result }, seat }) => 'by' in result && result.by === seat).length;
  return ended.length === 0
    ? cell.share(0)
    : cell.beside(cell.share(own / games.length), cell.share((ended.length - own) / games.length));
}

/** Who walked in the seat of an agent, where it need not be the model: a steering walks too. */
function walkNote(agent: string, games: readonly Row[]): string[] {
  const by = games.flatMap(({ episode, seat }) => {
    const { result } = episode;
    if (result.kind !== 'walked' || result.by !== seat) return [];
    return saidIn(episode).findLast((one) => one.seat === seat && one.act?.type === 'walk')?.by ?? [];
  });
  return by.some((one) => one !== 'template') ? [`Who walked as ${agent}: ${tallySpeakers(by)}.`] : [];
}

function reasons(episodes: readonly Episode[]): string[] {
  const counts = new Map<string, number>();
  for (const { result, seats } of episodes) {
    if (result.kind !== 'failed' && result.kind !== 'forfeited') continue;
    const key = `${seats[result.by]?.spec} ${result.kind}: ${result.reason}`.slice(0, 300);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1));
  const more = sorted.length - MOST_REASONS;
  return [
    ...sorted.slice(0, MOST_REASONS).map(([reason, count]) => `${count} × ${reason}`),
    ...(more > 0 ? [`${more} further reasons.`] : []),
  ];
}
