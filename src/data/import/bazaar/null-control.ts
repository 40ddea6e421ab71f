/**
 * The control that finds other people's artefacts: the very games of a file, played again by a policy that says nothing.
 *
 * BazaarBATNA took a reply that it could not read for an offer of 30 % of the budget, and its steering then moved that to where it
 * wanted it. So a model that never says a thing plays whole games behind it. Each recorded episode is played again by that policy,
 * behind each version of the steering and without one, against the same seller with the same luck; where outcome and path come out
 * as recorded, the file shows the wrapper and not the model.
 */
import { readTells, steered, unreadable } from '../../../agents/index.ts';
import {
  bazaarScenario,
  createRng,
  type Domain,
  findBazaarTask,
  makeScript,
  type PriceAct,
  type PriceScript,
  price,
  registries,
  runEpisode,
  type Script,
} from '../../../core/index.ts';
import type { BazaarEpisode } from './episodes.ts';
import { isDeal } from './scores.ts';

const wrappers = ['ladder', 'head', 'off'] as const;
export type Wrapper = (typeof wrappers)[number];

/** What a buyer did, act by act, and how it ended. */
export interface Played {
  readonly path: readonly (readonly [action: string, price: number | null])[];
  /** The agreed price, or why there is none. */
  readonly outcome: number | 'no deal';
  readonly surplus: number;
}

export interface NullControl {
  readonly file: string;
  readonly policy: string;
  readonly wrapper: Wrapper;
  /** Episodes that can be played again: those of a known task, at that task's numbers. */
  readonly replayed: number;
  readonly of: number;
  /** Those that end at the recorded price, or without a deal where none is recorded. */
  readonly sameOutcome: number;
  /** Those whose every act and price is the recorded one, of those with a transcript. */
  readonly samePath: number;
  readonly withPath: number;
  readonly surplus: number;
}

/** From here on the finding is said in words. */
export const ARTEFACT = 0.9;

/** One row a wrapper for the episodes of one file and policy. */
export function nullControls(episodes: readonly BazaarEpisode[]): NullControl[] {
  const { file, policy } = episodes[0] as BazaarEpisode;
  return wrappers.flatMap((wrapper) => {
    let [replayed, sameOutcome, samePath, withPath, surplus] = [0, 0, 0, 0, 0];
    for (const episode of episodes) {
      const played = playNull(episode, wrapper);
      if (!played) continue;
      replayed++;
      surplus += played.surplus;
      if (played.outcome === outcomeOf(episode)) sameOutcome++;
      const path = recordedPath(episode);
      if (!path) continue;
      withPath++;
      if (JSON.stringify(path) === JSON.stringify(played.path)) samePath++;
    }
    if (replayed === 0) return [];
    const counts = { replayed, of: episodes.length, sameOutcome, samePath, withPath };
    return [{ file, policy, wrapper, ...counts, surplus: surplus / replayed }];
  });
}

export interface NullRow {
  readonly wrapper: Wrapper;
  /** Mean surplus by task, and over the tasks. */
  readonly tasks: Readonly<Record<string, number>>;
  readonly mean: number;
}

/** The seeds of the original's ladder. */
const SEEDS = Array.from({ length: 30 }, (_, i) => 1000 + i);

/** What silence earns on the three tasks of the original's table; the listings of amazon_realistic are those of the episodes. */
export function nullRows(episodes: readonly BazaarEpisode[]): NullRow[] {
  const listed = new Map<number, BazaarEpisode>();
  for (const episode of episodes) if (episode.task === 'amazon_realistic') listed.set(episode.seed, episode);
  if (listed.size === 0) return [];
  const games: Readonly<Record<string, readonly Game[]>> = {
    single_deal: SEEDS.map((seed) => ({ task: 'single_deal', seed, buyer_budget: 100, seller_cost: 30 })),
    asymmetric_pressure: SEEDS.map((seed) => ({
      task: 'asymmetric_pressure',
      seed,
      buyer_budget: 100,
      seller_cost: 30,
    })),
    amazon_realistic: [...listed.values()],
  };
  return wrappers.map((wrapper) => {
    const tasks = Object.fromEntries(
      Object.entries(games).map(([task, some]) => {
        const surpluses = some.map((game) => playNull(game, wrapper)?.surplus ?? 0);
        return [task, surpluses.reduce((sum, one) => sum + one, 0) / surpluses.length];
      }),
    );
    const values = Object.values(tasks);
    return { wrapper, tasks, mean: values.reduce((sum, one) => sum + one, 0) / values.length };
  });
}

type Game = Pick<BazaarEpisode, 'task' | 'seed' | 'buyer_budget' | 'seller_cost'>;

const silent: PriceScript = { name: 'silent', act: unreadable };

/** Undefined where the episode is of no task that can be played again, or not at that task's numbers. */
function playNull(game: Game, wrapper: Wrapper): Played | undefined {
  const named = findBazaarTask(game.task);
  if (!named || named.hard || named.task.buyers > 1 || !Number.isSafeInteger(game.seed) || game.seed < 0)
    return undefined;
  const { buyer_budget: listPrice, seller_cost } = game;
  const listing = named.task.listings ? { ...THING, listPrice, streetPrice: seller_cost / 0.7 } : undefined;
  const scenario = bazaarScenario(game.task, { seed: game.seed, luck: 'original', ...(listing && { listing }) });
  const { buyer, seller } = scenario.private;
  if (buyer?.reservation !== listPrice || seller?.reservation !== seller_cost) return undefined;
  const agents = { buyer: steered(silent, wrapper, readTells, 'english') as unknown as Script, seller: keeper };
  const { result, events } = runEpisode({ domain: price as Domain, scenario, agents, rng: createRng(0) });
  const path = events.flatMap((event): [string, number | null][] => {
    if (event.type !== 'action-taken' || event.seat !== 'buyer') return [];
    const act = event.act as PriceAct;
    return [[act.type, act.type === 'offer' ? act.price : null]];
  });
  const agreed = result.kind === 'agreement';
  return {
    path,
    outcome: agreed ? (result.deal as { price: number }).price : 'no deal',
    surplus: agreed ? (result.utility.buyer as number) : 0,
  };
}

const THING = { title: 'article', category: 'goods', description: 'An article of the episodes.', currency: 'INR' };
const { strategy, options } = registries.bazaar.find(({ name }) => name === 'seller') as (typeof registries.bazaar)[0];
const keeper = makeScript('bazaar:seller', strategy, options);

export function outcomeOf(episode: BazaarEpisode): number | 'no deal' {
  return isDeal(episode) ? (episode.agreed_price as number) : 'no deal';
}

/** The buyer's acts as recorded. */
export function recordedPath({ transcript }: BazaarEpisode): Played['path'] | undefined {
  return transcript
    ?.filter(({ actor }) => actor === 'buyer')
    .map(({ action, price: at }) => [action ?? '', at ?? null] as const);
}
