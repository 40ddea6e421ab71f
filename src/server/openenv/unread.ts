/**
 * Bytes of messages that are not complete, or not answered yet, of all sockets together and of one address. A message may be half a
 * megabyte and there may be thousands of sockets: where it comes to too much, whoever began longest ago is cut. Who sends
 * its messages and reads its answers is never that one; who left a message unfinished soon is.
 */
export interface Unread {
  /** So many bytes stand now; `anew` where the message before is complete. */
  is(bytes: number, anew?: boolean): void;
  end(): void;
}

export interface UnreadOptions {
  readonly overall?: number;
  /** Of an address that is not known. */
  readonly perAddress?: number;
}

export interface Sender {
  readonly address: string;
  /** Bounded with all others alone, and cut after the strangers. */
  readonly known: boolean;
  readonly onCut: () => void;
}

interface Held extends Sender {
  bytes: number;
}

export function createUnread({
  overall = 128 << 20,
  perAddress = 16 << 20,
}: UnreadOptions = {}): (sender: Sender) => Unread {
  /** In the order in which they began. */
  const held = { known: new Set<Held>(), strangers: new Set<Held>() };
  const addresses = new Map<string, number>();
  let total = 0;
  const listOf = ({ known }: Held) => (known ? held.known : held.strangers);

  const count = (one: Held, bytes: number) => {
    const more = bytes - one.bytes;
    one.bytes = bytes;
    total += more;
    if (bytes === 0) listOf(one).delete(one);
    else listOf(one).add(one);
    if (one.known) return;
    const own = (addresses.get(one.address) ?? 0) + more;
    if (own > 0) addresses.set(one.address, own);
    else addresses.delete(one.address);
  };
  const cut = (one: Held) => {
    count(one, 0);
    one.onCut();
  };
  const oldestOf = (address: string): Held | undefined => {
    for (const one of held.strangers) if (one.address === address) return one;
    return undefined;
  };

  return (sender) => {
    const own: Held = { ...sender, bytes: 0 };
    let ended = false;
    return {
      is(bytes, anew = false) {
        if (ended) return;
        if (anew) listOf(own).delete(own);
        count(own, bytes);
        while (!own.known && (addresses.get(own.address) ?? 0) > perAddress) cut(oldestOf(own.address) as Held);
        while (total > overall) {
          const [oldest] = held.strangers.size > 0 ? held.strangers : held.known;
          cut(oldest as Held);
        }
      },
      end() {
        ended = true;
        count(own, 0);
      },
    };
  };
}
