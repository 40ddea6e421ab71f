import { expect, test } from 'vitest';
import { turnRowsFromCompact } from './expand.ts';
import type { CompactEpisode } from './rows.ts';

const episode: CompactEpisode = {
  id: 'k-0',
  max_turns: 20,
  range: [200, 1500],
  buyer_max: 912.34,
  seller_min: 412.34,
  opens: 'seller',
  buyer: { strategy: 'firm', strategy_params: { exponent: 2 } },
  seller: { strategy: 'fixed', strategy_params: {} },
  actions: ['OFFER', 'REJECT', 'SAY', 'OFFER', 'OFFER', 'SAY', 'ACCEPT'],
  prices: [1000, null, null, 500, 800, null, null],
  accepted_price: 500,
  rho: 0.1753,
};

// Worked by hand from the rules of alternating-offers.ts: an offer stands until its maker makes another or the other side
// rejects it. The buyer rejects 1000 in turn 2, so in turn 4 nothing of the seller's stands; in turn 6 its 800 does.
test('the last offer price is what an accept would take', () => {
  expect(turnRowsFromCompact(episode).map(({ state }) => state.last_offer_price)).toEqual([
    null,
    1000,
    null,
    null,
    500,
    800,
    500,
  ]);
});

test('the history is all offers before the turn, rejected ones too', () => {
  const histories = turnRowsFromCompact(episode).map(({ state }) => state.offer_history);
  expect(histories[0]).toEqual([]);
  expect(histories[3]).toEqual([['seller', 1000]]);
  expect(histories[6]).toEqual([
    ['seller', 1000],
    ['buyer', 500],
    ['seller', 800],
  ]);
});

test('turns alternate from the one who opens, and each side has its own script and reservation', () => {
  const rows = turnRowsFromCompact(episode);
  expect(rows.map(({ state }) => state.role).join(' ')).toBe('seller buyer seller buyer seller buyer seller');
  expect(rows[1]).toMatchObject({ agent: { strategy: 'firm' }, state: { reservation_price: 912.34, timestep: 2 } });
  expect(rows[2]).toMatchObject({ agent: { strategy: 'fixed' }, state: { reservation_price: 412.34, timestep: 3 } });
});

test('the ending is on every row, and the last alone is terminal', () => {
  const rows = turnRowsFromCompact(episode);
  expect(rows.map((row) => row.is_terminal)).toEqual([false, false, false, false, false, false, true]);
  for (const { meta, rho } of rows) {
    // 912.34 - 412.34 is 500.00000000000006 in binary.
    expect(meta).toMatchObject({ zopa_low: 412.34, zopa_high: 912.34, zopa_width: 500, accepted_price: 500 });
    expect(meta.episode_outcome).toEqual({ agreement_bool: true, price: 500, num_turns: 7 });
    expect(rho).toBe(0.1753);
  }
});
