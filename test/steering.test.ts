/**
 * Steering against published figures and against the truth: the control rows of BazaarBATNA, how much of a hidden type the
 * opening ask tells, and the calibration of the Bayesian posterior on hardened games that nothing was fitted to. Whether it
 * pays is measured by scripts/steering.ts (docs/LOG.md).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { resolveAgent, resolvePlayer, saudaByTemplates } from '../src/agents/index.ts';
import {
  type BazaarListing,
  bazaarScenario,
  briefOf,
  createRng,
  type Domain,
  expectedCalibrationError,
  makeScript,
  type PriceAct,
  type PriceScript,
  playEpisode,
  price,
  registries,
  runEpisode,
  type Script,
} from '../src/core/index.ts';
import { type Forecasts, forecasts, hardGame, type Target } from '../src/lab/analysis/steering.ts';
import { scriptedModel } from '../src/models/index.ts';
import { repetitions } from './repetitions.ts';
import { itWithShared, shared } from './shared.ts';

const entry = registries.bazaar.find(({ name }) => name === 'seller')!;
const seller = makeScript('seller', entry.strategy, entry.options);

// BazaarBATNA's code, run by us: parse failure every turn, seeds 1000 to 1029, amazon on the listings of its published episodes.
const published = {
  ladder: { single_deal: 0.979, asymmetric_pressure: 0.979, amazon_realistic: 0.913, mean: 0.957 },
  head: { single_deal: 0.825, asymmetric_pressure: 0.821, amazon_realistic: 0.473, mean: 0.706 },
} as const;
const LISTING = { title: 'A thing', category: 'goods', description: 'From the published episodes.', currency: 'INR' };

/** Mean surplus of a model that says nothing, behind a steering of the original, with the original's luck. */
async function silence(
  steering: 'ladder' | 'head',
  games: readonly { seed: number; task: string; listing?: BazaarListing }[],
) {
  const model = () => scriptedModel(() => 'I have nothing to add.', { digest: 'scripted' });
  const buyer = await resolveAgent(`sauda@scripted?steering=${steering}`, price as Domain, { model });
  let surplus = 0;
  for (const { task, ...options } of games) {
    const { result } = await playEpisode({
      domain: price as Domain,
      scenario: bazaarScenario(task, { ...options, luck: 'original' }),
      source: { test: 1 },
      players: { buyer, seller: resolvePlayer('bazaar:seller', price) },
      seed: options.seed,
    });
    expect(result.kind).toBe('agreement');
    surplus += 'utility' in result ? (result.utility.buyer as number) : 0;
  }
  return surplus / games.length;
}

describe.each(['ladder', 'head'] as const)('a model that says nothing, behind %s', (steering) => {
  const seeds = Array.from({ length: 30 }, (_, i) => 1000 + i);
  const cells = (['single_deal', 'asymmetric_pressure'] as const).map(
    (task) => [task, seeds.map((seed) => ({ task, seed }))] as const,
  );
  test.each(cells)('%s', async (task, games) => {
    expect(Math.abs((await silence(steering, games)) - published[steering][task])).toBeLessThan(0.001);
  });

  itWithShared('data/bazaar/results_rule_based.jsonl')('the three tasks of the original’s table', async () => {
    const lines = readFileSync(shared('data/bazaar/results_rule_based.jsonl'), 'utf8').trim().split('\n');
    const listed = lines
      .map((line) => JSON.parse(line) as { task: string; seed: number; buyer_budget: number; seller_cost: number })
      .filter(({ task }) => task === 'amazon_realistic')
      .map(({ task, seed, buyer_budget, seller_cost }) => ({
        task,
        seed,
        listing: { ...LISTING, listPrice: buyer_budget, streetPrice: seller_cost / 0.7 },
      }));
    expect(listed).toHaveLength(20);
    const means = [await silence(steering, listed)];
    expect(Math.abs((means[0] as number) - published[steering].amazon_realistic)).toBeLessThan(0.001);
    for (const [, games] of cells) means.push(await silence(steering, games));
    const mean = means.reduce((sum, one) => sum + one, 0) / means.length;
    expect(Math.abs(mean - published[steering].mean)).toBeLessThan(0.01);
  });
});

/** Ratios of the openings of one group of types: below the list price, at it (two types), above it. */
type Ratios = Record<'collaborative' | 'level' | 'deceptive', number[]>;

/** How often the best pair of cuts puts a ratio in its group; the cuts are chosen on these very ratios, so it flatters. */
function bestCuts({ collaborative, level, deceptive }: Ratios): number {
  const share = (ratios: number[], low: number, high: number) => ratios.filter((r) => r > low && r <= high).length;
  const cuts = Array.from({ length: 46 }, (_, i) => 0.7 + 0.015 * i);
  const total = collaborative.length + level.length + deceptive.length;
  let best = 0;
  for (const low of cuts) {
    for (const high of cuts) {
      if (high < low) continue;
      const right = share(collaborative, 0, low) + share(level, low, high) + share(deceptive, high, 9);
      best = Math.max(best, right / total);
    }
  }
  return best;
}

test('a hardened opening ask does not tell the type', { timeout: 600_000 }, () => {
  // The openings are 0.9, 1 (two types) or 1.15 times the target. Against a list price drawn apart, by numerical integration,
  // no rule by the ratio alone is right more often than .584 at a stall and .704 at a shop, .597 by one rule for both, as one
  // game in eight is a shop's; to say "default or impatient" always is right in .5. With list price = target it was 1.
  const leaves: PriceScript = { name: 'leaves', act: (): PriceAct => ({ type: 'walk' }) };
  const byList: Ratios = { collaborative: [], level: [], deceptive: [] };
  const byTarget: Ratios = { collaborative: [], level: [], deceptive: [] };
  const games = repetitions(10_000);
  for (let seed = 0; seed < games; seed++) {
    const scenario = hardGame(seed);
    const { events } = runEpisode({
      domain: price as never,
      scenario,
      agents: { buyer: leaves as unknown as Script, seller },
      rng: createRng(seed),
    });
    const opening = events.find((event) => event.type === 'action-taken')!.act as unknown as { price: number };
    const { stall, target } = briefOf(scenario, 'seller');
    const type = stall!.personality;
    const group = type === 'default' || type === 'impatient' ? 'level' : type;
    byList[group].push(opening.price / scenario.public.item.listPrice);
    byTarget[group].push(opening.price / target);
  }
  const error = Math.sqrt((0.597 * 0.403) / games);
  expect(Math.abs(bestCuts(byList) - 0.597)).toBeLessThan(3 * error);
  // The same rule with the seller's secret target in hand tells them all.
  expect(bestCuts(byTarget)).toBeGreaterThan(0.99);
});

test('the posterior is calibrated on held-out games', { timeout: 3_600_000 }, () => {
  const none = (): Forecasts => ({ chances: [], truths: [] });
  const into: Record<Target, Forecasts> = { type: none(), cost: none(), patience: none() };
  const options = { memory: true, tells: 'patterns', language: 'english' } as const;
  const buyers = (['bayesian', 'head'] as const).map((steering) =>
    saudaByTemplates(steering, { ...options, steering }),
  );
  for (let seed = 0; seed < repetitions(10_000, 300); seed++) forecasts(buyers[seed % 2]!, seed, into);
  for (const [target, { chances, truths }] of Object.entries(into)) {
    expect(expectedCalibrationError(chances, truths), target).toBeLessThan(0.05);
    // It says something: chances are not all alike.
    expect(chances.filter((chance) => chance < 0.05 || chance > 0.95).length, target).toBeGreaterThan(
      chances.length / 20,
    );
  }
});
