/** A fork is the game it says it is, and so is a live game that was stopped: arenas in which seats are refused, leave and forfeit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Act,
  type Agent,
  arena,
  arenaScenario,
  createRng,
  type Domain,
  type Episode,
  type Event,
  type Player,
  playEpisode,
  price,
  replay,
  runEpisode,
  type Script,
  type Seat,
  samplers,
  stateAfter,
  stepsOf,
  takenOf,
} from '../src/core/index.ts';
import { type Asked, LiveGame } from '../src/server/games/live-game.ts';
import { repetitions } from './repetitions.ts';

const domain = arena as unknown as Domain;

/** Plays at random; in some turns its first answers are illegal, in a few all three are. Deterministic in view and stream. */
function clumsy(share: number): Script {
  return {
    name: `clumsy ${share}`,
    act(view, context) {
      const rng = context.rng.split('clumsy');
      const bad = rng.float() < share ? 1 + rng.integer(3) : 0;
      const act = domain.randomAct(view, context.rng) as Act;
      return context.attempt < bad ? ({ type: 'offer', price: -1 - context.attempt } as unknown as Act) : act;
    },
  };
}

const game = fc.record({
  task: fc.constantFrom('marketplace_arena', 'marketplace_arena+hard'),
  scene: fc.nat(200),
  seed: fc.nat(1_000_000),
  shares: fc.array(fc.constantFrom(0, 0.2, 0.6), { minLength: 4, maxLength: 4 }),
});
type Given = typeof game extends fc.Arbitrary<infer T> ? T : never;

function requestOf({ task, scene, seed, shares }: Given) {
  const scenario = arenaScenario(task, { seed: scene });
  const players: Record<Seat, Player<Script>> = {};
  for (const [i, seat] of domain.seats(scenario).entries()) {
    const agent = clumsy(shares[i % shares.length] as number);
    players[seat] = { spec: agent.name, fingerprint: agent.name, agent };
  }
  return { domain, scenario, source: { task, scene }, players, seed };
}

const actsBefore = (episode: Episode, turn: number) => takenOf(episode).filter((taken) => taken.turn < turn);

describe('arenas with refusals', () => {
  test('forked at every turn, all acts up to it are the same, seat by seat, and without a change it ends the same', () => {
    const seen = { refused: 0, left: 0, forks: 0 };
    fc.assert(
      fc.property(game, (given) => {
        const request = requestOf(given);
        const episode = playEpisode(request);
        replay(domain, JSON.parse(JSON.stringify(episode)) as Episode);
        seen.refused += episode.events.filter(({ type }) => type === 'action-refused').length;
        seen.left += episode.events.filter(({ type }) => type === 'seat-forfeited').length;
        for (let turn = 1; turn <= episode.result.turn; turn++) {
          const fork = playEpisode({ ...request, fork: { of: episode, turn } });
          seen.forks++;
          expect(takenOf(fork)).toEqual(takenOf(episode));
          expect(fork.result).toEqual(episode.result);
          expect(fork.id).not.toBe(episode.id);
          replay(domain, fork);
        }
      }),
      { numRuns: repetitions(1000), seed: 16 },
    );
    // The property says nothing of games without them.
    expect(seen.refused).toBeGreaterThan(seen.forks / 20);
    expect(seen.left).toBeGreaterThan(10);
  });

  test('a forced act is in the record and in the id, and the others are asked', () => {
    fc.assert(
      fc.property(game, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const request = requestOf(given);
        const episode = playEpisode(request);
        const turn = 1 + Math.floor(share * (episode.result.turn - 1));
        const before = stepsOf(episode).filter((step) => step.turn < turn);
        const state = stateAfter(domain, request.scenario, before);
        const seat = domain.toAct(state).at(-1) as Seat;
        const forks = ['one', 'two'].map((words) => {
          const forced = [{ turn, seat, act: { type: 'say', words } }];
          return playEpisode({ ...request, fork: { of: episode, turn, forced } });
        });
        for (const [i, fork] of forks.entries()) {
          expect(actsBefore(fork, turn)).toEqual(actsBefore(episode, turn));
          expect(takenOf(fork).find((taken) => taken.turn === turn && taken.seat === seat)?.act).toEqual({
            type: 'say',
            words: ['one', 'two'][i],
          });
          expect(fork.fork?.forced).toHaveLength(1);
          replay(domain, fork);
        }
        expect(new Set([episode, ...forks].map(({ id }) => id)).size).toBe(3);
      }),
      { numRuns: repetitions(1000), seed: 17 },
    );
  });

  test('a round is recorded in the order of seats, whoever was refused on the way', () => {
    fc.assert(
      fc.property(game, (given) => {
        const request = requestOf(given);
        const order = domain.seats(request.scenario);
        const taken = takenOf(playEpisode(request));
        for (const [i, { turn, seat }] of taken.entries()) {
          const next = taken[i + 1];
          if (next?.turn === turn) expect(order.indexOf(next.seat)).toBeGreaterThan(order.indexOf(seat));
        }
      }),
      { numRuns: repetitions(1000), seed: 18 },
    );
  });

  test('a live game killed at any moment plays on with the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(game, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), async (given, share, away) => {
        const request = requestOf(given);
        const order = domain.seats(request.scenario);
        // Two seats are played over a wire, the others here.
        const remote = [order[away] as Seat, order[(away + 1) % order.length] as Seat];
        const whole = await answered(request, remote);
        const stop = Math.floor(share * whole.moments);
        const killed = await answered(request, remote, { stop });
        const again = await answered(request, remote, { recorded: killed.events, sealed: killed.sealed });
        expect(JSON.stringify(again.episode)).toBe(JSON.stringify(whole.episode));
        if (whole.episode) replay(domain, whole.episode);
      }),
      { numRuns: repetitions(500), seed: 19 },
    );
  });
});

