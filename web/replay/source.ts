/** Where a game comes from: this server, a run of it, a file that was opened, or two scripts that the tab plays. */
import type { Episode } from '../../src/core/index.ts';
import { ask } from '../api/client.ts';
import { seedIn } from '../game/asked.ts';
import { seatIn } from '../game/seats.ts';
import type { Asked } from './asked.ts';
import type { OpenedFile } from './listed.ts';

/** The one place that knows how a game is asked for; `game` may be another than the one shown, of the same place or of another run. */
export async function gameFrom(asked: Asked, game: string, opened: OpenedFile | undefined): Promise<Episode> {
  if (asked.file !== undefined) {
    const found = opened?.games.filter(({ id }) => id.startsWith(game)) ?? [];
    if (found.length === 1) return (found[0] as (typeof found)[number]).load();
    throw new RangeError(`${asked.file} holds ${found.length === 0 ? 'no game' : `${found.length} games`} "${game}"`);
  }
  if (asked.task !== undefined) return drawn(asked);
  // Another run's game is named with its run before it.
  const [, run = asked.run, id = game] = /^(.+)\/([^/]+)$/.exec(game) ?? [];
  const answer =
    run === undefined
      ? await ask('GET /v1/replays/{id}', { path: { id }, seat: seatIn(id)?.token })
      : await ask('GET /v1/runs/{run}/games/{game}', { path: { run, game: id } });
  return answer as unknown as Episode;
}

/** Seats stand in the address by their names, as at the table. */
async function drawn({ task = '', seed, ...more }: Asked): Promise<Episode> {
  const { playInTab, seatsOf } = await import('../game/in-tab.ts');
  const named = more as Readonly<Record<string, unknown>>;
  const drawnBy = seedIn(seed);
  const options = {
    ...(named.listing !== undefined && { listing: String(named.listing) }),
    ...(named.buyers !== undefined && { buyers: Number(named.buyers) }),
  };
  const seats = seatsOf(task, drawnBy, options).filter((seat) => named[seat] !== undefined);
  const specs = Object.fromEntries(seats.map((seat) => [seat, String(named[seat])]));
  return playInTab({ task, seed: drawnBy, ...options, seats: specs });
}
