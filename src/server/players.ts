/**
 * Who sits across: players by their spec. Scripts are made once and shared, since an agent is a function of its view.
 *
 * Specs that ask a model cost money or reach out of this machine, so they are resolved only for who may; the caller says.
 * Every call goes through the usual stack of wrappers and leaves its line in calls.jsonl of the data folder.
 */
import { join } from 'node:path';
import { resolveAgent, resolvePlayer, SpecError } from '../agents/index.ts';
import type { Domain, Player } from '../core/index.ts';
import { orStandIn } from '../lab/experiment/stand-in.ts';
import { type CallsLog, type Model, ModelError, withWrappers } from '../models/index.ts';
import { callsLog, closeModels, resolveModel } from '../models/node/index.ts';
import { createJobs } from './jobs/jobs.ts';
import { thinkingElsewhere } from './jobs/thinking.ts';
import { inTurn } from './turns.ts';

export interface Players {
  /** Throws a SpecError that says what is wrong with the spec, or that this caller may not use models.
   * Scripts take turns with those of others, and those that think long do so in threads. */
  find(spec: string, domain: Domain, mayUseModels: boolean, whose?: string): Player | Promise<Player>;
  /** A model that the server's owner named. Its server is asked which weights it has, so that games are recorded with those. */
  model(name: string): Promise<Model>;
  close(): Promise<void>;
}

/** Clients of OpenEnv give up after 60 seconds. */
const LONGEST_REPLY = 50_000;
const MOST_AT_ONCE = 4;
const MOST_KEPT = 1000;
/** Acts that are thought about: as many may wait as there may be games, which have bounds of their own. */
const THINKING = { perAddress: 1024, overall: 4096, longest: 5000 };

/** `addresses`: the model servers that a caller may name. Keys are sent to none of them. */
export function createPlayers(dataFolder: string | undefined, addresses: readonly string[] = []): Players {
  const scripts = new Map<string, Player>();
  // One stack a model: its breaker and its line of waiting calls are shared by all games.
  const stacks = new WeakMap<Model, Model>();
  let log: CallsLog | undefined;
  const thinking = createJobs(THINKING);

  const modelFor = async (name: string, restrictions?: { readonly addresses: readonly string[] }): Promise<Model> => {
    log ??= dataFolder === undefined ? async () => undefined : callsLog(join(dataFolder, 'calls.jsonl'));
    const backend = await resolveModel(name, restrictions);
    const known = stacks.get(backend);
    if (known) return known;
    const stack = withWrappers(backend, {
      log,
      retry: { kinds: ['transport', 'timeout', 'limit'] },
      concurrency: { limit: MOST_AT_ONCE },
      circuitBreaker: {},
      timeout: { milliseconds: LONGEST_REPLY },
    });
    stacks.set(backend, stack);
    return stack;
  };

  return {
    find(spec, domain, mayUseModels, whose = '') {
      if (needsModel(spec)) {
        if (!mayUseModels) throw new SpecError(`"${spec}" asks a model, which needs the server's token`);
        return resolveAgent(spec, domain, { model: orStandIn((name) => modelFor(name, { addresses })) }).catch(
          (error: unknown) => {
            // A server that is down, or a model that is not there, is for the caller to read.
            throw error instanceof ModelError ? new SpecError(error.message) : error;
          },
        );
      }
      const key = `${domain.name} ${spec}`;
      let player = scripts.get(key);
      if (!player) {
        player = resolvePlayer(spec, domain);
        if (scripts.size >= MOST_KEPT) scripts.clear();
        scripts.set(key, player);
      }
      const { agent } = player;
      return {
        ...player,
        agent: agent.thinks ? thinkingElsewhere(player, domain, thinking, whose) : inTurn(agent, whose),
      };
    },
    model: (name) => modelFor(name),
    async close() {
      await thinking.close();
      await closeModels();
    },
  };
}

/** Whatever is not a plain script or put into words by templates. */
function needsModel(spec: string): boolean {
  const at = spec.lastIndexOf('@');
  return /^(?:again:)*llm:/.test(spec) || (at >= 0 && !/^@templates(\?|$)/.test(spec.slice(at)));
}
