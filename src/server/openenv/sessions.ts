/**
 * The sessions of the OpenEnv door: a pool with a limit, shared by sockets and by sessions made over JSON-RPC.
 *
 * A session that was made for a socket ends with it. One made by openenv/session/create outlives its sockets until it is
 * closed, or until nobody has used it for an hour; while a socket is attached it is never taken away.
 */
import { randomUUID } from 'node:crypto';
import type { Players } from '../players.ts';
import { Environment } from './environment.ts';

export interface Session {
  readonly id: string;
  readonly environment: Environment;
  attached: boolean;
  /** Asked to close while a socket is attached: it goes when the socket does. */
  closing: boolean;
  lastUsed: number;
}

const LONGEST_IDLE = 3_600_000;

export class Sessions {
  readonly limit: number;
  private readonly players: Players;
  private readonly open = new Map<string, Session>();

  constructor(players: Players, limit: number) {
    this.players = players;
    this.limit = limit;
  }

  get size(): number {
    return this.open.size;
  }

  /** Undefined when the pool is full. */
  create(mayUseModels: boolean, attached: boolean): Session | undefined {
    if (this.open.size >= this.limit) this.reap();
    if (this.open.size >= this.limit) return undefined;
    const environment = new Environment(this.players, mayUseModels);
    const session = { id: randomUUID(), environment, attached, closing: false, lastUsed: Date.now() };
    this.open.set(session.id, session);
    return session;
  }

  find(id: string): Session | undefined {
    return this.open.get(id);
  }

  close(session: Session): void {
    if (this.open.delete(session.id)) session.environment.close();
  }

  closeAll(): void {
    for (const session of this.open.values()) this.close(session);
  }

  private reap(): void {
    const before = Date.now() - LONGEST_IDLE;
    for (const session of this.open.values()) if (!session.attached && session.lastUsed < before) this.close(session);
  }
}

export function capacityMessage({ size, limit }: Sessions): string {
  return `Server at capacity: ${size}/${limit} sessions active. Cannot accept new connections.`;
}
