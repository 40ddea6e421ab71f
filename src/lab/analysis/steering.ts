/**
 * Steering measured: is the Bayesian posterior calibrated, and does steering by it pay on the hardened bazaar?
 *
 * Games are drawn from the hardened tasks for one buyer, each with a seller type drawn evenly, since the tasks fix it and the
 * buyer may not know it. Seeds from TRAINING_SEEDS on are for measuring rates; what is reported uses others. A forecast is a
 * chance given to something true or false of this very seller, at each of the buyer's turns.
 */
import {
  chanceOf,
  evidenceIn,
  type Posterior,
  posterior,
  readTells,
  readWords,
  type Signal,
  signals,
} from '../../agents/index.ts';
import {
  bazaarScenario,
  bazaarTasks,
  briefOf,
  createRng,
  makeScript,
  type Personality,
  type PriceAct,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  personalities,
  price,
  registries,
  roundOf,
  runEpisode,
  type Script,
} from '../../core/index.ts';

const TRAINING_SEEDS = 1_000_000;

const tasks = bazaarTasks.filter(({ buyers }) => buyers === 1).map(({ name }) => `${name}+hard`);
const sellerEntry = registries.bazaar.find(({ name }) => name === 'seller');
const seller = sellerEntry && (makeScript('seller', sellerEntry.strategy, sellerEntry.options) as PriceScript);

/** One of the hardened tasks for one buyer, with a seller type drawn evenly. */
export function hardGame(seed: number): PriceScenario {
  const rng = createRng(seed).split('steering');
  return bazaarScenario(rng.pick(tasks), { seed, personality: rng.pick(personalities) });
}

/** The buyer's utility of one hardened game; 0 without a deal. */
export function playHard(buyer: PriceScript, seed: number): number {
  const { result } = play(buyer, hardGame(seed), seed);
  if (result.kind === 'failed') throw new Error(`game ${seed} broke down: ${result.reason}`);
  return result.utility.buyer as number;
}

function play(buyer: PriceScript, scenario: PriceScenario, seed: number) {
  const agents = { buyer, seller } as unknown as Record<string, Script>;
  return runEpisode({ domain: price as never, scenario, agents, rng: createRng(seed) });
}

/** Chances and what came true, for one of the things a posterior speaks of. */
export interface Forecasts {
  readonly chances: number[];
  readonly truths: boolean[];
}

export type Target = 'type' | 'cost' | 'patience';

/** Shares of the list price at which the cost is asked about. */
const COST_SHARES = [0.42, 0.46, 0.5, 0.54, 0.58];

/** Every forecast of the Bayesian posterior in one hardened game, while `buyer` plays it. */
export function forecasts(buyer: PriceScript, seed: number, into: Record<Target, Forecasts>): void {
  const scenario = hardGame(seed);
  const secret = briefOf(scenario, 'seller');
  const truth = {
    type: secret.stall?.personality as Personality,
    cost: secret.reservation,
    patience: roundOf(secret.deadline as number),
  };
  const add = (target: Target, beliefs: Posterior, event: (s: typeof truth) => boolean) => {
    into[target].chances.push(Math.min(1, chanceOf(beliefs, event)));
    into[target].truths.push(event(truth));
  };
  const watched: PriceScript = {
    name: buyer.name,
    act(view: PriceView, context): PriceAct {
      const evidence = evidenceIn(view, readTells(view).heard);
      if (evidence) {
        const beliefs = posterior(evidence);
        for (const type of personalities) add('type', beliefs, (s) => s.type === type);
        for (const share of COST_SHARES) add('cost', beliefs, (s) => s.cost <= share * evidence.listPrice);
        const round = roundOf(view.turn);
        for (let r = round; r < evidence.rounds; r++) add('patience', beliefs, (s) => s.patience <= r);
      }
      return buyer.act(view, context);
    },
  };
  play(watched, scenario, seed);
}

/** How often a message of each type of seller gives each signal away, in games with this buyer; with one added to each count. */
export function signalRatesIn(buyer: PriceScript, games: number): Record<Signal, Record<Personality, number>> {
  const counts = Object.fromEntries(
    personalities.map((type) => [type, { messages: 0, heard: {} as Record<string, number> }]),
  );
  for (let i = 0; i < games; i++) {
    const scenario = hardGame(TRAINING_SEEDS + i);
    const type = briefOf(scenario, 'seller').stall?.personality as Personality;
    const count = counts[type] as { messages: number; heard: Record<string, number> };
    for (const event of play(buyer, scenario, TRAINING_SEEDS + i).events) {
      if (event.type !== 'action-taken' || event.seat !== 'seller' || !event.act.words || event.act.type !== 'offer')
        continue;
      count.messages++;
      for (const signal of new Set(readWords(event.act.words).map((hit) => hit.signal))) {
        count.heard[signal] = (count.heard[signal] ?? 0) + 1;
      }
    }
  }
  const rate = (type: Personality, signal: Signal) => {
    const { messages, heard } = counts[type] as { messages: number; heard: Record<string, number> };
    return Math.max(0.001, Math.round((1000 * ((heard[signal] ?? 0) + 1)) / (messages + 2)) / 1000);
  };
  return Object.fromEntries(
    signals.map((signal) => [signal, Object.fromEntries(personalities.map((type) => [type, rate(type, signal)]))]),
  ) as Record<Signal, Record<Personality, number>>;
}
