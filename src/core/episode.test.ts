import { describe, expect, test } from 'vitest';
import { type PriceAct, type PriceView, price } from './domains/price/price.ts';
import { samplers } from './domains/price/samplers.ts';
import { runEpisode } from './episode.ts';
import { createRng } from './rng.ts';
import { registries } from './strategies/index.ts';
import { makeScript } from './strategy.ts';
import type { Agent, Domain, Event, Script } from './types.ts';

const scenario = samplers.janus(1, { opens: 'buyer' });
const rng = createRng(1);
const script = (act: (view: PriceView) => unknown): Script => ({ name: 'test', act: act as unknown as Script['act'] });
const offers = (price: number) => script(() => ({ type: 'offer', price }));
const acceptsAny = script((view) =>
  view.theirs ? { type: 'accept', offer: view.theirs.turn } : { type: 'offer', price: 1500 },
);
const play = (buyer: Script, seller: Script) => runEpisode({ domain: price, scenario, agents: { buyer, seller }, rng });

describe('five endings, never mixed up', () => {
  test('agreement, with the utilities of both seats', () => {
    const { low } = { low: scenario.private.seller?.reservation as number };
    const { result } = play(offers(low + 125), acceptsAny);
    expect(result).toEqual({
      kind: 'agreement',
      turn: 2,
      by: 'seller',
      deal: { price: low + 125 },
      utility: { buyer: 0.75, seller: 0.25 },
    });
  });

  test('no deal at the turn limit', () => {
    const { result, events } = play(offers(400), offers(1400));
    expect(result).toEqual({ kind: 'no-deal', turn: 20, utility: { buyer: 0, seller: 0 } });
    expect(events).toHaveLength(20);
  });

  test('walked', () => {
    const { result } = play(
      script(() => ({ type: 'walk' })),
      acceptsAny,
    );
    expect(result).toEqual({ kind: 'walked', turn: 1, by: 'buyer', utility: { buyer: 0, seller: 0 } });
  });

  test('forfeited after three refusals, each with its reason', () => {
    const { result, events } = play(offers(5000), acceptsAny);
    expect(result.kind).toBe('forfeited');
    expect(events.map((event) => event.type)).toEqual(['action-refused', 'action-refused', 'action-refused']);
    expect(events[0]).toMatchObject({
      got: '{"type":"offer","price":5000}',
      reason: 'a price must lie in the range 200 to 1500, got 5000',
    });
  });

  test('failed, which carries no utility', () => {
    const { result, events } = play(
      script(() => {
        throw new Error('out of memory');
      }),
      acceptsAny,
    );
    expect(result).toEqual({ kind: 'failed', turn: 1, by: 'buyer', reason: 'Error: out of memory' });
    expect(events).toEqual([{ type: 'agent-failed', turn: 1, seat: 'buyer', reason: 'Error: out of memory' }]);
  });
});

test('a refused seat hears why and may mend its act', () => {
  const heard: (string | undefined)[] = [];
  const clumsy: Script = {
    name: 'clumsy',
    act: (_view, context) => {
      heard.push(context.refused);
      return { type: 'offer', price: context.refused ? 500 : 0.001 } as unknown as PriceAct;
    },
  };
  const { events } = play(clumsy, acceptsAny);
  expect(heard).toEqual([undefined, 'a price must lie in the range 200 to 1500, got 0.001']);
  expect(events.map((event) => event.type)).toEqual(['action-refused', 'action-taken', 'action-taken']);
});

