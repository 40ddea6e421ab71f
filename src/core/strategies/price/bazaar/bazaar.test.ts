import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../../../test/repetitions.ts';
import { bazaarScenario } from '../../../domains/bazaar/index.ts';
import {
  type PriceAct,
  type PriceOffer,
  type PriceScenario,
  type PriceView,
  price,
} from '../../../domains/price/price.ts';
import { runEpisode } from '../../../episode.ts';
import { cents } from '../../../math.ts';
import { pythonRandom } from '../../../python-random.ts';
import { createRng, type Rng } from '../../../rng.ts';
import { type Entry, makeScript } from '../../../strategy.ts';
import type { Domain, Script } from '../../../types.ts';
import { bazaar } from './index.ts';
import { setUp } from './set-up.ts';

const script = (name: string): Script => {
  const { strategy, options } = (bazaar as readonly Entry[]).find((entry) => entry.name === name) as Entry;
  return makeScript(name, strategy, options);
};

/** A buyer that never accepts and bids the same in every round, or the bids given, one a round. */
const bids = (prices: number | readonly number[]): Script => ({
  name: 'bids',
  act: (view) =>
    ({ type: 'offer', price: typeof prices === 'number' ? prices : prices[view.turn / 2 - 1] }) as PriceAct,
});

function play(scenario: PriceScenario, buyer: Script, seed = 1, seller = script('seller')) {
  const agents = { buyer, seller };
  return runEpisode({ domain: price as Domain, scenario, agents, rng: createRng(seed).split('agents') });
}

function asks(scenario: PriceScenario, buyer: Script, seed = 1): number[] {
  const taken = play(scenario, buyer, seed).events.filter((e) => e.type === 'action-taken' && e.seat === 'seller');
  return taken.flatMap((e) =>
    e.type === 'action-taken' && e.act.type === 'offer' ? [(e.act as PriceOffer).price] : [],
  );
}

describe('the seller is set up as BazaarBATNA does: cost 30, ask 60, rate 0.08, one in stock, 8 rounds', () => {
  const view = price.view(price.start(bazaarScenario('single_deal', { seed: 0 })), 'seller') as PriceView;
  test.each([
    ['default', { anchor: 60, reserve: 31.5, rate: 0.1, rounds: 8 }],
    ['deceptive', { anchor: 69, reserve: 31.5, rate: 0.07, rounds: 8 }],
    ['impatient', { anchor: 60, reserve: 31.5, rate: 0.15, rounds: 6 }],
    ['collaborative', { anchor: 54, reserve: 30.6, rate: 0.13, rounds: 8 }],
  ] as const)('%s', (personality, expected) => {
    const made = setUp(view, personality, 'clock');
    for (const [key, value] of Object.entries(expected))
      expect(made[key as keyof typeof expected]).toBeCloseTo(value, 9);
  });
});

describe('asks against a buyer who stays at 29, which is no lowball: the schedules of BazaarBATNA', () => {
  test.each([
    ['single_deal', [60, 54, 48, 42, 36, 31.5, 31.5, 31.5, 31.5]],
    ['asymmetric_pressure', [60, 54.6, 49.2, 43.8, 38.4, 33, 31.5, 31.5, 31.5]],
    ['career_10', [60, 53.7, 47.4, 41.1, 34.8, 31.5, 31.5, 31.5, 31.5]],
    ['impatient_seller', [60, 46.92, 35.28, 33, 31.5, 31.5, 31.5]],
  ])('%s', (task, expected) => expect(asks(bazaarScenario(task, { seed: 0 }), bids(29))).toEqual(expected));

  // BazaarBATNA: 64.65 ... 34.22 by round 8, 31.5 from 9; read_the_tells 71.92, 67.93. In games without a dip.
  test.each([
    ['deceptive_seller', [69, 64.65, 60.31, 55.96, 51.61, 47.27, 42.92, 38.57, 34.22, 31.5, 31.5]],
    ['read_the_tells', [75.9, 71.92, 67.93]],
  ])('%s', (task, expected) => {
    const games = Array.from({ length: 400 }, (_, seed) => asks(bazaarScenario(task, { seed: 0 }), bids(29), seed));
    expect(games).toContainEqual(expected);
  });

  test('a dip is 92 % of the schedule, comes in three rounds of ten, and at most twice before it is taken back', () => {
    const games = Array.from({ length: 400 }, (_, seed) =>
      asks(bazaarScenario('deceptive_seller', { seed: 0 }), bids(29), seed),
    );
    const first = games.map((game) => game[1] as number);
    // 64.653 and 0.92 of it.
    expect(new Set(first)).toEqual(new Set([64.65, 59.48]));
    expect(Math.abs(first.filter((ask) => ask === 59.48).length / 400 - 0.3)).toBeLessThan(0.08);
    const raises = games.flatMap((game) => game.slice(2).map((ask, i) => ask / (game[i + 1] as number)));
    expect(raises.some((ratio) => Math.abs(ratio - 1.03) < 1e-3)).toBe(true);
  });
});

