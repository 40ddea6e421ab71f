/** Where the games of a verb go: a transcript (--out), a sheet (--csv), or nowhere; then nothing that writes is loaded either. */
import type { Episode } from '../core/index.ts';

interface Places {
  readonly out?: string;
  readonly csv?: string;
}

interface KeptGames {
  /** Before it is played: refuses a game that the transcript has. */
  refuse(id: string): void;
  add(episode: Episode): void;
}

/** Refuses, before anything is played, a place that takes no games. */
export async function keptGames({ out, csv }: Places): Promise<KeptGames> {
  const transcript = out ? await import('../data/episodes.ts') : undefined;
  const sheet = csv ? await import('../data/games-csv.ts') : undefined;
  transcript?.readyToAppend(out as string);
  sheet?.readyForGamesCsv(csv as string);
  return {
    refuse: (id) => transcript?.refuseKnown(out as string, id),
    add(episode) {
      transcript?.appendEpisodes(out as string, [episode]);
      sheet?.appendGamesCsv(csv as string, [episode]);
    },
  };
}