/** Plays a live game; remote seats answer as their scripts would, one after the other. `stop` ends it after so many answers. */
async function answered(
  request: ReturnType<typeof requestOf>,
  remote: readonly Seat[],
  {
    stop = Number.POSITIVE_INFINITY,
    recorded,
    sealed,
  }: { stop?: number; recorded?: Event[]; sealed?: Record<Seat, Act> } = {},
) {
  const local = Object.fromEntries(
    Object.entries(request.players).map(([s, p]) => [s, remote.includes(s) ? undefined : p]),
  );
  const live = new LiveGame({ ...request, players: local, session: 'one', recorded, sealed });
  const held: Record<Seat, Act> = {};
  let moments = 0;
  for (; moments < stop && !live.episode; moments++) {
    const seat = remote.find((one) => live.asked(one));
    if (!seat) break;
    const { view, attemptsLeft } = live.asked(seat) as Asked;
    const rng = () => createRng(request.seed).split('agents').split(seat).split(view.turn);
    const act = (request.players[seat] as Player<Script>).agent.act(view, {
      rng: rng(),
      attempt: 3 - attemptsLeft,
      refused: undefined,
      signal: undefined,
      note: () => undefined,
      state: () => undefined,
    });
    const before = live.events.length;
    live.answer(seat, act);
    await new Promise((resolve) => setImmediate(resolve));
    const told = live.events.slice(before).some((event) => event.seat === seat);
    if (told) for (const one of remote) delete held[one];
    else if (!live.episode) held[seat] = act;
  }
  const { episode } = live;
  const events = JSON.parse(JSON.stringify(live.events)) as Event[];
  live.close();
  return { episode, events, sealed: held, moments };
}

describe('a record that was changed does not replay', () => {
  const request = requestOf({ task: 'marketplace_arena+hard', scene: 1, seed: 5, shares: [0.2, 0.2, 0.2, 0.2] });
  const episode = JSON.parse(JSON.stringify(playEpisode(request))) as Episode;
  const [seat] = Object.keys(episode.seats) as [Seat];
  const failed = (turn: number, by: Seat): Event => ({ type: 'agent-failed', turn, seat: by, reason: 'x' });
  test.each<[string, Partial<Episode>]>([
    ['its seed', { seed: 6 }],
    ['its id', { id: '0'.repeat(20) }],
    ['a fingerprint', { seats: { ...episode.seats, [seat]: { spec: 'x', fingerprint: 'y' } } }],
    ['its version', { version: 9 }],
    ['the version of its scenario', { scenario: { ...episode.scenario, version: 9 } }],
    [
      'a breakdown of nobody',
      { events: [failed(99, 'nobody')], result: { kind: 'failed', turn: 99, by: 'nobody', reason: 'x' } },
    ],
    ['a breakdown on the way', { events: [failed(1, 'seller'), ...episode.events] }],
    ['a breakdown before the end', { events: [...episode.events.slice(0, -1), failed(episode.result.turn, seat)] }],
  ])('%s', (_what, change) => {
    expect(() => replay(domain, episode)).not.toThrow();
    expect(() => replay(domain, { ...episode, ...change })).toThrow('does not replay');
  });
});

