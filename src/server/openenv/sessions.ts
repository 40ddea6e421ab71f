/**
 * The sessions of the OpenEnv door: places with a bound for one address and for all, shared by sockets and by sessions made over
 * JSON-RPC.
 *
 * A session that was made for a socket ends with it. One made by openenv/session/create outlives its sockets until it is
 * closed, or until nobody has used it for an hour; while a socket is attached it is never taken away but to make room for an address
 * that has fewer.
 */
import { randomUUID } from 'node:crypto';
import type { Caller } from '../front-door.ts';
import { createPlaces, type Place, type Places } from '../places.ts';
import type { Players } from '../players.ts';
import { Environment } from './environment.ts';

export interface Session {
  readonly id: string;
  readonly environment: Environment;
  readonly place: Place;
  attached: boolean;
  /** Asked to close while a socket is attached: it goes when the socket does. */
  closing: boolean;
  lastUsed: number;
  /** What its socket does when the place is given to somebody else. */
  onLost: (() => void) | undefined;
}

export type Asking = Pick<Caller, 'address' | 'known' | 'mayUseModels'>;

export interface SessionsOptions {
  readonly overall: number;
  readonly perAddress: number;
}

const LONGEST_IDLE = 3_600_000;

export class Sessions {
  readonly limit: number;
  readonly perAddress: number;
  private readonly players: Players;
  private readonly places: Places;
  private readonly open = new Map<string, Session>();

  constructor(players: Players, { overall, perAddress }: SessionsOptions) {
    this.players = players;
    this.limit = overall;
    this.perAddress = perAddress;
    this.places = createPlaces({ overall, perAddress });
  }

  get size(): number {
    return this.open.size;
  }

  /** Undefined when there is no place for this caller. */
  create({ address, known, mayUseModels }: Asking, attached: boolean): Session | undefined {
    if (this.open.size >= this.limit) this.reap();
    const onLost = () => {
      const lost = this.open.get(id);
      if (lost) this.close(lost);
      lost?.onLost?.();
    };
    const place = this.places.take({ address, known, onLost });
    if (!place) return undefined;
    const id = randomUUID();
    const environment = new Environment(this.players, mayUseModels, address);
    const session = { id, environment, place, attached, closing: false, lastUsed: Date.now(), onLost: undefined };
    this.open.set(id, session);
    return session;
  }

  find(id: string): Session | undefined {
    return this.open.get(id);
  }

  close(session: Session): void {
    if (!this.open.delete(session.id)) return;
    session.place.release();
    session.environment.close();
  }

  closeAll(): void {
    for (const session of this.open.values()) this.close(session);
  }

  /** Forgets what nobody has used for an hour. */
  reap(): void {
    const before = Date.now() - LONGEST_IDLE;
    for (const session of this.open.values()) if (!session.attached && session.lastUsed < before) this.close(session);
  }
}

export function capacityMessage({ size, limit, perAddress }: Sessions): string {
  if (size < limit) return `Address at capacity: ${perAddress} sessions active. Close one, or send the server's token.`;
  return `Server at capacity: ${size}/${limit} sessions active. Cannot accept new connections.`;
}
