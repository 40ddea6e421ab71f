/** A game stopped anywhere and taken up again ends with the same bytes as one that never stopped. */
import { expect, test } from 'vitest';
import { sampleSealedRound, sealedRound } from '../../../test/games/sealed-round.ts';
import { resolvePlayer } from '../../agents/index.ts';
import {
  type Act,
  type Domain,
  type Episode,
  type Event,
  price,
  replay,
  type Scenario,
  type Seat,
  samplers,
} from '../../core/index.ts';
import { type GameRequest, LiveGame } from './live-game.ts';

const seller = resolvePlayer('worded:clean:boulware_firm@templates', price);
const domain = price as unknown as Domain;
const scenario = samplers.general(3, { zone: 'wide', opens: 'buyer', turnLimit: 8 });
const request = {
  domain,
  scenario,
  source: { sampler: 'general', seed: 3 },
  seed: 3,
  players: { buyer: undefined, seller },
};
const range = scenario.public.range;
/** A refusal in the first and in the third turn, and an offer that is too low each time. */
const acts: readonly Act[] = [
  { type: 'accept', offer: 1 } as Act,
  { type: 'offer', price: range.low } as Act,
  { type: 'offer', price: range.high + 1 } as Act,
  { type: 'say', words: 'Hm.' },
  { type: 'offer', price: range.low } as Act,
  { type: 'walk' },
];

async function play(asked: GameRequest, given: readonly Act[]): Promise<LiveGame> {
  const game = new LiveGame(asked);
  await game.next('buyer');
  for (const act of given) {
    expect(game.answer('buyer', act)).toBe(true);
    await game.next('buyer');
  }
  return game;
}

test('stopped after any act and taken up again, the transcript is the same', async () => {
  const whole = (await play(request, acts)).episode as Episode;
  expect(whole.result.kind).toBe('walked');
  expect(whole.events.filter(({ type }) => type === 'action-refused')).toHaveLength(2);
  replay(domain, whole);
  for (let stop = 0; stop < acts.length; stop++) {
    const before = await play(request, acts.slice(0, stop));
    const recorded = JSON.parse(JSON.stringify(before.events)) as Event[];
    const after = await play({ ...request, recorded }, acts.slice(stop));
    expect(JSON.stringify(after.episode), `stopped after ${stop} acts`).toBe(JSON.stringify(whole));
  }
});

test('refusals count on over a stop: the third forfeits', async () => {
  const bad = { type: 'accept', offer: 1 } as Act;
  const before = await play(request, [bad, bad]);
  expect(before.asked('buyer')).toMatchObject({
    attemptsLeft: 1,
    refused: 'there is no standing offer of the other side to accept',
  });
  const after = await play({ ...request, recorded: before.events }, [bad]);
  expect(after.episode?.result).toMatchObject({ kind: 'forfeited', by: 'buyer' });
  replay(domain, after.episode as Episode);
});

test('remarks of an agent in the turn under way are made again, not kept twice', async () => {
  const noting: GameRequest = {
    ...request,
    players: {
      buyer: undefined,
      seller: {
        ...seller,
        agent: {
          name: 'noting',
          act(view, context) {
            context.note({ turn: view.turn });
            return seller.agent.act(view, context);
          },
        },
      },
    },
  };
  const [first] = acts.slice(1);
  const whole = await play(noting, [first!]);
  // As if the process had died while the seller was thinking: its remark is on record, its act is not.
  const recorded = whole.events.slice(0, -1);
  expect(recorded.at(-1)?.type).toBe('agent-note');
  const again = await play({ ...noting, recorded }, []);
  expect(again.events).toEqual(whole.events);
});

test('seats that act at once: an act that waits for the others is kept sealed over a stop', async () => {
  const sale = {
    domain: sealedRound as unknown as Domain,
    scenario: sampleSealedRound(1) as Scenario,
    source: { seed: 1 },
    seed: 1,
  };
  const players: Record<Seat, undefined> = { buyer1: undefined, buyer2: undefined, buyer3: undefined };
  const game = new LiveGame({ ...sale, players });
  const bid = (amount: number) => ({ type: 'bid', amount }) as unknown as Act;
  game.answer('buyer1', bid(11));
  game.answer('buyer2', bid(12));
  await new Promise((resolve) => setImmediate(resolve));
  expect(game.events).toEqual([]);
  const again = new LiveGame({ ...sale, players, sealed: { buyer1: bid(11), buyer2: bid(12) } });
  expect(again.asked('buyer1')).toBeUndefined();
  again.answer('buyer3', bid(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(again.events.map((event) => [event.seat, event.type])).toEqual([
    ['buyer1', 'action-taken'],
    ['buyer2', 'action-taken'],
    ['buyer3', 'action-taken'],
  ]);
  // Nobody sees another's bid.
  expect(again.view('buyer3').history).toHaveLength(1);
});
