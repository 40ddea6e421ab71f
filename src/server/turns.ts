/**
 * Whose script thinks next. Scripts play on the server's own thread, a game of a thousand turns at once if they are let: so all of them
 * together have some milliseconds of each turn of the event loop, whoever comes after that waits, and of those who wait one goes on
 * in each later turn, the addresses in rotation, so that a hundred games of one cost the others no more than one.
 */
import type { Agent } from '../core/index.ts';
import { isTrusted, trust } from '../core/trust.ts';

/** Milliseconds that scripts may play before others have their turn. */
const LONGEST_TURN = 5;

let since: number | undefined;
const waiting = new Map<string, (() => void)[]>();

/** A script that takes its turn among those of others; `whose` game it plays. */
export function inTurn(agent: Agent, whose: string): Agent {
  const made: Agent = {
    ...agent,
    act(view, context) {
      const now = performance.now();
      since ??= begin(now);
      if (now - since < LONGEST_TURN) return agent.act(view, context);
      return new Promise<void>((resolve) => {
        const own = waiting.get(whose);
        if (own) own.push(resolve);
        else waiting.set(whose, [resolve]);
      }).then(() => agent.act(view, context));
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
