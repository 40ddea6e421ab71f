/** What an agent may try against its own game: each is caught, or changes nothing. */
import { describe, expect, test } from 'vitest';
import { arena } from './domains/arena/arena.ts';
import { arenaScenario } from './domains/bazaar/index.ts';
import { type PriceView, price } from './domains/price/price.ts';
import { samplers } from './domains/price/samplers.ts';
import { runEpisode } from './episode.ts';
import { createRng } from './rng.ts';
import { registries } from './strategies/index.ts';
import { makeScript } from './strategy.ts';
import { checkScript } from './testing/index.ts';
import type { Act, Agent, Context, Domain, Script, View } from './types.ts';

const scenario = samplers.janus(1, { opens: 'seller' });
const agent = (act: (view: PriceView, context: Context) => unknown): Script => ({ name: 'test', act: act as never });
const asks = agent(() => ({ type: 'offer', price: 1400 }));
const walks = agent(() => ({ type: 'walk' }));
const play = (buyer: Script, seller: Script = asks) =>
  runEpisode({ domain: price, scenario, agents: { buyer, seller }, rng: createRng(1) });
const conforms = (script: Script) =>
  checkScript(script, price as unknown as Domain, { scenario: samplers.janus, games: 3 });

describe('writing into the view', () => {
  const cheat = agent((view) => {
    if (view.theirs) (view.theirs.offer as { price: number }).price = 500;
    return view.theirs ? { type: 'accept', offer: view.theirs.turn } : { type: 'offer', price: 500 };
  });

  test('is a breakdown, and the record keeps what was offered', () => {
    const { events, result } = play(cheat);
    expect(result).toMatchObject({ kind: 'failed', by: 'buyer' });
    expect(events[0]).toMatchObject({ type: 'action-taken', act: { type: 'offer', price: 1400 } });
  });

  test.each(['history', 'public', 'own'])('%s is locked, all the way down', (part) => {
    const dig = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(dig)] : [];
    let open: unknown[] = [];
    play(
      agent((view) => {
        open = dig(view[part as keyof PriceView]).filter((one) => !Object.isFrozen(one));
        return { type: 'walk' };
      }),
    );
    expect(open).toEqual([]);
  });

  test('is found by the conformance suite also in a script of our own lists', () => {
    const entry = registries.clean[0];
    const quiet = makeScript('quiet', entry.strategy, entry.options);
    expect(() => conforms(quiet)).not.toThrow();
    expect(() => conforms(cheat)).toThrow(/broke down: TypeError/);
  });
});

describe('changing an act after it was made', () => {
  test('does not change the record: it was copied', () => {
    const kept = { type: 'offer', price: 500 };
    const { events } = play(
      agent(() => {
        const now = { ...kept };
        queueMicrotask(() => undefined);
        kept.price += 1;
        return Object.assign(kept, now);
      }),
    );
    kept.price = 1;
    const offers = events.filter((event) => event.type === 'action-taken' && event.seat === 'buyer');
    expect(
      offers.every((event) => event.type === 'action-taken' && (event.act as { price?: number }).price === 500),
    ).toBe(true);
  });

  test('an act with two faces has one: what was checked is what is played', () => {
    let reads = 0;
    const { events } = play(
      agent(() => ({
        type: 'offer',
        get price() {
          return reads++ === 0 ? 500 : 5000;
        },
      })),
      walks,
    );
    expect(events.filter(({ seat }) => seat === 'buyer')).toEqual([]);
    reads = 0;
    const opening = runEpisode({
      domain: price,
      scenario: samplers.janus(1, { opens: 'buyer' }),
      agents: {
        buyer: agent(() => ({
          type: 'offer',
          get price() {
            return reads++ === 0 ? 500 : 5000;
          },
        })),
        seller: walks,
      },
      rng: createRng(1),
    });
    expect(opening.events[0]).toMatchObject({ type: 'action-taken', act: { type: 'offer', price: 500 } });
  });

  test.each([
    ['a BigInt', { type: 'walk', extra: 10n }, 'an act is plain data: got a bigint'],
    ['a function', { type: 'walk', extra: () => 1 }, 'an act is plain data: got a function'],
  ])('%s cannot be written down and is refused', (_what, act, reason) => {
    const { events, result } = play(agent(() => act));
    expect(result).toMatchObject({ kind: 'forfeited', by: 'buyer', reason });
    expect(() => JSON.stringify(events)).not.toThrow();
  });

  test('a cycle is refused', () => {
    const round: Record<string, unknown> = { type: 'walk' };
    round.self = round;
    expect(play(agent(() => round)).result).toMatchObject({ kind: 'forfeited', by: 'buyer' });
  });
});

