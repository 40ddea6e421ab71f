import { describe, expect, test } from 'vitest';
import { repetitions } from '../../../../test/repetitions.ts';
import { runEpisode } from '../../episode.ts';
import { createRng } from '../../rng.ts';
import { bazaar } from '../../strategies/price/bazaar/index.ts';
import { random } from '../../strategies/price/random.ts';
import { type Entry, makeScript } from '../../strategy.ts';
import type { Domain, Script } from '../../types.ts';
import { arenaScenario, playTask } from '../bazaar/index.ts';
import type { PriceOffer } from '../price/price.ts';
import { type ArenaAct, type ArenaView, arena } from './arena.ts';

const offer = (price: number, signal?: string): ArenaAct => ({ type: 'offer', price, ...(signal && { signal }) });
const walk: ArenaAct = { type: 'walk' };
const take = (turn: number): ArenaAct => ({ type: 'accept', offer: turn });

/** Plays rounds of acts, each by all who are to act in the order of their seats; gives the state after them. */
function stateAfter(name: string, rounds: readonly (readonly ArenaAct[])[]) {
  return rounds.reduce(
    (state, acts, i) => {
      const seats = arena.toAct(state);
      expect(seats).toHaveLength(acts.length);
      const taken = acts.map((act, k) => ({ turn: i + 1, seat: seats[k] as string, act }));
      for (const { seat, act } of taken) expect(arena.check(arena.view(state, seat), act)).toBeUndefined();
      return arena.apply(state, taken);
    },
    arena.start(arenaScenario(name, { seed: 1 })),
  );
}

const faithful = 'marketplace_arena';
const hard = 'marketplace_arena+hard';
const scriptNamed = (name: string): Script => {
  const { strategy, options } = (bazaar as readonly Entry[]).find((entry) => entry.name === name) as Entry;
  return makeScript(name, strategy, options);
};
const player = (name: string) => ({ spec: name, fingerprint: name, agent: scriptNamed(name) });

describe('the rules of the arena', () => {
  test('bids are sealed: a buyer sees its own and the asks, the seller sees all', () => {
    const state = stateAfter(faithful, [
      [offer(60)],
      [offer(30, 'compete'), offer(40, 'bluff'), { type: 'say', words: 'Hm.' }],
    ]);
    const one = arena.view(state, 'buyer-1') as ArenaView;
    expect(one.history.map(({ seat }) => seat)).toEqual(['seller', 'buyer-1']);
    expect(one.attention).toBe('buyer-2');
    expect(one.signals).toEqual({ 'buyer-1': 'compete', 'buyer-2': 'bluff' });
    expect(one.others).toEqual([
      { seat: 'buyer-2', status: 'negotiating', active: 1 },
      { seat: 'buyer-3', status: 'browsing', active: 1 },
    ]);
    const seller = arena.view(state, 'seller') as ArenaView;
    expect(seller.history).toHaveLength(4);
    expect(seller.theirs?.offer.price).toBe(40);
  });

  test('a deadline that would end the game is refused: these rules know none', () => {
    const scenario = arenaScenario(faithful, { seed: 1 });
    const dated = { ...scenario, public: { ...scenario.public, deadlines: 'enforced' as const } };
    expect(arena.problem(dated)).toMatch('no deadline can be enforced');
  });

  test('signals are of the last round only', () => {
    const state = stateAfter(faithful, [
      [offer(60)],
      [offer(30, 'bluff'), offer(31), offer(32)],
      [offer(55)],
      [offer(33), offer(34), offer(35)],
    ]);
    expect((arena.view(state, 'seller') as ArenaView).signals).toEqual({});
  });

  test('an accept closes at the ask, but a higher bid of the same turn wins; of two accepts the first seat', () => {
    const deal = (...acts: ArenaAct[]) => stateAfter(faithful, [[offer(60)], acts]).outcome;
    expect(deal(offer(30), take(1), take(1))).toMatchObject({
      kind: 'agreement',
      deal: { price: 60, buyer: 'buyer-2' },
    });
    expect(deal(offer(61), take(1), offer(59))).toMatchObject({ deal: { price: 61, buyer: 'buyer-1' } });
  });

  test('the original lets a bidder who left win; here only under its name', () => {
    const left = [[offer(60)], [offer(50), offer(40), offer(30)], [offer(55)], [walk, offer(41), offer(31)]];
    const sold = stateAfter(faithful, [...left, [take(2)]]);
    expect(sold.outcome).toMatchObject({ kind: 'agreement', by: 'seller', deal: { price: 50, buyer: 'buyer-1' } });
    expect(arena.utility(sold.scenario, 'buyer-1', sold.outcome as never)).toBeCloseTo(50 / 70, 9);
    expect(arena.utility(sold.scenario, 'buyer-2', sold.outcome as never)).toBe(0);
    const mended = stateAfter(hard, left);
    expect((arena.view(mended, 'seller') as ArenaView).theirs).toMatchObject({ turn: 4, offer: { price: 41 } });
    expect(arena.check(arena.view(mended, 'seller'), take(2))).toMatch(/made in turn 4/);
  });

  test('when all have left: the original’s seller answers once more, otherwise it is over', () => {
    const gone = [[offer(60)], [walk, walk, walk]];
    expect(stateAfter(hard, gone).outcome).toEqual({ kind: 'no-deal', turn: 2 });
    expect(stateAfter(faithful, gone).outcome).toBeUndefined();
    expect(stateAfter(faithful, [...gone, [offer(55)]]).outcome).toEqual({ kind: 'no-deal', turn: 3 });
  });

  test('a budget binds in the hardened version, for bids and for accepts', () => {
    const scenario = arenaScenario(hard, { seed: 1 });
    const budgets = scenario.public.buyers.map((seat) => scenario.private[seat]?.reservation as number);
    expect(new Set(budgets).size).toBe(3);
    const view = arena.view(stateAfter(hard, [[offer(140)]]), 'buyer-1');
    expect(arena.check(view, offer(Math.floor(budgets[0] as number)))).toBeUndefined();
    expect(arena.check(view, offer(140))).toMatch(/within the budget/);
    expect(arena.check(view, take(1))).toMatch(/within the budget/);
  });

  test('a scenario that does not fit is refused', () => {
    const scenario = arenaScenario(faithful, { seed: 1 });
    const change = (facts: object) => arena.problem({ ...scenario, public: { ...scenario.public, ...facts } });
    expect(change({ buyers: ['one'] })).toBe('an arena has 2 to 50 buyers, got ["one"]');
    expect(change({ buyers: ['one', 'seller'] })).toBe(
      'buyers are different names, none of them "seller", "all", "", "__proto__"',
    );
    expect(change({ opens: 'buyer-1' })).toBe('in an arena the seller opens');
    expect(change({})).toBeUndefined();
    expect(arena.problem(null)).toMatch(/an arena has/);
  });
});

