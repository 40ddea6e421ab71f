/** Tactics computed in the page: what each asks for turn by turn, and what comes of it when two of them meet. */
import { resolvePlayer } from '../../src/agents/spec.ts';
import {
  type Entry,
  findTask,
  type PriceScenario,
  playEpisode,
  price,
  registries,
  type Task,
  takenOf,
} from '../../src/core/index.ts';
import { type Asked, concessionCurve } from '../../src/lab/charts/concessions.ts';

/** The lists of named tactics: those of the house, those of the literature, and what a search found. */
export const LISTS = ['clean', 'classic', 'searched'] as const;
export const TASK = 'price-wide';

export interface Tactic extends Entry {
  /** REGISTRY:NAME. */
  readonly spec: string;
}

export function tactics(list: (typeof LISTS)[number]): readonly Tactic[] {
  return (registries[list] as readonly Entry[]).map((entry) => ({ ...entry, spec: `${list}:${entry.name}` }));
}

export interface Met {
  /** What each offer would bring to its own side, of the zone of agreement. */
  readonly buyer: readonly Asked[];
  readonly seller: readonly Asked[];
  readonly turns: number;
  /** The buyer's share of the zone; undefined without a deal. */
  readonly share: number | undefined;
  readonly endedAt: number;
}

/** What a tactic asks of somebody who never moves, as buyer. */
export function alone(spec: string): readonly Asked[] {
  return concessionCurve(resolvePlayer(spec, price).agent, 'buyer');
}

/** One game of two tactics, as it would be at the table. */
export function meeting(buyer: string, seller: string, seed: number): Met {
  const task = findTask(TASK) as Task;
  const { scenario, source } = task.scenario(seed, {});
  const { domain } = task;
  const players = { buyer: resolvePlayer(buyer, domain), seller: resolvePlayer(seller, domain) };
  const episode = playEpisode({ domain, scenario, source, seed, players });
  const asked = (seat: 'buyer' | 'seller'): Asked[] =>
    takenOf(episode).flatMap(({ seat: by, turn, act }) => {
      if (by !== seat || act.type !== 'offer') return [];
      const deal = { kind: 'agreement', turn, by, deal: act } as never;
      return [{ turn, share: price.utility(scenario as PriceScenario, seat, deal) }];
    });
  const { result } = episode;
  return {
    buyer: asked('buyer'),
    seller: asked('seller'),
    turns: (scenario as PriceScenario).public.turnLimit,
    share: result.kind === 'agreement' ? result.utility.buyer : undefined,
    endedAt: result.turn,
  };
}

/** Turns of the game in which a tactic is shown alone. */
export const TURNS_ALONE = 20;
