/** Three games of each agent to look at: the one it earned most in, one in the middle, the one it earned least in. */
import { groupBy, type Row } from '../experiment/rows.ts';
import * as cell from './cell.ts';
import type { Section } from './section.ts';

export function gamesSection(rows: readonly Row[], order: readonly string[], controls: readonly string[]): Section {
  const byAgent = groupBy(rows, ({ agent }) => agent);
  const shown = order.flatMap((agent) => {
    const games = (byAgent.get(agent) ?? []).filter(({ utility }) => utility !== undefined);
    const sorted = games.toSorted((a, b) => (b.utility as number) - (a.utility as number));
    const picked = [0, Math.floor((sorted.length - 1) / 2), sorted.length - 1].flatMap((at) => sorted[at] ?? []);
    return picked.length === 3 ? [{ agent, picked }] : [];
  });
  return {
    title: 'Games to look at',
    about:
      'For each agent the game it earned most in, one in the middle and the one it earned least in: the beginning of its id, the seat, and the utility. A link opens the game as a page; parley replay FOLDER/episodes.jsonl#ID shows it in the terminal.',
    table: {
      head: ['agent', 'best', 'median', 'worst'],
      words: [0, 1, 2, 3],
      rows: shown.map(({ agent, picked }) => [agent, ...picked.map(gameCell)]),
      games: shown.map(({ picked }) => picked.map(({ episode }) => episode.id)),
      quiet: shown.flatMap(({ agent }, i) => (controls.includes(agent) ? [i] : [])),
    },
  };
}

function gameCell({ episode, seat, utility }: Row): cell.Value {
  return cell.game(episode.id, seat, utility as number);
}
