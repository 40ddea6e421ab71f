import { expect, test } from 'vitest';
import type { Agent, Context, PriceAct, PriceView } from '../../core/index.ts';
import { type GuardNote, guardNames, guardsNamed, withGuards } from './index.ts';
import { viewOf } from './view.fixture.ts';

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const view = viewOf('seller', { reservation: 420, target: 900 }, [offer(800), offer(300)]);

function noted(): { notes: GuardNote[]; context: Context } {
  const notes: GuardNote[] = [];
  const note = (one: unknown) => {
    notes.push(one as GuardNote);
  };
  return { notes, context: { rng: undefined as never, note, attempt: 0, refused: undefined, signal: undefined } };
}
const always = (act: unknown) => ({ name: 'always', act: () => act as PriceAct });

test('guards by name, as in a spec', () => {
  expect(guardsNamed('all')).toEqual(guardNames);
  expect(guardsNamed('off')).toEqual([]);
  // In the order of the list, whatever was asked for.
  expect(guardsNamed('reservation,leak')).toEqual(['leak', 'reservation']);
  expect(() => guardsNamed('reservation,leek')).toThrow(/no guard "leek": did you mean leak\?/);
  expect(() => withGuards(always(offer(1)), ['leek' as never])).toThrow(RangeError);
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
    expect(withGuards(always(nonsense), guardNames).act(view, context)).toBe(nonsense);
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

test('a game that no guard knows is played as it is', () => {
  const { notes, context } = noted();
  const guarded = withGuards(always({ type: 'walk' }), guardNames);
  expect(guarded.act({ ...view, domain: 'chess' }, context)).toEqual({ type: 'walk' });
  expect(notes).toEqual([]);
});