describe('the stream', () => {
  test('goes on while the agent decides, and begins anew when it is asked again', () => {
    const drawn: number[] = [];
    play(
      agent((_view, context) => {
        drawn.push(context.rng.float(), context.rng.float());
        return { type: context.attempt === 0 ? 'nonsense' : 'walk' };
      }),
    );
    const [a, b, c, d] = drawn;
    expect(a).not.toBe(b);
    expect([c, d]).toEqual([a, b]);
  });

  test('means the same to the conformance suite: two reads are two draws', () => {
    const twice = agent((view, context) => {
      const share = (context.rng.float() + context.rng.float()) / 2;
      const { low, high } = view.public.range;
      return { type: 'offer', price: Math.round(low + share * (high - low)) };
    });
    expect(() => conforms(twice)).not.toThrow();
  });

  test("nothing in the context leads to another seat's draws", () => {
    let seen: unknown[] = [];
    const theirs: number[] = [];
    const reach = (value: unknown, depth: number): unknown[] =>
      typeof value !== 'object' || value === null || depth === 0
        ? []
        : [
            value,
            ...Reflect.ownKeys(value).flatMap((key) => reach((value as Record<PropertyKey, unknown>)[key], depth - 1)),
          ];
    const spy = agent((view, context) => {
      seen = reach(context, 4);
      // The seller's stream is split from the episode's by its seat and turn: whoever holds that one can draw ahead.
      for (const one of seen as { split?: (label: unknown) => { split: (label: unknown) => { float(): number } } }[])
        if (typeof one.split === 'function')
          theirs.push(
            one
              .split('seller')
              .split(view.turn + 1)
              .float(),
          );
      theirs.push((context.rng.split('seller').split(view.turn + 1) as { float(): number }).float());
      return { type: 'offer', price: 500 };
    });
    const drawn: number[] = [];
    const seller = agent((view, context) => {
      drawn.push(context.rng.float());
      return view.turn > 1 ? { type: 'walk' } : { type: 'offer', price: 1400 };
    });
    play(spy, seller);
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.some((draw) => drawn.includes(draw))).toBe(false);
  });
});

test('a memory is found, also one that is cleared when a game begins', () => {
  let count = 0;
  const forgetful = agent((view) => {
    if (view.turn <= 2) count = 0;
    count++;
    return { type: 'offer', price: 300 + count };
  });
  expect(() => conforms(forgetful)).toThrow('it keeps a memory of its own');
});

describe('notes', () => {
  test('are copied when they are made', () => {
    const note = { belief: 700 };
    const { events } = play(
      agent((_view, context) => {
        context.note(note);
        return { type: 'walk' };
      }),
    );
    note.belief = 1;
    expect(events.find(({ type }) => type === 'agent-note')).toMatchObject({ note: { belief: 700 } });
  });

  test('come with an act: a late one is an error of whoever makes it, and no event', () => {
    let kept: Context | undefined;
    const { events } = play(
      agent((_view, context) => {
        kept = context;
        return { type: 'walk' };
      }),
    );
    expect(() => kept?.note('too late')).toThrow('a note of buyer came after its act');
    expect(events.map(({ type }) => type)).toEqual(['action-taken', 'action-taken']);
  });
});

describe('promises that are not ours', () => {
  const thenable = (act: unknown) => ({
    // biome-ignore lint/suspicious/noThenProperty: this is what another library's promise looks like
    then: (resolve: (value: unknown) => void) => resolve(act),
  });

  test('are waited for, without a catch of their own', async () => {
    const { result } = await (play(agent(() => thenable({ type: 'walk' }))) as unknown as Promise<{ result: unknown }>);
    expect(result).toMatchObject({ kind: 'walked', by: 'buyer' });
  });

  test('an abort ends the game also where an agent ignores it', async () => {
    const stop = new AbortController();
    const deaf: Agent = { name: 'deaf', act: () => new Promise(() => undefined) };
    const game = runEpisode({
      domain: price,
      scenario,
      agents: { buyer: deaf, seller: deaf },
      rng: createRng(1),
      signal: stop.signal,
    });
    stop.abort(new Error('enough'));
    await expect(game).rejects.toThrow('enough');
  });
});