test('forced acts are the same fork in any order, and a fork begins at a turn of its parent', () => {
  const request = requestOf({ task: 'marketplace_arena+hard', scene: 1, seed: 5, shares: [0, 0, 0, 0] });
  const of = playEpisode(request);
  const forced = ['buyer-1', 'buyer-2'].map((seat) => ({ turn: 2, seat, act: { type: 'say', words: 'Hm.' } }));
  const [one, two] = [forced, forced.toReversed()].map((acts) =>
    playEpisode({ ...request, fork: { of, turn: 2, forced: acts } }),
  );
  expect(one?.id).toBe(two?.id);
  for (const turn of [0, -7, 2.5, 999, Number.NaN])
    expect(() => playEpisode({ ...request, fork: { of, turn } })).toThrow('a fork begins at a turn of its parent');
});

test('who is asked in a turn that was begun sees what it saw in play, also when another has left since', () => {
  const request = requestOf({ task: 'marketplace_arena+hard', scene: 1, seed: 5, shares: [0, 0, 0, 0] });
  const seen: unknown[] = [];
  const watch = (bad: boolean): Script => ({
    name: 'watch',
    act(view) {
      if (bad && view.turn === 4) return { type: 'nonsense' };
      if (!bad && view.turn === 4) seen.push(JSON.parse(JSON.stringify(view)));
      return { type: 'offer', price: view.seat === 'buyer-1' ? 21 : 20 } as unknown as Act;
    },
  });
  const seller: Script = { name: 'asks', act: () => ({ type: 'offer', price: 60 }) as unknown as Act };
  const agents = { seller, 'buyer-1': watch(true), 'buyer-2': watch(false), 'buyer-3': watch(true) };
  const { scenario } = request;
  const whole = runEpisode({ domain, scenario, agents, rng: createRng(1) });
  const steps = stepsOf(whole).filter((step) => step.turn < 4 || (step.turn === 4 && step.seat === 'buyer-1'));
  runEpisode({ domain, scenario, agents, rng: createRng(1), opening: steps });
  expect(steps.at(-1)).toMatchObject({ turn: 4, seat: 'buyer-1', forfeit: expect.any(String) });
  expect(seen).toHaveLength(2);
  expect(seen[1]).toEqual(seen[0]);
});

describe('an opening that is not of this game is refused with a sentence', () => {
  const scenario = arenaScenario('marketplace_arena+hard', { seed: 1 });
  const agent = clumsy(0);
  const agents = Object.fromEntries(domain.seats(scenario).map((seat) => [seat, agent]));
  const open = (turn: number, seat: Seat, act: object) => ({ turn, seat, act: act as Act });
  test.each([
    ['an illegal act', [open(1, 'seller', { type: 'offer', price: 1e9 })], 'the act of seller in turn 1 is illegal: '],
    ['another seat', [open(1, 'buyer-1', { type: 'walk' })], 'in turn 1 the rules ask seller to act'],
    [
      'another turn',
      [open(2, 'seller', { type: 'offer', price: 60 })],
      'the record has turn 2 where the rules are at turn 1',
    ],
    [
      'a seat twice',
      [open(1, 'seller', { type: 'offer', price: 60 }), open(1, 'seller', { type: 'walk' })],
      'in turn 1 the rules ask seller to act',
    ],
    [
      'a hole',
      [
        open(1, 'seller', { type: 'offer', price: 60 }),
        open(2, 'buyer-2', { type: 'walk' }),
        open(3, 'seller', { type: 'walk' }),
      ],
      'in turn 2 of the opening there is no act of buyer-1, buyer-3',
    ],
    [
      'acts after the end',
      [open(1, 'seller', { type: 'walk' }), open(2, 'buyer-1', { type: 'walk' })],
      'in turn 2 the rules ask nobody to act',
    ],
  ])('%s', (_what, opening, message) => {
    expect(() => runEpisode({ domain, scenario, agents, rng: createRng(1), opening })).toThrow(message);
  });

  test('a fork of another scenario', () => {
    const players = (seed: number) => ({
      domain: price as unknown as Domain,
      scenario: samplers.general(seed),
      source: { seed },
      seed,
      players: {
        buyer: { spec: 'b', fingerprint: 'b', agent: talks },
        seller: { spec: 's', fingerprint: 's', agent: talks },
      },
    });
    const talks: Agent & Script = { name: 'talks', act: () => ({ type: 'say', words: 'Hm.' }) };
    const of = playEpisode(players(1));
    expect(() => playEpisode({ ...players(2), fork: { of, turn: 2 } })).toThrow('and this is another');
  });
});
