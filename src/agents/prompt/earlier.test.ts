import { expect, test } from 'vitest';
import {
  arena,
  arenaScenario,
  createRng,
  type Domain,
  items,
  itemsSamplers,
  price,
  type Scenario,
  samplers,
  type View,
} from '../../core/index.ts';
import { momentsOf, viewAt } from './earlier.ts';

const tables: readonly [string, Domain, (seed: number) => Scenario][] = [
  ['price', price, (seed) => samplers.janus(seed, { turnLimit: 12 })],
  ['items', items, (seed) => itemsSamplers.dond(seed, { turnLimit: 12 })],
  ['arena, leavers out', arena as Domain, (seed) => arenaScenario('marketplace_arena+hard', { seed })],
  ['arena, leavers may win', arena as Domain, (seed) => arenaScenario('marketplace_arena', { seed })],
];

test.each(tables)('%s: a view holds every earlier view of its seat, to the last field', (_, domain, scenarioOf) => {
  let compared = 0;
  for (let seed = 0; seed < 60; seed++) {
    const rng = createRng(seed).split('earlier');
    let state = domain.start(scenarioOf(seed));
    const seen: Record<string, View[]> = {};
    while (!domain.outcome(state)) {
      const seats = domain.toAct(state);
      for (const seat of seats) {
        const view = domain.view(state, seat);
        const before = seen[seat] ?? [];
        expect(momentsOf(view).map((moment) => moment.view)).toEqual([...before, view]);
        compared += before.length;
        seen[seat] = [...before, view];
      }
      state = domain.apply(
        state,
        seats.map((seat) => {
          const view = domain.view(state, seat);
          return { turn: view.turn, seat, act: domain.randomAct(view, rng) };
        }),
      );
    }
  }
  expect(compared).toBeGreaterThan(500);
});

test('a turn is told what others did since the seat’s own last act, each act once', () => {
  const rng = createRng(7);
  let state = arena.start(arenaScenario('marketplace_arena+hard', { seed: 2 }));
  for (let turn = 1; turn <= 7 && !arena.outcome(state); turn++) {
    const seats = arena.toAct(state);
    const acts = seats.map((seat) => ({
      turn,
      seat,
      act: { type: 'offer', price: seat === 'seller' ? 90 - turn : 10 + turn + rng.integer(9) } as const,
    }));
    state = arena.apply(state, acts);
  }
  const view = arena.view(state, 'seller');
  const told = momentsOf(view).flatMap(({ since }) => since);
  expect(told).toEqual(view.history.filter(({ seat }) => seat !== 'seller'));
  expect(() => viewAt({ ...view, earlier: [] } as View, 3)).toThrow('no record of turn 3');
});
