/** Opens a game at the server and keeps the seat in it. */
import { ask } from '../api/client.ts';
import { browserWord } from './browser-word.ts';
import { keepSeat } from './seats.ts';

export interface Wanted {
  readonly task: string;
  readonly listing?: string | undefined;
  /** Where the person sits. */
  readonly seat: string;
  /** The other seat, where there is one; without `against` the task's own agent has it. */
  readonly other?: string | undefined;
  /** A spec, or FRIEND. */
  readonly against?: string | undefined;
  /** The agents of all seats, where there are more than two. */
  readonly agents?: Readonly<Record<string, string>>;
  readonly buyers?: number;
}

/** A seat that whoever gets the link may take. */
export const FRIEND = 'open';

/** The id of the new game. */
export async function startGame({ task, listing, seat, other, against, agents, buyers }: Wanted): Promise<string> {
  const across = other !== undefined && against !== undefined && { [other]: against };
  const seats = { ...agents, ...across, [seat]: 'remote' };
  const { id, tokens } = await ask('POST /v1/games', {
    // The list of tasks is the server's; what it does not know it refuses in a sentence.
    body: {
      task: task as 'price-wide',
      seats,
      session: browserWord(),
      ...(listing !== undefined && { listing }),
      ...(buyers !== undefined && { buyers }),
    },
  });
  keepSeat(id, { seat, token: tokens[seat] ?? '' });
  return id;
}