describe('breakdowns stay inside the loop', () => {
  const mute = Object.create(null) as object;
  const angry = {
    toString() {
      throw new Error('no words');
    },
  };
  const raises = (thrown: unknown) =>
    agent(() => {
      throw thrown;
    });
  test.each([
    ['an object without a prototype', raises(mute)],
    ['an object that throws when it is asked for words', raises(angry)],
    ['a symbol', raises(Symbol('x'))],
    ['null', raises(null)],
    ['an error with a message that is none', raises(Object.assign(new Error('x'), { message: Symbol('x') }))],
  ])('%s thrown is a failure with a reason', (_what, broken) => {
    const { result } = play(broken);
    expect(result).toMatchObject({ kind: 'failed', by: 'buyer' });
  });

  const shut = new Proxy({}, { ownKeys: () => raises(angry).act({} as never, {} as never) as never });
  test.each([
    [
      'a getter that throws null',
      {
        type: 'offer',
        get price() {
          throw null;
        },
      },
    ],
    [
      'a type that throws',
      {
        get type() {
          throw angry;
        },
      },
    ],
    ['a proxy that shows nothing', shut],
    ['no act with a reason that is none', { type: 'none', reason: { toString: 1, valueOf: 1 }, got: 'x' }],
    ['NaN beside an offer', { type: 'offer', price: 500, x: Number.NaN }],
    ['a field __proto__', JSON.parse('{"type":"walk","__proto__":{"x":1}}')],
    ['a megabyte beside a walk', { type: 'walk', extra: 'x'.repeat(1_000_000) }],
    [
      'a list within itself, thirty deep',
      Array.from({ length: 30 }).reduce((inner) => [inner, inner], { type: 'walk' } as unknown),
    ],
  ])('%s is refused, and the record survives JSON', (_what, answer) => {
    const { result, events } = play(agent(() => answer));
    expect(result).toMatchObject({ kind: 'forfeited', by: 'buyer' });
    expect(JSON.stringify(events).length).toBeLessThan(5000);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
  });

  test('one that answers with a promise at its second look fails or acts, and nothing escapes', async () => {
    let looks = 0;
    const sly = {
      type: 'walk',
      // biome-ignore lint/suspicious/noThenProperty: it is the point
      get then() {
        return looks++ === 0
          ? undefined
          : () => {
              throw angry;
            };
      },
    };
    const { result } = await (runEpisode({
      domain: price,
      scenario,
      agents: {
        buyer: agent(() => sly),
        seller: { name: 'later', act: async () => ({ type: 'offer', price: 1400 }) as Act },
      },
      rng: createRng(1),
    }) as unknown as Promise<{ result: { kind: string } }>);
    expect(['forfeited', 'failed', 'walked']).toContain(result.kind);
  });
});

describe('what all agents share', () => {
  test('a signal that an agent sets off ends nobody else', async () => {
    const evil: Agent = {
      name: 'evil',
      act: async (_view, { signal }) => {
        (signal as AbortSignal).dispatchEvent(new Event('abort'));
        Object.defineProperty(signal, 'aborted', { value: true });
        return { type: 'offer', price: 500 } as Act;
      },
    };
    const slow: Agent = {
      name: 'slow',
      act: async () => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        return { type: 'offer', price: 1400 } as Act;
      },
    };
    const signal = new AbortController().signal;
    const setup = { domain: price, scenario, rng: createRng(1), signal };
    const { result } = await runEpisode({ ...setup, agents: { buyer: evil, seller: slow } });
    expect(result.kind).toBe('no-deal');
  });

  test('the prototypes of context and stream are locked', () => {
    let locked: boolean[] = [];
    play(
      agent((_view, context) => {
        locked = [context, context.rng].map((one) => Object.isFrozen(Object.getPrototypeOf(one)));
        return { type: 'walk' };
      }),
    );
    expect(locked).toEqual([true, true]);
  });

  test('the scenario of the caller is as it was', () => {
    const mine = samplers.janus(5);
    runEpisode({ domain: price, scenario: mine, agents: { buyer: walks, seller: walks }, rng: createRng(1) });
    expect([mine, mine.public, mine.private, mine.private.buyer].some((one) => Object.isFrozen(one))).toBe(false);
  });
});

