/**
 * Who sits across: players by their spec. Scripts are made once and shared, since an agent is a function of its view.
 *
 * Specs that ask a model cost money or reach out of this machine, so they are resolved only for who may; the caller says.
 * Every call goes through the usual stack of wrappers and leaves its line in calls.jsonl of the data folder.
 */
import { join } from 'node:path';
import { resolveAgent, resolvePlayer, SpecError } from '../agents/index.ts';
import { arena, type Domain, type Player, price } from '../core/index.ts';
import { type CallsLog, callsLog, closeModels, guarded, type Model, resolveModel } from '../models/index.ts';

export interface Players {
  /** Throws a SpecError that says what is wrong with the spec, or that this caller may not use models. */
  find(spec: string, domain: Domain, mayUseModels: boolean): Player | Promise<Player>;
  model(name: string): Model;
  close(): Promise<void>;
}

/** Clients of OpenEnv give up after 60 seconds. */
const LONGEST_REPLY = 50_000;
const MOST_AT_ONCE = 4;
const MOST_KEPT = 1000;

export function createPlayers(dataFolder: string | undefined): Players {
  const scripts = new Map<string, Player>();
  // One stack a model: its breaker and its line of waiting calls are shared by all games.
  const models = new Map<string, Model>();
  let log: CallsLog | undefined;

  const model = (name: string): Model => {
    log ??= dataFolder === undefined ? async () => undefined : callsLog(join(dataFolder, 'calls.jsonl'));
    const known = models.get(name);
    if (known) return known;
    const stack = guarded(resolveModel(name), {
      log,
      retry: { kinds: ['transport', 'timeout', 'limit'] },
      concurrency: { limit: MOST_AT_ONCE },
      circuitBreaker: {},
      timeout: { milliseconds: LONGEST_REPLY },
    });
    models.set(name, stack);
    return stack;
  };

  return {
    find(spec, table, mayUseModels) {
      // Whoever can play for a price can sit in an arena.
      const domain = table.name === arena.name ? (price as unknown as Domain) : table;
      if (needsModel(spec)) {
        if (!mayUseModels) throw new SpecError(`"${spec}" asks a model, which needs the server's token`);
        return resolveAgent(spec, domain, { model });
      }
      const key = `${domain.name} ${spec}`;
      let player = scripts.get(key);
      if (!player) {
        player = resolvePlayer(spec, domain);
        if (scripts.size >= MOST_KEPT) scripts.clear();
        scripts.set(key, player);
      }
      return player;
    },
    model,
    close: closeModels,
  };
}

/** Whatever is not a plain script or put into words by templates. */
function needsModel(spec: string): boolean {
  const at = spec.lastIndexOf('@');
  return spec.startsWith('llm:') || (at >= 0 && !/^@templates(\?|$)/.test(spec.slice(at)));
}