describe('asynchronous agents', () => {
  const [hard, firm] = ['boulware_hard', 'random_zopa'].map((name) => {
    const entry = registries['janus-a'].find((e) => e.name === name);
    return makeScript(name, entry!.strategy, entry!.options);
  }) as [Script, Script];
  const later = (agent: Script): Agent => ({
    name: agent.name,
    act: async (view, context) => agent.act(view, context),
  });

  test('scripts alone answer at once, without a promise', () => {
    expect(runEpisode({ domain: price, scenario, agents: { buyer: hard, seller: firm }, rng })).not.toBeInstanceOf(
      Promise,
    );
  });

  test('the same loop and the same bytes with promises on one side or both', async () => {
    const plain = JSON.stringify(play(hard, firm));
    for (const agents of [
      { buyer: later(hard), seller: firm },
      { buyer: later(hard), seller: later(firm) },
    ]) {
      expect(JSON.stringify(await runEpisode({ domain: price, scenario, agents, rng }))).toBe(plain);
    }
  });

  test('a rejected promise is a failure, not a no-deal', async () => {
    const broken: Agent = { name: 'broken', act: () => Promise.reject(new TypeError('no reply')) };
    const { result } = await runEpisode({ domain: price, scenario, agents: { buyer: broken, seller: firm }, rng });
    expect(result).toEqual({ kind: 'failed', turn: 1, by: 'buyer', reason: 'TypeError: no reply' });
  });

  test('an aborted game rejects with the reason and is no result', async () => {
    const controller = new AbortController();
    const slow: Agent = {
      name: 'slow',
      act: async () => {
        controller.abort(new Error('stopped by hand'));
        return { type: 'offer', price: 500 } as PriceAct;
      },
    };
    const game = runEpisode({
      domain: price,
      scenario,
      agents: { buyer: slow, seller: slow },
      rng,
      signal: controller.signal,
    });
    await expect(game).rejects.toThrow('stopped by hand');
  });
});

test('notes go into the transcript and into nobody else’s view', () => {
  const seen: unknown[] = [];
  const noting: Script = {
    name: 'noting',
    act: (_view, context) => {
      context.note({ belief: 700 });
      return { type: 'offer', price: 500 } as PriceAct;
    },
  };
  const events: Event[] = [];
  const watching = script((view) => {
    seen.push(view);
    return { type: 'walk' };
  });
  runEpisode({
    domain: price,
    scenario,
    agents: { buyer: noting, seller: watching },
    rng,
    onEvent: (event) => events.push(event),
  });
  expect(events[0]).toEqual({ type: 'agent-note', turn: 1, seat: 'buyer', note: { belief: 700 } });
  expect(JSON.stringify(seen)).not.toContain('belief');
});

test('an opening is taken as played, and the agents go on from there', () => {
  const whole = play(offers(500), offers(1400));
  const opening = whole.events
    .flatMap((e) => (e.type === 'action-taken' ? [{ turn: e.turn, seat: e.seat, act: e.act }] : []))
    .slice(0, 7);
  const forked = runEpisode({
    domain: price,
    scenario,
    agents: { buyer: offers(500), seller: offers(1400) },
    rng,
    opening,
  });
  expect(forked).toEqual(whole);
});

test('a seat without an agent is a mistake of the caller', () => {
  expect(() => runEpisode({ domain: price, scenario, agents: { buyer: acceptsAny }, rng })).toThrow(
    'no agent sits in seat "seller"',
  );
});

describe('what no transcript can hold is refused, with whose rules gave it', () => {
  const play = (broken: Partial<Domain>) =>
    runEpisode({
      domain: { ...(price as unknown as Domain), ...broken },
      scenario: samplers.general(1),
      agents: { buyer: walker, seller: walker },
      rng: createRng(1),
    });
  const walker: Script = { name: 'walker', act: () => ({ type: 'walk' }) };
  const outcome = (given: unknown) => ({
    outcome: (state: unknown) => price.outcome(state as never) && (given as never),
  });

  test.each([
    [{ utility: () => Number.NaN }, 'the rules of price gave buyer a utility of NaN: a finite number was expected'],
    [{ utility: () => Number.POSITIVE_INFINITY }, 'gave buyer a utility of Infinity'],
    [{ utility: () => undefined as never }, 'gave buyer a utility of undefined'],
    [outcome({ kind: 'draw', turn: 1 }), 'the rules of price ended a game with an outcome of kind "draw"'],
    [outcome({ kind: 'no-deal' }), 'ended a game with the turn undefined'],
    [outcome({ kind: 'walked', turn: 1 }), 'ended a game with by undefined: a seat'],
    [outcome({ kind: 'agreement', turn: 1, by: 'buyer', deal: 5 }), 'ended a game with the deal 5: a record'],
    [outcome('over'), 'the turn undefined'],
  ])('%o', (broken, sentence) => expect(() => play(broken as Partial<Domain>)).toThrow(sentence));
});
