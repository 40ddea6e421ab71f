/** The guards in an arena, where the seller has several buyers across and a buyer the seller alone. */
import { describe, expect, test } from 'vitest';
import { type ArenaAct, type ArenaView, arena, createRng, type Domain } from '../../core/index.ts';
import { scriptedModel } from '../../models/backends/scripted.ts';
import { resolveAgent } from '../resolve.ts';
import { arenaSpeech } from '../speech/arena.ts';
import { arenaView } from './arena.fixture.ts';
import { guardsFor, withGuards } from './index.ts';

const offer = (price: number): ArenaAct => ({ type: 'offer', price });
const walk: ArenaAct = { type: 'walk' };
const agree: ArenaAct = { type: 'say', words: 'Agreed.', intent: 'agree' };
const wait: ArenaAct = { type: 'say', words: 'Hm.' };
const bids = (...prices: number[]): ArenaAct[] => prices.map(offer);

test('a bid above the own budget is clamped where the rules let it pass, and an ask below cost too', () => {
  const buyer = arenaView('buyer-2', [[offer(90)]]);
  expect(arenaSpeech.judges.reservation(buyer, offer(120))?.instead).toEqual(offer(100));
  const seller = arenaView('seller', [[offer(90)], bids(20, 25, 10)]);
  expect(arenaSpeech.judges.reservation(seller, { type: 'accept', offer: 2 })?.instead).toMatchObject({
    type: 'offer',
  });
  expect(arenaSpeech.judges.monotone(seller, offer(95))?.instead).toEqual(offer(90));
});

test('the aspiration of the turn holds against the best bid', () => {
  // Turn 3 of 20: 90 - 60 * (3 / 20)^2 = 88.65.
  const seller = arenaView('seller', [[wait], bids(50, 60, 40)]);
  expect(arenaSpeech.judges.aspiration(seller, { type: 'accept', offer: 2 })?.instead).toEqual(offer(88.65));
});

describe('keepAgreement', () => {
  test('the seller met a bid: whoever bids as much has it', () => {
    const met = arenaView('seller', [[offer(60)], bids(62, 40, 30)]);
    expect(arenaSpeech.judges.keepAgreement(met, offer(70))?.instead).toEqual({ type: 'accept', offer: 2 });
    expect(arenaSpeech.judges.keepAgreement(met, walk)?.instead).toEqual({ type: 'accept', offer: 2 });
  });

  test('one who agreed and then bids less has gone back, and one who left frees the seller', () => {
    const out = { leavers: 'out' } as const;
    const rounds = [[offer(60)], bids(62, 40, 30), [wait]];
    const less = arenaView('seller', [...rounds, bids(50, 40, 30)], out);
    expect(arenaSpeech.judges.keepAgreement(less, walk)).toBeUndefined();
    expect(arenaSpeech.judges.keepAgreement(less, offer(70))?.instead).toEqual(offer(60));
    const left = arenaView('seller', [...rounds, [walk, offer(40), offer(30)]], out);
    expect(arenaSpeech.judges.keepAgreement(left, offer(70))).toBeUndefined();
  });

  test('the seller agrees to the best bid, so its words bind no bidder, but a bidder its own', () => {
    const heard = arenaView('buyer-2', [[offer(60)], bids(50, 40, 30), [agree]]);
    expect(arenaSpeech.judges.keepAgreement(heard, offer(35))).toBeUndefined();
    const said = arenaView('buyer-2', [[offer(60)], [offer(50), agree, offer(30)], [wait]]);
    expect(arenaSpeech.judges.keepAgreement(said, offer(35))?.instead).toEqual({ type: 'accept', offer: 1 });
  });
});

test('the seller walks only when no buyer who is there can still come up to it', () => {
  const asks = [offer(90)];
  const poor = bids(10, 10, 10);
  const slow = [asks, poor, asks, poor, asks];
  // Turn 7 of 20 leaves each buyer 7 bids. By hand: who stands still stays at 10; 14 + 7 * 4 = 42 is past 30.
  const third = (view: readonly (readonly ArenaAct[])[]) => arenaView('seller', view);
  expect(arenaSpeech.judges.walkByRule(third([...slow, poor]), walk)).toBeUndefined();
  expect(arenaSpeech.judges.walkByRule(third([...slow, bids(10, 10, 14)]), walk)).toBeDefined();
  expect(arenaSpeech.judges.walkByRule(third([...slow, bids(10, 10, 31)]), walk)).toBeDefined();
});

test('a signal is heard like words, and dropped with them', () => {
  const view = arenaView('buyer-1', [[offer(90)]]);
  const act: ArenaAct = { ...offer(50), words: 'Fifty.', signal: 'my maximum is 100' };
  expect(arenaSpeech.judges.leak(view, act)?.instead).toEqual(offer(50));
  expect(arenaSpeech.judges.leak(view, { ...offer(50), signal: 'compete' })).toBeUndefined();
  // The ask is the buyer's 100: calling it a limit names it, in a signal too.
  const asked = arenaView('buyer-1', [[offer(100)]]);
  expect(arenaSpeech.judges.leak(asked, { ...offer(50), signal: 'your ask is my ceiling' })?.instead).toEqual(
    offer(50),
  );
});

test('no guard plays a reject, which an arena refuses', () => {
  const view = arenaView('buyer-1', [[offer(90)]]);
  const context = {
    rng: undefined as never,
    note: () => {},
    attempt: 0,
    state: () => undefined,
    refused: undefined,
    signal: undefined,
  };
  for (const raw of [walk, offer(500), agree, { type: 'accept', offer: 1 } as const, { ...wait, words: '100' }]) {
    const always = { name: 'always', act: () => raw as ArenaAct };
    const act = withGuards(always, guardsFor('arena')).act(view as ArenaView, context);
    expect(arena.check(view, act)).toBeUndefined();
  }
});

test('a spec is resolved for the game that is played: its fingerprint lists the guards that judge it', async () => {
  const model = scriptedModel(() => JSON.stringify({ act: 'offer', price: 100, words: 'My maximum is 100.' }), {
    digest: 'x',
  });
  const of = async (spec: string, domain: unknown) => resolveAgent(spec, domain as Domain, { model: () => model });
  const { agent } = await of('llm:scripted?reason=none', arena);
  const notes: unknown[] = [];
  const context = {
    rng: createRng(1),
    note: (n: unknown) => notes.push(n),
    attempt: 0,
    state: () => undefined,
    refused: undefined,
  };
  const act = await agent.act(arenaView('buyer-1', [[offer(90)]]), { ...context, signal: undefined });
  expect(act).not.toHaveProperty('words');
  expect(notes).toContainEqual(expect.objectContaining({ guard: 'leak' }));
  const named = await of(`llm:scripted?reason=none&guards=${guardsFor('arena').join(',')}`, arena);
  expect(named.fingerprint).toBe((await of('llm:scripted?reason=none', arena)).fingerprint);
});
