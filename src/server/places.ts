/**
 * Places: how many of something (connections, sessions, episodes, streams, jobs) may be held at once, by one address and by all.
 *
 * Who is known (the token's holder, this machine) has only the bound of all. When every place is taken, the address that holds most
 * gives its oldest back to one that holds fewer by two or more: a hog cannot lock the others out, and no stranger takes another's
 * only one (with `ownOldest` it takes the one that was left alone longest). Who is known takes a stranger's place where there is no
 * other, and loses none to strangers.
 */
export interface Place {
  /** Used just now: others are given up before it. */
  touch(): void;
  /** Whoever holds it turned out to be known. */
  vouch(): void;
  release(): void;
}

export interface Holder {
  readonly address: string;
  /** Bounded with all others alone. */
  readonly known: boolean;
  /** Called when the place is given to somebody else. */
  readonly onLost: () => void;
}

export interface Places {
  readonly size: number;
  readonly overall: number;
  /** Undefined when there is none to be had. */
  take(holder: Holder): Place | undefined;
}

export interface PlacesOptions {
  readonly perAddress: number;
  readonly overall: number;
  /** What one more than its own bound costs an address: its oldest place, or (by default) the new one. */
  readonly ownOldest?: boolean;
}

interface Held extends Place {
  readonly onLost: () => void;
}

export function createPlaces({ perAddress, overall, ownOldest = false }: PlacesOptions): Places {
  /** Addresses in the order of their last use, and the places of each too. */
  const strangers = new Map<string, Set<Held>>();
  const known = new Set<Held>();
  let size = 0;

  const largest = (): Set<Held> | undefined => {
    let found: Set<Held> | undefined;
    for (const held of strangers.values()) if (held.size > (found?.size ?? 0)) found = held;
    return found;
  };
  const lose = (held: Set<Held>) => {
    const [oldest] = held;
    oldest?.release();
    oldest?.onLost();
  };
  const leave = (own: Set<Held>, address: string, place: Held): boolean => {
    const left = own.delete(place);
    if (own.size === 0 && strangers.get(address) === own) strangers.delete(address);
    return left;
  };
  /** Whether there is a place now for one who holds so many. */
  const makeRoom = (count: number, isKnown: boolean): boolean => {
    if (size < overall) return true;
    const most = largest();
    const [idle] = strangers.values();
    if (most && most.size >= (isKnown ? 2 : count + 2)) lose(most);
    else if (idle && (isKnown || ownOldest)) lose(most && most.size > 1 ? most : idle);
    else if (isKnown && ownOldest) lose(known);
    return size < overall;
  };

  return {
    get size() {
      return size;
    },
    overall,
    take(holder) {
      let own = holder.known ? known : (strangers.get(holder.address) ?? new Set<Held>());
      if (!holder.known && own.size >= perAddress) {
        if (!ownOldest) return undefined;
        lose(own);
      }
      if (!makeRoom(own.size, holder.known)) return undefined;
      const place: Held = {
        onLost: holder.onLost,
        touch() {
          if (!own.delete(place)) return;
          own.add(place);
          if (own === known) return;
          strangers.delete(holder.address);
          strangers.set(holder.address, own);
        },
        vouch() {
          if (own === known || !leave(own, holder.address, place)) return;
          own = known;
          own.add(place);
        },
        release() {
          if (leave(own, holder.address, place)) size--;
        },
      };
      own.add(place);
      if (!holder.known) strangers.set(holder.address, own);
      size++;
      return place;
    },
  };
}
