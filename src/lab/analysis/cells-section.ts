/** The table of cells: every seating that met, with the metrics that the experiment names. */

import { type Episode, findKit, type Metric, metrics, type Result } from '../../core/index.ts';
import { clusterOf } from '../experiment/draws.ts';
import { measure } from '../experiment/measure.ts';
import { gain, groupBy, type Row } from '../experiment/rows.ts';
import { bootstrapMean, type Estimate } from '../statistics/index.ts';
import * as cell from './cell.ts';
import { boundsOf } from './earned.ts';
import type { Section } from './section.ts';

/** More would be a table that nobody reads; metrics.parquet has them all. */
const MOST_CELLS = 80;
/** Beyond this the page folds them: whoever looks up a cell opens it. */
const MOST_OPEN = 12;

export function cellsSection(rows: readonly Row[], names: readonly string[], own: readonly Metric[] = []): Section {
  const episodes = [...new Map(rows.map(({ episode }) => [episode.id, episode])).values()];
  const cells = [...groupBy(episodes, seating)];
  const seats = Object.keys(episodes[0]?.seats ?? {});
  const chosen = names.flatMap((name) => [...metrics, ...own].find((metric) => metric.name === name) ?? []);
  const columns = chosen.flatMap((metric) =>
    metric.per === 'seat' ? seats.map((seat) => ({ metric, seat })) : [{ metric, seat: seats[0] as string }],
  );
  const shown = cells.slice(0, MOST_CELLS);
  const kinds = endsShown(episodes);
  const within = boundsOf(episodes.map(({ domain }) => domain));
  return {
    title: 'Cells',
    about: `One row for each combination of agents and seats. Games: those that were measured. Means over them, with 95 % intervals over scenarios; games to which a metric does not apply are left out.${episodes.some(bindsSome) ? ` Of ${ANYBODYS} are counted the games in which any two came to a deal; the table of agents counts the deals that an agent got itself.` : ''}`,
    table: {
      head: [
        ...seats,
        'games',
        ...kinds.map(([, called]) => called),
        ...seats.map((seat) => `utility of ${seat}`),
        ...columns.map(({ metric, seat }) => (metric.per === 'seat' ? `${metric.name} of ${seat}` : metric.name)),
      ],
      words: seats.map((_, i) => i),
      rows: shown.map(([key, games]) => [
        ...(JSON.parse(key) as string[]),
        cell.count(games.filter(({ result }) => result.kind !== 'failed').length),
        ...kinds.map(([kind]) => cell.share(shareOf(games, kind))),
        ...seats.map((seat) => cell.estimate(meanOf(games, (episode) => gainIn(episode, seat), within))),
        ...columns.map(({ metric, seat }) =>
          cell.estimate(meanOf(games, (episode) => measure(metric, episode, seat), metric.within)),
        ),
      ]),
      games: shown.map(([, games]) => games.flatMap(({ id, result }) => (result.kind === 'failed' ? [] : [id]))),
    },
    folded: shown.length > MOST_OPEN,
    notes:
      cells.length > MOST_CELLS
        ? [`${cells.length - MOST_CELLS} of ${cells.length} cells are not shown; metrics.parquet holds every game.`]
        : [],
  };
}

const seating = ({ seats }: Episode): string => JSON.stringify(Object.values(seats).map(({ spec }) => spec));

function gainIn({ result }: Episode, seat: string): number | undefined {
  return result.kind === 'failed' ? undefined : gain({ kind: result.kind, utility: result.utility[seat] });
}

const ANYBODYS = "anybody's deals";

/** Whether the deal of a game leaves some seats out. */
function bindsSome({ domain, result, seats }: Episode): boolean {
  const parties = result.kind === 'agreement' ? findKit(domain)?.parties?.(result.deal) : undefined;
  return parties !== undefined && parties.length < Object.keys(seats).length;
}

/** Deals, and conclusions where there are any; where there are only these, no column of nothing. */
function endsShown(episodes: readonly Episode[]): (readonly [Result['kind'], string])[] {
  const [agreed, concluded] = (['agreement', 'concluded'] as const).map((kind) =>
    episodes.some(({ result }) => result.kind === kind),
  );
  return [
    ...(agreed || !concluded ? ([['agreement', episodes.some(bindsSome) ? ANYBODYS : 'deals']] as const) : []),
    ...(concluded ? ([['concluded', 'concluded']] as const) : []),
  ];
}

function shareOf(games: readonly Episode[], kind: Result['kind']): number | undefined {
  const measured = games.filter(({ result }) => result.kind !== 'failed');
  return measured.length > 0
    ? measured.filter(({ result }) => result.kind === kind).length / measured.length
    : undefined;
}

function meanOf(
  games: readonly Episode[],
  of: (episode: Episode) => number | undefined,
  within: Metric['within'],
): Estimate {
  const observations = games.map((episode) => ({ cluster: clusterOf(episode), value: of(episode) }));
  return bootstrapMean(observations, { within });
}
