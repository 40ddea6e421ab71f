import { describe, expect, test } from 'vitest';
import {
  type Act,
  arena,
  arenaScenario,
  createRng,
  type Domain,
  type Event,
  runEpisode,
  type Scenario,
  type Script,
  sampleTrace,
  trace,
} from '../core/index.ts';
import { heardResult, hearing } from './hearing.ts';

/** What each seat heard while the game went on, and all that happened. */
function heardOf(domain: Domain, scenario: Scenario, scripts: Record<string, Script['act']>) {
  const seats = domain.seats(scenario);
  const ears = seats.map((seat) => [seat, hearing(domain, scenario, seat), [] as Event[]] as const);
  const agents = Object.fromEntries(seats.map((seat) => [seat, { name: seat, act: scripts[seat] } as Script]));
  const onEvent = (event: Event) => {
    for (const [, hear, heard] of ears) heard.push(...hear(event));
  };
  const { events } = runEpisode({ domain, scenario, agents, rng: createRng(1), onEvent });
  return { events, of: (seat: string) => ears.find(([name]) => name === seat)?.[2] as Event[] };
}

describe('while a game goes on a seat hears', () => {
  test('of the other side what it did, and not what it was refused or noted', () => {
    const { of, events } = heardOf(trace as unknown as Domain, sampleTrace(1), {
      persuader: (_view, context) => {
        context.note({ plan: 'say nothing of belief 2' });
        return { ...(context.attempt === 0 ? { type: 'ask', about: 99 } : { type: 'assert', holds: true }) };
      },
      target: () => ({ type: 'report', belief: 40 }) as Act,
    });
    expect(events.map(({ type }) => type)).toContain('action-refused');
    expect(of('target')).toEqual(events.filter(({ type }) => type === 'action-taken'));
    expect(of('persuader')).toEqual(events);
  });

  test('no sealed act, nor why a third seat is out', () => {
    const bid = (view: { turn: number }): Act => ({ type: 'offer', price: 20 + view.turn }) as Act;
    const { of, events } = heardOf(arena as unknown as Domain, arenaScenario('marketplace_arena', { seed: 1 }), {
      seller: () => ({ type: 'offer', price: 90 }) as Act,
      'buyer-1': bid,
      'buyer-2': bid,
      'buyer-3': () => ({ type: 'offer', price: -1 }) as Act,
    });
    expect(events.map(({ type }) => type)).toContain('seat-forfeited');
    expect(new Set(of('buyer-1').map(({ seat }) => seat))).toEqual(new Set(['seller', 'buyer-1']));
    expect(of('buyer-1')).toEqual(events.filter(({ seat }) => seat === 'seller' || seat === 'buyer-1'));
    expect(of('seller')).toEqual(events.filter(({ type }) => type === 'action-taken'));
  });
});

test('why another seat broke down is not told, since it may quote its cards', () => {
  const failed = { kind: 'failed', turn: 2, by: 'target', reason: '400: you care 0.62 for costs' } as const;
  expect(heardResult(failed, 'target')).toBe(failed);
  expect(JSON.stringify(heardResult(failed, 'persuader'))).not.toContain('0.62');
});