test.each(['lamp for $$ savers', "$& $' $`", 'box marked {price}'])('a title is said as it is written: %s', (title) => {
  const scenario = bazaarScenario('single_deal', { seed: 0 });
  const titled = { ...scenario, public: { ...scenario.public, item: { ...scenario.public.item, title } } };
  const spoken = Array.from({ length: 20 }, (_, seed) => play(titled, bids(29), seed).events[0]).flatMap((event) =>
    event?.type === 'action-taken' ? [event.act.words as string] : [],
  );
  expect(spoken.some((words) => words.includes(title))).toBe(true);
  for (const words of spoken) expect(words.replace(title, () => '')).toMatch(/^[^$&'`{}]*₹60[^$&'`{}]*$/);
});

describe('hardened sellers concede only in answer', () => {
  const scenario = bazaarScenario('single_deal+hard', { seed: 3 });
  const opening = scenario.private.seller?.target as number;
  test('a buyer who waits gets the opening ask to the end', () => {
    expect(new Set(asks(scenario, bids(29)))).toEqual(new Set([opening]));
  });
  test('a buyer who moves is met by as much, above nine tenths of the reserve', () => {
    // The default seller of single_deal gives rate / 0.10 = 1 for 1.
    const floor = cents(0.9 * 1.05 * (scenario.private.seller?.reservation as number));
    const given = asks(scenario, bids([1, 2, cents(floor + 4), cents(floor + 4), cents(floor + 5), 1, 1, 1]));
    expect(given.slice(0, 6).map((ask) => cents(opening - ask))).toEqual([0, 0, 0, 4, 4, 5]);
  });
});

describe('rule buyers: surplus, deals and rounds as measured with the original', () => {
  // The original’s runs: 100 seeds for smart, naive and aggressive, 30 for rule_based, so their own error is up to .02 at one deviation
  // where one game in twenty has no deal; ours are 4,000 games, a tenth by default.
  const measured: Record<string, Record<string, readonly [surplus: number, within: number]>> = {
    naive: {
      single_deal: [0.7, 1e-9],
      asymmetric_pressure: [0.7, 1e-9],
      deceptive_seller: [0.564, 0.02],
      impatient_seller: [0.743, 0.001],
      collaborative_seller: [0.773, 0.001],
      career_10: [0.7, 1e-9],
    },
    aggressive: {
      single_deal: [0.869, 0.03],
      asymmetric_pressure: [0.818, 0.03],
      deceptive_seller: [0.89, 0.03],
      impatient_seller: [0.823, 0.04],
      collaborative_seller: [0.887, 0.02],
      read_the_tells: [0, 1e-9],
      career_10: [0.866, 0.03],
    },
    smart: {
      single_deal: [0.651, 0.02],
      asymmetric_pressure: [0.636, 0.02],
      deceptive_seller: [0.702, 0.02],
      impatient_seller: [0.736, 0.02],
      collaborative_seller: [0.782, 0.002],
      read_the_tells: [0.421, 0.02],
      career_10: [0.648, 0.02],
    },
    rule_based: { single_deal: [0.801, 0.02], asymmetric_pressure: [0.798, 0.02] },
  };
  for (const [name, tasks] of Object.entries(measured)) {
    test.each(Object.entries(tasks))(`${name}, %s`, (task, [surplus, within]) => {
      const games = repetitions(4000);
      let sum = 0;
      for (let seed = 0; seed < games; seed++) {
        const { result } = play(bazaarScenario(task, { seed }), script(name), seed);
        sum += result.kind === 'agreement' ? (result.utility.buyer as number) : 0;
      }
      expect(Math.abs(sum / games - surplus)).toBeLessThan(within);
    });
  }
});

const published = join(import.meta.dirname, '../../../../../../shared/data/bazaar');
describe.skipIf(!existsSync(published))('published episodes (skipped where ../shared is absent)', () => {
  interface Row {
    readonly task: string;
    readonly seed: number;
    readonly deal_outcome: string;
    readonly agreed_price: number | null;
    readonly buyer_budget: number;
    readonly seller_cost: number;
    readonly rounds_taken: number;
    readonly transcript: readonly {
      round: number;
      actor: string;
      action?: string;
      price?: number | null;
      message?: string;
    }[];
  }
  const rowsOf = (file: string): Row[] =>
    readFileSync(join(published, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  const scenarioOf = ({ task, seed, buyer_budget, seller_cost }: Row) => {
    const listing = {
      title: 'Listing',
      category: 'item',
      description: '',
      currency: 'INR',
      listPrice: buyer_budget,
      streetPrice: seller_cost / 0.7,
    };
    return bazaarScenario(task, { seed, listing });
  };
  const files = ['results_rule_based.jsonl', 'results_baseline_llama3.2_3b.jsonl', 'results_ollama_bestdealbot.jsonl'];

  test.each(files)('%s: the published bids get the published asks wherever nothing is drawn', (file) => {
    let compared = 0;
    for (const row of rowsOf(file)) {
      if (row.task === 'read_the_tells') continue;
      const offers = row.transcript.flatMap((t) =>
        t.actor === 'buyer' && t.action === 'offer' ? [t.price as number] : [],
      );
      const replies = row.transcript.filter((t) => t.actor === 'seller' && t.round > 0).map((t) => t.message as string);
      const buyer: Script = {
        name: 'published',
        act: (view) => {
          const bid = offers[view.turn / 2 - 1];
          return (
            bid === undefined ? { type: 'walk' } : { type: 'offer', price: Math.min(bid, row.buyer_budget) }
          ) as PriceAct;
        },
      };
      // Asks as printed there are whole numbers.
      const ours = asks(scenarioOf(row), buyer, row.seed).slice(1);
      const theirs = replies.flatMap((m) => (/^Seller:.*\d/.test(m) ? [Number(/\d+/.exec(m)?.[0])] : []));
      for (const [i, ask] of theirs.slice(0, ours.length).entries()) {
        expect(Math.abs((ours[i] as number) - ask)).toBeLessThanOrEqual(0.5);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(35);
  });

  // Their rule buyer draws from Python's global generator, which their environment seeds; so its bids can be followed to the
  // cent. The seller's own draws (to leave, to take a late bid) are ours, so the ends are compared as a distribution.
  const rows = existsSync(published) ? rowsOf('results_rule_based.jsonl') : [];
  const following = ({ seed }: Pick<Row, 'seed'>): Script => {
    const { random } = pythonRandom(seed);
    const rng = { uniform: (low: number, high: number) => low + (high - low) * random() };
    const { act } = script('rule_based');
    return { name: 'following', act: (view, context) => act(view, { ...context, rng: rng as Rng }) };
  };

  test('rule_based bids as published, all 60 episodes, with Python’s draws', () => {
    for (const row of rows) {
      const offers = row.transcript.flatMap((t) => (t.actor === 'buyer' && t.action === 'offer' ? [t.price] : []));
      // A seller who never leaves and never agrees, with the opening ask of the published game.
      const { target } = scenarioOf(row).private.seller as { target: number };
      const stubborn: Script = {
        name: 'stubborn',
        act: () => ({ type: 'offer', price: cents(target * (row.task === 'read_the_tells' ? 1.15 : 1)) }) as PriceAct,
      };
      const { events } = play(scenarioOf(row), following(row), 1, stubborn);
      const ours = events.flatMap((e) =>
        e.type === 'action-taken' && e.seat === 'buyer' ? [(e.act as PriceOffer).price] : [],
      );
      expect(ours.slice(0, offers.length)).toEqual(offers);
    }
  });

  // The 60 games of BazaarBATNA's published v1 benchmark. What our seller draws most often is the published end, but for two: a seller who
  // left in round 1 (amazon, seed 1006) and one who took a late bid (read_the_tells, seed 1008), both of which ours can do too.
  test('rule_based on the published seeds ends as published', () => {
    const rare: string[] = [];
    for (const row of rows) {
      const ends = new Map<string, number>();
      for (let seed = 0; seed < 400; seed++) {
        const { result } = play(scenarioOf(row), following(row), 1000 * row.seed + seed);
        const price = result.kind === 'agreement' ? (result.deal as { price: number }).price : null;
        const end = `${price} in round ${Math.floor((result as { turn: number }).turn / 2)}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
      const theirs = ends.get(`${row.agreed_price} in round ${row.rounds_taken}`);
      expect(theirs).toBeGreaterThan(0);
      if (theirs !== Math.max(...ends.values())) rare.push(`${row.task} ${row.seed}`);
    }
    expect(rare).toEqual(['amazon_realistic 1006', 'read_the_tells 1008']);
  });

  // The controls, run with the original's code on seeds 1000 to 1029, amazon on the 20 published listings.
  const amazon = rows.filter((row) => row.task === 'amazon_realistic');
  const tableRow = (task: string, buyerOf: (seed: number, scenario: PriceScenario) => Script) => {
    const scenarios =
      task === 'amazon_realistic'
        ? amazon.map((row) => [row.seed, scenarioOf(row)] as const)
        : Array.from({ length: 30 }, (_, i) => [1000 + i, bazaarScenario(task, { seed: 1000 + i })] as const);
    const total = { surplus: 0, deals: 0, rounds: 0 };
    const draws = 40;
    for (const [seed, scenario] of scenarios) {
      for (let draw = 0; draw < draws; draw++) {
        const { result } = play(scenario, buyerOf(seed, scenario), 1000 * seed + draw);
        total.deals += Number(result.kind === 'agreement');
        total.surplus += result.kind === 'agreement' ? (result.utility.buyer as number) : 0;
        total.rounds += Math.floor((result as { turn: number }).turn / 2);
      }
    }
    const n = draws * scenarios.length;
    return [total.surplus / n, total.deals / n, total.rounds / n] as const;
  };

  // amazon's .396 has one walk in 20 games, drawn by the seller at one in two hundred; so there the 19 deals are compared, .4165.
  test.each([
    ['single_deal', 0.801],
    ['asymmetric_pressure', 0.798],
    ['amazon_realistic', 0.4165],
  ])('the teacher rule without steering, %s', (task, surplus) => {
    const [mean, deals, rounds] = tableRow(task, (seed) => following({ seed }));
    expect(Math.abs((task === 'amazon_realistic' ? mean / deals : mean) - surplus)).toBeLessThan(0.02);
    expect(Math.abs(deals - 0.98)).toBeLessThan(0.02);
    expect(Math.abs(rounds - 3.9)).toBeLessThan(0.1);
  });

  // Deals .13 and rounds 7.8 over the three.
  test('a reply that never parses, which bids 0.3 of the budget: .000, .000, .364', () => {
    const played = ['single_deal', 'asymmetric_pressure', 'amazon_realistic'].map((task) =>
      tableRow(task, (_, { private: secrets }) => bids(cents(0.3 * (secrets.buyer?.reservation as number)))),
    );
    expect(played.map(([surplus]) => surplus)).toEqual([0, 0, expect.closeTo(0.364, 3)]);
    const mean = (i: 1 | 2) => played.reduce((sum, row) => sum + row[i], 0) / 3;
    expect(mean(1)).toBeCloseTo(0.13, 2);
    expect(mean(2)).toBeCloseTo(7.8, 1);
  });
});
