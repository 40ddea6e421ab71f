/**
 * What marks a game as worth a look, for every seat under test: its regret and the turn of its dearest move where regret is measured, and its
 * surprise. Columns of the tables of games, to sort and filter by.
 */
import { type Metric, mean, type Seat } from '../../core/index.ts';
import { groupBy, type Row } from '../experiment/rows.ts';
import type { RowRegret } from './regret-section.ts';

/** Two games are always equally far from their mean. */
const FEWEST = 3;

export function marksOf(rows: readonly Row[], regrets: readonly RowRegret[] | undefined): Metric[] {
  const surprise = mark(
    'surprise',
    'distance of the utility from the mean of the games of this agent against this opponent in this seat, in their standard deviations',
    (put) => surprises(rows, put),
  );
  if (regrets === undefined) return [surprise];
  const regret = mark('regret', 'what the best response would have earned, minus what was earned', (put) => {
    for (const { row, regret } of regrets) put(row, regret);
  });
  const turn = mark('regret-turn', 'turn of the move that cost most', (put) => {
    for (const { row, moves } of regrets) {
      const [first, ...more] = moves;
      const dearest = first && more.reduce((most, one) => (one.regret > most.regret ? one : most), first);
      if (dearest && dearest.regret > 0) put(row, dearest.turn);
    }
  });
  return [regret, turn, surprise];
}

type Put = (row: Row, value: number) => void;

/** By game and then by seat: of a million games, no key is made of both. */
function mark(name: string, about: string, putAll: (put: Put) => void): Metric {
  const known = new Map<string, Record<Seat, number>>();
  putAll(({ episode, seat }, value) => {
    const seats = known.get(episode.id);
    if (seats) seats[seat] = value;
    else known.set(episode.id, { [seat]: value });
  });
  return { name, about, source: 'defined here', per: 'seat', of: ({ id }, seat) => known.get(id)?.[seat] };
}

function surprises(rows: readonly Row[], put: Put): void {
  const played = rows.filter(({ utility }) => utility !== undefined);
  for (const games of groupBy(played, ({ agent, opponent, seat }) => [agent, opponent, seat].join('|')).values()) {
    if (games.length < FEWEST) continue;
    const values = games.map(({ utility }) => utility as number);
    const middle = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    // A mean of equal values may miss them by a last digit.
    const deviation = values.every((value) => value === values[0]) ? 0 : Math.sqrt(squares / (games.length - 1));
    for (const [i, row] of games.entries())
      put(row, deviation === 0 ? 0 : Math.abs((values[i] as number) - middle) / deviation);
  }
}
