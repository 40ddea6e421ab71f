/** Games to choose from, whatever they were read out of: each is found by words, put in order by numbers, and read when it is opened. */
import type { Episode } from '../../src/core/index.ts';
import type { Transcripts } from './read-transcripts.ts';

export interface Listed {
  readonly id: string;
  readonly agents: readonly string[];
  /** What a search looks in, in small letters. */
  readonly text: string;
  /** By name; what a game does not have is left out. */
  readonly numbers: Readonly<Record<string, number>>;
  load(): Promise<Episode>;
}

export interface OpenedFile {
  readonly name: string;
  readonly games: readonly Listed[];
  /** What they can be put in order by. */
  readonly orders: readonly string[];
  /** What was no game, in a sentence each. */
  readonly problems: readonly string[];
}

export function listedOf({ name, episodes, problems }: Transcripts): OpenedFile {
  const games = episodes.map((episode): Listed => {
    // The same promise each time, so that `use` can read it.
    const loaded = Promise.resolve(episode);
    const { id, seats, result } = episode;
    const agents = Object.values(seats).map(({ spec }) => spec);
    return { id, agents, text: textOf(episode), numbers: { turn: result.turn }, load: () => loaded };
  });
  return { name, games, orders: ['turn'], problems };
}

function textOf({ id, domain, scenario, seats, events, result }: Episode): string {
  const said = events.flatMap((event) => (event.type === 'action-taken' ? [event.act.words ?? ''] : []));
  const deal = result.kind === 'agreement' ? JSON.stringify(result.deal) : '';
  const specs = Object.values(seats).map(({ spec }) => spec);
  return [id, domain, scenario.id, result.kind, deal, ...specs, ...said].join(' ').toLowerCase();
}
