import { describe, expect, it } from 'vitest';
import { type PriceScenario, type PriceScript, price } from '../../domains/price/price.ts';
import { createRng, type Rng } from '../../rng.ts';
import { priceRegistries } from '../../strategies/price/index.ts';
import { type Entry, makeScript } from '../../strategy.ts';
import type { Seat } from '../../types.ts';
import { exhaustiveValue } from './exhaustive.fixture.ts';
import { createSolver } from './index.ts';
import { after, createTable, isLegal, type PriceState, type PriceTable, stateAfter, toAct, viewOf } from './table.ts';

const many = process.env.PARLEY_FULL ? 10 : 1;

const everyEntry: Entry[] = Object.values(priceRegistries).flat();
const declared = everyEntry.filter(({ strategy }) => strategy.memory);
/** Those whose acts before any small game are worth drawing from an interval, and so cost much to search by force. */
const noisy = ['noisy_boulware_firm', 'naive_concession', 'random_own', 'charging_boul', 'random'];
const certain = declared.filter(
  ({ name, strategy, options }) =>
    !noisy.includes(name) &&
    !/noisy|charging/.test(name) &&
    // Its prices are normal draws, which cannot be listed.
    strategy.name !== 'terms_counterpart' &&
    options.over === undefined,
);

/** A game on a few cents: prices in whole cents are then few enough to try them all. */
function tinyScene(rng: Rng, { width, turns }: { width: number; turns: number }): PriceScenario {
  const low = rng.pick([0, 10, 400]) * 100 + rng.integer(100);
  const amount = (step: number) => (low + step) / 100;
  const [sellerStep, buyerStep] = [rng.integer(width + 1), rng.integer(width + 1)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const hope = () => amount(rng.integer(width + 1));
  return {
    domain: 'price',
    version: price.version,
    id: 'tiny',
    public: {
      item: { title: '', category: '', description: '', listPrice: 1, currency: 'USD' },
      range: { low: amount(0), high: amount(width) },
      turnLimit: turns,
      opens: rng.pick(['buyer', 'seller']),
      crossing: rng.pick(['close', 'continue']),
    },
    private: {
      buyer: { reservation: amount(buyerStep), target: hope() },
      seller: { reservation: amount(sellerStep), target: hope() },
    },
  };
}

/** Some turns of haphazard play by our side, so that searches begin in odd places too. */
function haphazard({ scenario, seat, script, priceAt, endStep }: PriceTable, turns: number, rng: Rng): PriceState {
  let state = stateAfter(scenario, []);
  for (let i = 0; i < turns && !state.outcome; i++) {
    const actor = toAct(state) as Seat;
    const view = viewOf(state, actor);
    const stream = rng.split(i);
    const offer = { type: 'offer', price: priceAt(stream.integer(endStep + 1)) } as const;
    const own = stream.float() < 0.8 ? offer : price.randomAct(view, stream);
    const context = {
      rng: stream,
      note() {},
      attempt: 0,
      state: () => undefined,
      refused: undefined,
      signal: undefined,
    };
    const act = actor === seat ? own : script.act(view, context);
    if (!isLegal(view, act)) return state;
    state = after(state, act);
  }
  return state;
}

function compare(
  entries: readonly Entry[],
  games: number,
  size: { width: number; turns: number },
  seed: number,
): number {
  const rng = createRng(seed);
  let checked = 0;
  for (let game = 0; game < games; game++) {
    const entry = entries[game % entries.length] as Entry;
    const before = rng.integer(5);
    const scenario = tinyScene(rng, {
      width: size.width - rng.integer(4),
      turns: 1 + rng.integer(size.turns) + before,
    });
    const seat = rng.pick(['buyer', 'seller']);
    const table = createTable(scenario, seat, makeScript(entry.name, entry.strategy, entry.options) as PriceScript);
    const state = haphazard(table, before, rng.split(game));
    if (state.outcome) continue;
    const truth = exhaustiveValue(table, state);
    const { value, exact, bound } = createSolver(scenario, seat, entry).solve(state.history);
    const what = `${entry.name}, game ${game}: ${JSON.stringify({ seat, public: scenario.public, private: scenario.private, history: state.history })}`;
    expect(value, what).toBeLessThanOrEqual(truth + 1e-9);
    expect(bound, what).toBeGreaterThanOrEqual(truth - 1e-9);
    if (exact) expect(value, what).toBeGreaterThanOrEqual(truth - 1e-9);
    checked++;
  }
  return checked;
}

describe('the search against every act at every cent', () => {
  it('finds the same value for scripts without noise', () => {
    expect(compare(certain, 1500 * many, { width: 12, turns: 5 }, 1)).toBeGreaterThan(900 * many);
  });

  it('finds the same value in longer games on fewer prices', () => {
    expect(compare(certain, 200 * many, { width: 6, turns: 7 }, 2)).toBeGreaterThan(80 * many);
  });

  it('finds the same value for those with corners: tit_for_tat and MiCRO', () => {
    const corners = certain.filter(({ strategy }) => ['tit_for_tat', 'micro'].includes(strategy.name));
    expect(compare(corners, 600 * many, { width: 14, turns: 6 }, 3)).toBeGreaterThan(300 * many);
  });

  it('finds the same value for scripts with noise', () => {
    const entries = everyEntry.filter(({ name }) => noisy.includes(name));
    expect(compare(entries, 40 * many, { width: 6, turns: 3 }, 4)).toBeGreaterThan(20 * many);
  });
});
