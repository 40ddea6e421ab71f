import { expect, test } from 'vitest';
import type { Agent, Context, PriceAct, PriceView } from '../../core/index.ts';
import { SpecError } from '../spec-options.ts';
import { type GuardNote, guardNames, guardsFor, guardsNamed, withGuards } from './index.ts';
import { viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const view = viewOf('seller', { reservation: 420, target: 900 }, [offer(800), offer(300)]);

function noted(): { notes: GuardNote[]; context: Context } {
  const notes: GuardNote[] = [];
  const note = (one: unknown) => {
    notes.push(one as GuardNote);
  };
  return {
    notes,
    context: {
      rng: undefined as never,
      note,
      attempt: 0,
      state: () => undefined,
      refused: undefined,
      signal: undefined,
    },
  };
}
const always = (act: unknown) => ({ name: 'always', act: () => act as PriceAct });

test('guards by name, as in a spec', () => {
  expect(guardsNamed('all', 'price')).toEqual(guardNames);
  expect(guardsNamed('off', 'price')).toEqual([]);
  // In the order of the list, whatever was asked for.
  expect(guardsNamed('reservation,leak', 'price')).toEqual(['leak', 'reservation']);
  expect(() => guardsNamed('reservation,leek', 'price')).toThrow(/no guard "leek": did you mean leak\?/);
  expect(() => withGuards(always(offer(1)), ['leek' as never])).toThrow(SpecError);
});

test('without guards the agent is itself', () => {
  const agent = always(offer(500));
  expect(withGuards(agent, [])).toBe(agent);
});

test('several guards step in one after the other, each with its note, and the reservation has the last word', () => {
  const past = viewOf('seller', { reservation: 420, target: 900 }, [offer(400), offer(300)]);
  const { notes, context } = noted();
  expect(withGuards(always({ type: 'walk' }), guardNames).act(past, context)).toEqual(offer(420));
  // A game taken up after an offer past the reservation: the counter would not retreat from it, but that gives way.
  expect(notes.map(({ guard, became }) => [guard, became])).toEqual([
    ['walkByRule', offer(400)],
    ['reservation', offer(420)],
  ]);
});

test('what a guard plays instead carries no words of the raw act', () => {
  const { notes, context } = noted();
  const raw = { type: 'offer', price: 850, words: 'I want 850 now.', intent: 'insist' };
  expect(withGuards(always(raw), guardNames).act(view, context)).toEqual(offer(800));
  expect(notes).toEqual([{ guard: 'monotone', raw, became: offer(800), reason: expect.any(String) }]);
});

test('what is no legal act is left to the rules', () => {
  for (const nonsense of [
    undefined,
    null,
    7,
    {},
    { type: 'none', reason: 'no', got: '' },
    { type: 'accept', offer: 9 },
  ]) {
    const { notes, context } = noted();
    expect(withGuards(always(nonsense), guardNames).act(view, context)).toEqual(nonsense);
    expect(notes).toEqual([]);
  }
});

test('a second try has a reason and a number of its own, and comes later from an agent that does', async () => {
  const seen: unknown[] = [];
  const agent: Agent<PriceView, PriceAct> = {
    name: 'later',
    act: async (_view, { refused, attempt }) => {
      seen.push([attempt, refused !== undefined]);
      return refused ? offer(700) : { type: 'accept', offer: 2 };
    },
  };
  const { notes, context } = noted();
  expect(await withGuards(agent, ['reservation']).act(view, context)).toEqual(offer(700));
  expect(seen).toEqual([
    [0, false],
    [1, true],
  ]);
  expect(notes).toMatchObject([{ guard: 'reservation', raw: { type: 'accept' }, became: 'asked again' }]);
});

test('a promise that is not of our own kind is waited for, and judged', async () => {
  const answer = Promise.resolve(offer(300));
  // biome-ignore lint/suspicious/noThenProperty: as a promise library makes them
  const foreign = { name: 'foreign', act: () => ({ then: answer.then.bind(answer) }) as unknown as Promise<PriceAct> };
  const { notes, context } = noted();
  const past = viewOf('seller', { reservation: 420, target: 900 });
  expect(await withGuards(foreign as Agent<PriceView, PriceAct>, ['reservation']).act(past, context)).toEqual(
    offer(420),
  );
  expect(notes).toMatchObject([{ guard: 'reservation', became: offer(420) }]);
});

test('a game that a guard cannot judge is not played behind it', () => {
  const { context } = noted();
  const guarded = withGuards(always({ type: 'walk' }), ['reservation']);
  expect(() => guarded.act({ ...view, domain: 'chess' }, context)).toThrow('the guard reservation cannot judge chess');
});

test('all are those that can judge the domain, and one that cannot is refused with the list of those that can', () => {
  for (const domain of ['price', 'arena', 'items']) {
    expect(guardsNamed('all', domain)).toEqual(guardsFor(domain));
    expect(guardsNamed('reservation', domain)).toEqual(['reservation']);
  }
  expect(guardsFor('price')).toEqual(guardNames);
  expect(guardsFor('arena')).toEqual(guardNames);
  expect(guardsFor('items')).toEqual(guardNames);
  expect(guardsNamed('all', 'chess')).toEqual([]);
  expect(() => guardsNamed('monotone', 'chess')).toThrow('the guard monotone cannot judge chess: no guard can');
});

test('what was judged is what is played: a getter has one face, and what is no plain data is no act', () => {
  for (let honest = 0; honest < 20; honest++) {
    let reads = 0;
    const twoFaced = {
      type: 'offer',
      get price() {
        return reads++ < honest ? 600 : 100;
      },
    };
    const act = withGuards(always(twoFaced), guardNames).act(view, noted().context) as { price: number };
    expect([act.price, act.price]).toEqual(honest === 0 ? [420, 420] : [600, 600]);
  }
  const shy = { type: 'offer', price: () => 600 };
  expect(withGuards(always(shy), guardNames).act(view, noted().context)).toMatchObject({
    type: 'none',
    reason: 'an act is plain data: got a function',
  });
});
