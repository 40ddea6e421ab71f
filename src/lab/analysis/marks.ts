/**
 * What marks a game as worth a look, for every seat under test: its regret and the turn of its dearest move where regret is measured, and its
 * surprise. Columns of the tables of games, to sort and filter by.
 */
import { type Episode, type Metric, mean, type Seat } from '../../core/index.ts';
import { groupBy, type Row } from '../experiment/rows.ts';
import type { RowRegret } from './regret-section.ts';

/** Two games are always equally far from their mean. */
const FEWEST = 3;

export function marksOf(rows: readonly Row[], regrets: readonly RowRegret[] | undefined): Metric[] {
  const surprise = mark(
    'surprise',
    'distance of the utility from the mean of the games of this agent against this opponent in this seat, in their standard deviations',
    surprises(rows),
  );
  if (regrets === undefined) return [surprise];
  return [
    mark(
      'regret',
      'what the best response would have earned, minus what was earned',
      regrets.map(({ row, regret }) => [row, regret]),
    ),
    mark(
      'regret-turn',
      'turn of the move that cost most',
      regrets.flatMap(({ row, moves }) => {
        const [first, ...more] = moves;
        const dearest = first && more.reduce((most, one) => (one.regret > most.regret ? one : most), first);
        return dearest && dearest.regret > 0 ? [[row, dearest.turn] as const] : [];
      }),
    ),
    surprise,
  ];
}

function mark(name: string, about: string, values: readonly (readonly [Row, number])[]): Metric {
  const known = new Map(values.map(([{ episode, seat }, value]) => [keyOf(episode, seat), value]));
  return { name, about, source: 'defined here', per: 'seat', of: (episode, seat) => known.get(keyOf(episode, seat)) };
}

const keyOf = ({ id }: Episode, seat: Seat) => `${id} ${seat}`;

function surprises(rows: readonly Row[]): [Row, number][] {
  const played = rows.filter(({ utility }) => utility !== undefined);
  const cells = groupBy(played, ({ agent, opponent, seat }) => [agent, opponent, seat].join('|'));
  return [...cells.values()].flatMap((games) => {
    if (games.length < FEWEST) return [];
    const values = games.map(({ utility }) => utility as number);
    // A mean of equal values may miss them by a last digit.
    if (values.every((value) => value === values[0])) return games.map((row): [Row, number] => [row, 0]);
    const middle = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
    const deviation = Math.sqrt(squares / (games.length - 1));
    return games.map((row, i): [Row, number] => [row, Math.abs((values[i] as number) - middle) / deviation]);
  });
}
