import { describe, expect, test } from 'vitest';
import {
  type Act,
  type Domain,
  type Episode,
  findKit,
  findTask,
  type PriceAct,
  playEpisode,
  regretPerMove,
  type Seat,
  stateAfter,
  type Task,
  type View,
} from '../core/index.ts';
import { review, suggest } from './coach.ts';
import { resolveScript } from './script.ts';
import { resolvePlayer } from './spec.ts';

const price = findKit('price')?.rules as Domain;

/** The view of the seat that is to act after these acts. */
function viewAfter(
  acts: readonly (readonly [Seat, Act])[],
  task = 'price-wide',
  seed = 3,
): { view: View; domain: Domain } {
  const { domain, scenario } = { domain: findTask(task)?.domain as Domain, ...findTask(task)?.scenario(seed, {}) } as {
    domain: Domain;
    scenario: never;
  };
  const state = stateAfter(
    domain,
    scenario,
    acts.map(([seat, act], i) => ({ turn: i + 1, seat, act })),
  );
  return { view: domain.view(state, domain.toAct(state)[0] as Seat), domain };
}

const offer = (amount: number) => ({ type: 'offer', price: amount }) as Act;

describe('advice after offers that the adviser would not have made', () => {
  const { view: first } = viewAfter([]);
  const { reservation, target } = first.own as { reservation: number; target: number };
  const seat = first.seat;
  const other = seat === 'buyer' ? 'seller' : 'buyer';
  /** Nearly at the own limit, in the first turn. */
  const generous = Math.round(reservation + 0.1 * (target - reservation));
  const far = seat === 'buyer' ? (first.public as { range: { high: number } }).range.high : 0.01;

  test('never goes back on them', () => {
    for (let turns = 0; turns < 4; turns++) {
      const rounds = Array.from({ length: turns + 1 }).flatMap(() => [
        [seat, offer(generous)] as const,
        [other, offer(far)] as const,
      ]);
      const { view } = viewAfter(rounds);
      const { act } = suggest(view, price) as { act: PriceAct };
      if (act.type !== 'offer') continue;
      expect(seat === 'buyer' ? act.price >= generous : act.price <= generous, `${act.price} after ${generous}`).toBe(
        true,
      );
      expect(act.words, 'the words name the price that is advised').toContain(String(Math.trunc(act.price)).slice(-3));
    }
  });

  test('a script that is named does what it does', () => {
    const { view } = viewAfter([
      [seat, offer(generous)],
      [other, offer(far)],
    ]);
    const { act, by } = suggest(view, price, 'clean:boulware_firm') as { act: PriceAct; by: string };
    expect(by).toBe('clean:boulware_firm');
    expect(act.type === 'offer' && act.price !== generous).toBe(true);
    expect(suggest(view, price).act, 'and the adviser holds').toMatchObject({ type: 'offer', price: generous });
  });

  test('is never refused by rules under which nothing may be taken back', () => {
    const { view: start } = viewAfter([], 'terms-candid');
    const own = start.own as { reservation: number; target: number };
    const near = Math.round(own.reservation + 0.2 * (own.target - own.reservation));
    const { view, domain } = viewAfter(
      [
        [start.seat, offer(near)],
        [start.seat === 'buyer' ? 'seller' : 'buyer', offer(start.seat === 'buyer' ? 100 : 0)],
      ],
      'terms-candid',
    );
    const { act } = suggest(view, domain);
    expect(domain.check(view, act)).toBeUndefined();
  });
});

test('what a move cost is told as it was worked out, not rounded: it is shown as money', () => {
  const task = findTask('price-wide') as Task;
  const { scenario, source } = task.scenario(3, { listing: 'oak-dining-table' });
  const sits = (spec: string) => resolvePlayer(spec, task.domain);
  const players = { buyer: sits('clean:boulware_firm'), seller: sits('clean:linear_standard') };
  const episode = playEpisode({ domain: task.domain, scenario, source, seed: 3, players }) as Episode;
  const exact = regretPerMove(episode, 'buyer', resolveScript('clean:linear_standard', task.domain));
  const moves = review(episode, 'buyer').moves ?? [];
  expect(moves.map(({ best }) => best)).toEqual(exact.map(({ before }) => before));
  for (const [i, { regret }] of moves.entries()) expect(regret).toBeCloseTo(exact[i]?.regret ?? Number.NaN, 9);
  // Six digits would not have done.
  expect(moves.some(({ best }) => best !== Math.round(best * 1e6) / 1e6)).toBe(true);
});