describe('one of several seats', () => {
  const table = arenaScenario('marketplace_arena+hard', { seed: 1 });
  const domain = arena as unknown as Domain;
  const sits = (act: (view: View, context: Context) => unknown): Script => ({
    name: 'sits',
    act: act as Script['act'],
  });
  const seller = sits((view) => ({ type: 'offer', price: 60 - view.turn }));
  const bids = (price: number) =>
    sits((view) => (view.turn >= 6 ? ({ type: 'accept', offer: 5 } as unknown as Act) : { type: 'offer', price }));
  const arenaGame = (first: Script) =>
    runEpisode({
      domain,
      scenario: table,
      agents: { seller, 'buyer-1': first, 'buyer-2': bids(20), 'buyer-3': bids(21) },
      rng: createRng(1),
    });

  test('that forfeits leaves, and the others go on', () => {
    const { events, result } = arenaGame(sits(() => ({ type: 'nonsense' })));
    const forfeits = events.filter(({ type }) => type === 'seat-forfeited');
    expect(forfeits).toMatchObject([{ turn: 2, seat: 'buyer-1' }]);
    expect(result).toMatchObject({ kind: 'agreement', turn: 6, deal: { price: 55 } });
    expect(events.some((event) => event.seat === 'buyer-1' && event.turn > 2)).toBe(false);
  });

  test('that breaks down ends the game, and what the others did in that turn is on record', () => {
    const { events, result } = arenaGame(
      sits(() => {
        throw new Error('no memory');
      }),
    );
    expect(result).toEqual({ kind: 'failed', turn: 2, by: 'buyer-1', reason: 'Error: no memory' });
    expect(events.filter(({ turn }) => turn === 2).map(({ type, seat }) => [type, seat])).toEqual([
      ['action-taken', 'buyer-2'],
      ['action-taken', 'buyer-3'],
      ['agent-failed', 'buyer-1'],
    ]);
  });

  test('that forfeits cannot win by an old bid, also where leavers may', () => {
    const open = arenaScenario('marketplace_arena', { seed: 1 });
    const once = sits((view) => (view.turn === 2 ? { type: 'offer', price: 50 } : { type: 'nonsense' }));
    const takes = sits((view) => (view.turn === 5 ? { type: 'accept', offer: 2 } : { type: 'offer', price: 60 }));
    const low = sits(() => ({ type: 'offer', price: 20 }));
    const { result, events } = runEpisode({
      domain,
      scenario: open,
      agents: { seller: takes, 'buyer-1': once, 'buyer-2': low, 'buyer-3': low },
      rng: createRng(1),
    });
    expect(events.some((event) => event.type === 'seat-forfeited')).toBe(true);
    expect(result).toMatchObject({ kind: 'agreement', deal: { buyer: 'buyer-2', price: 20 } });
  });

  test('fifty buyers and two hundred turns are a matter of a second or two', () => {
    const buyers = Array.from({ length: 50 }, (_, i) => `b${i}`);
    const crowd = {
      ...table,
      public: { ...table.public, buyers, turnLimit: 200 },
      private: {
        seller: table.private.seller,
        ...Object.fromEntries(buyers.map((seat) => [seat, table.private['buyer-1']])),
      },
    } as typeof table;
    expect(arena.problem(crowd)).toBeUndefined();
    const agents = Object.fromEntries(['seller', ...buyers].map((seat) => [seat, seat === 'seller' ? seller0 : low0]));
    const { events } = runEpisode({ domain, scenario: crowd, agents, rng: createRng(1) });
    expect(events.length).toBe(100 + 100 * 50);
  });
  const seller0 = sits(() => ({ type: 'offer', price: 60 }));
  const low0 = sits(() => ({ type: 'offer', price: 20 }));

  test('the seller cannot be done without', () => {
    const silent = sits(() => ({ type: 'nonsense' }));
    const { result } = runEpisode({
      domain,
      scenario: table,
      agents: { seller: silent, 'buyer-1': bids(1), 'buyer-2': bids(20), 'buyer-3': bids(21) },
      rng: createRng(1),
    });
    expect(result).toMatchObject({ kind: 'forfeited', by: 'seller', turn: 1 });
  });
});