describe('bazaar scripts in the arena', () => {
  // Asks as in BazaarBATNA: rate 0.06 * 1.25 = 0.075 of 60; while the best bid is 29, 55.5, 51, 46.5 ...
  test('the seller asks as alone at its stall, whatever the number of buyers', () => {
    const low: Script = { name: 'low', act: () => offer(29) };
    const scenario = arenaScenario(faithful, { seed: 1 });
    const agents = { 'buyer-1': low, 'buyer-2': low, 'buyer-3': low, seller: scriptNamed('seller') };
    const { events, result } = runEpisode({ domain: arena as Domain, scenario, agents, rng: createRng(1) });
    const asks = events.flatMap((e) =>
      e.type === 'action-taken' && e.seat === 'seller' ? [(e.act as PriceOffer).price] : [],
    );
    expect(asks).toEqual([60, 55.5, 51, 46.5, 42, 37.5, 33, 31.5, 31.5, 31.5, 31.5, 31.5, 31.5]);
    expect(result).toMatchObject({ kind: 'no-deal', turn: 25 });
  });

  // By hand: naive bids 48, then 51 = 0.85 * 60, which meets 0.98 of the ask 51; the first of three equal bidders wins.
  test('three naive buyers: the first gets it at 51 in round 2, the others score 0', () => {
    const buyers = { 'buyer-1': player('naive'), 'buyer-2': player('naive'), 'buyer-3': player('naive') };
    const { episodes, graded } = playTask({
      task: faithful,
      players: { ...buyers, seller: player('seller') },
      seed: 1,
    });
    expect(episodes[0]?.result).toMatchObject({ kind: 'agreement', deal: { price: 51, buyer: 'buyer-1' } });
    expect(graded).toMatchObject({
      'buyer-1': { score: expect.closeTo(0.7, 9) },
      'buyer-2': { score: 0 },
      'buyer-3': { score: 0 },
    });
  });

  test('in hardened arenas nobody pays more than it has, nobody who left wins, nobody sells below cost', () => {
    const names = ['naive', 'aggressive', 'smart', 'rule_based'];
    for (let seed = 0; seed < repetitions(2000); seed++) {
      const scenario = arenaScenario(hard, { seed, buyers: 4 });
      const randomly = makeScript('random', random, {});
      const agents = Object.fromEntries(
        scenario.public.buyers.map((seat, i) => [
          seat,
          (seed + i) % 5 === 0 ? randomly : scriptNamed(names[i] as string),
        ]),
      );
      const { events, result } = runEpisode({
        domain: arena as Domain,
        scenario,
        agents: { ...agents, seller: scriptNamed('seller') },
        rng: createRng(seed),
      });
      expect(events.every(({ type }) => type === 'action-taken')).toBe(true);
      if (result.kind !== 'agreement') continue;
      const { price, buyer } = result.deal as { price: number; buyer: string };
      expect(price).toBeLessThanOrEqual(scenario.private[buyer]?.reservation as number);
      expect(price).toBeGreaterThanOrEqual(scenario.private.seller?.reservation as number);
      expect(events.some((e) => e.type === 'action-taken' && e.seat === buyer && e.act.type === 'walk')).toBe(false);
    }
  });
});
