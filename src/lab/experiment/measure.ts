/** A metric of a seat, worked out once a game: of a game whose transcript stays in its file it is kept. */
import type { Episode, Metric, Seat } from '../../core/index.ts';
import { fact } from '../../data/stored-episodes.ts';

type Values = (episode: Episode) => readonly (number | undefined)[];

const known = new WeakMap<Metric, Values>();

/** One value a seat, in the order of the seats; a single one where it is of the game. */
export function valuesOf(metric: Metric): Values {
  const before = known.get(metric);
  if (before) return before;
  const values = fact((episode) => {
    const seats = Object.keys(episode.seats);
    return (metric.per === 'episode' ? seats.slice(0, 1) : seats).map((seat) => metric.of(episode, seat));
  });
  known.set(metric, values);
  return values;
}

export function measure(metric: Metric, episode: Episode, seat: Seat): number | undefined {
  const at = Object.keys(episode.seats).indexOf(seat);
  return valuesOf(metric)(episode)[metric.per === 'episode' ? 0 : at];
}
