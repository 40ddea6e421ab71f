/**
 * Whose turn it is. Requests, messages of sockets and scripts work on the server's own thread, and a hundred that arrive together would
 * all be worked off before anybody else is heard: so all of them together have some milliseconds of each turn of the event loop, whoever
 * comes after that waits, and of those who wait one goes on in each later turn, the addresses in rotation, so that a hundred of one cost
 * the others no more than one.
 */
import type { Agent } from '../core/index.ts';
import { isTrusted, trust } from '../core/trust.ts';

/** Milliseconds of work before others have their turn. */
const LONGEST_TURN = 5;

let since: number | undefined;
const waiting = new Map<string, (() => void)[]>();

/** Until it is the turn of `whose`; undefined where it is now. */
function takeTurn(whose: string): Promise<void> | undefined {
  const now = performance.now();
  since ??= begin(now);
  const own = waiting.get(whose);
  if (!own && now - since < LONGEST_TURN) return undefined;
  return new Promise((resolve) => {
    if (own) own.push(resolve);
    else waiting.set(whose, [resolve]);
  });
}

/** A caller's turn; who is known never waits. */
export function turnOf({ address, known }: { readonly address: string; readonly known: boolean }) {
  return known ? undefined : takeTurn(address);
}

/** A script that takes its turn among those of others; `whose` game it plays. */
export function inTurn(agent: Agent, whose: string): Agent {
  const made: Agent = {
    ...agent,
    act(view, context) {
      const turn = takeTurn(whose);
      return turn ? turn.then(() => agent.act(view, context)) : agent.act(view, context);
    },
  };
  return isTrusted(agent) ? trust(made) : made;
}

function begin(now: number): number {
  setImmediate(goOn);
  return now;
}

/** What goes on does so when this is done: until its own time is over, or it waits for something else. */
function goOn(): void {
  const [next] = waiting;
  since = next && begin(performance.now());
  if (!next) return;
  const [whose, own] = next;
  waiting.delete(whose);
  own.shift()?.();
  if (own.length > 0) waiting.set(whose, own);
}
