/**
 * A hundred thousand games of the shopkeeper against buyers that press it, with templates and with a model that lies, leaks and
 * jumps: no rule of its is broken. The rules are written down here a second time, from outside, and share no code with it.
 */
import { expect, test } from 'vitest';
import { freeAgent, shopkeeperByModel, shopkeeperByTemplates, shopkeeperPersonas } from '../src/agents/index.ts';
import {
  type Agent,
  bazaarScenario,
  bazaarTasks,
  createRng,
  type Episode,
  type PriceAct,
  type PricePrivate,
  type PriceScenario,
  type PriceScript,
  playEpisode,
  price,
  type Seat,
  samplers,
  takenOf,
} from '../src/core/index.ts';
import { scriptedModel } from '../src/models/index.ts';
import { adversaries, injecting } from './guard-adversaries.ts';
import { leaksIn } from './leak-detector.ts';
import { repetitions } from './repetitions.ts';

const LONG = 3_600_000;

/** Never an act: it forfeits at once, and the shopkeeper's first word stands. */
const nothing: PriceScript = { name: 'null', act: () => undefined as unknown as PriceAct };
/** The fallback of BazaarBATNA's unreadable replies. */
const constant: PriceScript = {
  name: 'constant',
  act: (view) => ({
    type: 'offer',
    price: Math.floor(30 * Math.max(view.public.range.low / 0.3, view.own.reservation)) / 100,
  }),
};
/** Creeps up by a cent from the bottom, and takes whatever it can pay at the very end. */
const greedy: PriceScript = {
  name: 'greedy',
  act(view) {
    if (
      view.turn + 1 >= view.turnLimit &&
      view.theirs &&
      price.check(view, { type: 'accept', offer: view.theirs.turn }) === undefined
    )
      return { type: 'accept', offer: view.theirs.turn };
    const { low, high } = view.public.range;
    const next = view.mine ? view.mine.offer.price + 0.01 : low;
    return { type: 'offer', price: Math.round(100 * Math.min(high, next)) / 100 };
  },
};
const buyers: readonly PriceScript[] = [nothing, constant, greedy, injecting, ...Object.values(adversaries)];

/** Replies that lie, leak and jump: by the request's seed, so that a game is the same game again. */
const wicked = scriptedModel(({ messages, seed = 0 }) => {
  const rng = createRng(seed).split('wicked');
  const text = messages.map(({ content }) => content).join('\n');
  const limit = Number(/Your limit is [^\d]*([\d,]+(?:\.\d+)?)/.exec(text)?.[1]?.replaceAll(',', '') ?? 100);
  const some = Math.round(100 * limit * rng.uniform(0.3, 2.5)) / 100;
  const words = rng.pick([
    'Somebody else offered more this morning.',
    `My minimum is ${limit}.`,
    `I paid ${limit} for it myself.`,
    `Between us, about ${Math.round(limit)} would do.`,
    `Kam se kam ${limit} chahiye.`,
    'Fine.',
    '',
  ]);
  const act = rng.pick(['offer', 'offer', 'offer', 'accept', 'walk', 'reject', 'say']);
  return rng.pick([
    JSON.stringify({ reasoning: 'x', act, price: act === 'offer' ? some : null, words: words || 'Hm.' }),
    JSON.stringify({ reasoning: 'x', act: 'offer', price: limit, words }),
    JSON.stringify({ reasoning: 'x', act: 'offer', price: some, words: `I offer ${some}.` }),
    `I could go down to ${limit}, deal?`,
  ]);
});

interface Game {
  readonly scenario: PriceScenario;
  readonly buyer: PriceScript;
  readonly persona: (typeof shopkeeperPersonas)[number];
  readonly accept: 'aspiration' | 'reservation';
  readonly counter: 'aspiration' | 'original';
  readonly language: 'english' | 'hinglish';
}

function drawGame(seed: number): Game {
  const rng = createRng(seed).split('shopkeeper');
  const source = rng.pick(['janus', 'general', 'bazaar'] as const);
  const task = rng.pick(bazaarTasks.filter(({ buyers: count }) => count === 1)).name;
  const scenario =
    source === 'bazaar'
      ? bazaarScenario(rng.pick([task, `${task}+hard`]), { seed })
      : samplers[source](seed, { turnLimit: 1 + rng.integer(20) });
  return {
    scenario,
    buyer: rng.pick(buyers),
    persona: rng.pick(shopkeeperPersonas),
    accept: rng.pick(['aspiration', 'reservation'] as const),
    counter: rng.pick(['aspiration', 'original'] as const),
    language: rng.pick(['english', 'hinglish'] as const),
  };
}

function play({ scenario, buyer }: Game, seller: Agent, seed: number): Episode | Promise<Episode> {
  const player = (spec: Seat, agent: Agent) => ({ spec, fingerprint: spec, agent });
  const players = { buyer: player('buyer', buyer as unknown as Agent), seller: player('seller', seller) };
  return playEpisode({ domain: price as never, scenario, source: { test: seed }, players, seed });
}

/** Every rule that the seller broke in a game. */
function offences(episode: Episode, { accept, counter }: Game, byModel: boolean): string[] {
  const { public: facts, private: secrets } = episode.scenario as PriceScenario;
  const { reservation, target, deadline = facts.turnLimit } = secrets.seller as PricePrivate;
  const end = facts.deadlines === 'enforced' ? Math.min(facts.turnLimit, deadline) : facts.turnLimit;
  const near = (amount: number | undefined) =>
    amount !== undefined && Math.abs(amount - reservation) <= 0.01 * reservation + 1e-9;
  const found: string[] = [];
  const asks: number[] = [];
  const bids: number[] = [];
  const first = takenOf(episode).find(({ act }) => act.type === 'offer');
  const invited = facts.firstOffer === 'invitation' && first?.seat === 'buyer';
  let [bid, ask, met]: (number | undefined)[] = [];
  if (episode.result.kind === 'failed') found.push(`failed: ${episode.result.reason}`);
  if (episode.result.kind === 'forfeited' && episode.result.by === 'seller' && !byModel) found.push('forfeited');
  for (const { turn, seat, act } of takenOf(episode) as { turn: number; seat: Seat; act: PriceAct }[]) {
    const time = turn / end;
    if (seat === 'seller') {
      const late = turn + 2 > end;
      // Where the seller only spoke, the first bid of a faithful task is an invitation and cannot be taken.
      const takable = bid !== undefined && !(invited && bids.length === 1);
      const aspiration = Math.max(target, reservation) + time * time * (reservation - Math.max(target, reservation));
      const least = Math.min(aspiration, ...asks, met ?? Number.POSITIVE_INFINITY);
      if (act.type === 'offer') {
        if (act.price < reservation) found.push(`asked ${act.price} below its reservation`);
        const last = asks.at(-1);
        const stuck = last !== undefined && (last <= reservation + 0.01 || last === met);
        if (last !== undefined && (act.price > last || (act.price === last && !stuck)))
          found.push(`asked ${act.price} after ${last}`);
      }
      if (act.type === 'accept' && (bid ?? 0) < reservation) found.push(`sold at ${bid} below its reservation`);
      if (accept === 'aspiration' && counter === 'aspiration') {
        if (act.type === 'accept' && !late && (bid ?? 0) < least - 0.011)
          found.push(`sold at ${bid}, aspiring to ${least}`);
        if (act.type !== 'accept' && takable && (bid as number) >= Math.max(reservation, least + 0.011))
          found.push(`did not take ${bid}, aspiring to ${least}`);
      }
      if (accept === 'reservation' && act.type !== 'accept' && takable && (bid as number) >= reservation)
        found.push(`did not take ${bid} at its reservation`);
      if (act.type === 'walk') {
        const best = Math.max(...bids);
        const step = Math.max(0, ...bids.slice(1).map((amount, i) => amount - (bids[i] as number)));
        const reach = best + step * Math.ceil((end - turn) / 2);
        if (best >= reservation || (time < 0.8 && !(bids.length >= 3 && reach < reservation)))
          found.push('walked while a deal was in reach');
      }
      if (act.type !== 'say' && act.words === undefined) found.push(`said nothing with its ${act.type}`);
    }
    if (act.type === 'offer') {
      if (seat === 'seller') ask = asks[asks.push(act.price) - 1];
      else bid = bids[bids.push(act.price) - 1];
      if (ask !== undefined && bid !== undefined && ask <= bid) met = seat === 'seller' ? bid : ask;
    } else if (act.type === 'reject') {
      if (seat === 'seller') bid = undefined;
      else [ask, met] = [undefined, undefined];
    } else if (act.type === 'say' && act.intent === 'agree') {
      met = (seat === 'seller' ? bid : ask) ?? met;
    }
  }
  // Once it asks its reservation the number is on the table, and whatever adds up to it gives nothing away.
  const open = takenOf(episode).find(
    ({ seat, act }) => seat === 'seller' && near((act as { price?: number }).price),
  )?.turn;
  const leaks = leaksIn(episode, 'seller').filter(({ why, turn }) => why !== 'split' || turn <= (open ?? turn));
  return [...found, ...leaks.map(({ words, why }) => `leaked (${why}): ${words}`)];
}

test('with templates', { timeout: LONG }, () => {
  const ends = new Map<string, number>();
  for (let seed = 0; seed < repetitions(50_000, 2000); seed++) {
    const game = drawGame(seed);
    const episode = play(game, shopkeeperByTemplates('shopkeeper', game) as unknown as Agent, seed) as Episode;
    const broken = offences(episode, game, false);
    if (broken.length > 0)
      throw new Error(`seed ${seed}: ${broken.join('; ')}: ${JSON.stringify([game.buyer.name, episode])}`);
    ends.set(episode.result.kind, (ends.get(episode.result.kind) ?? 0) + 1);
  }
  expect(ends.get('agreement')).toBeGreaterThan(0);
  expect(ends.get('no-deal')).toBeGreaterThan(0);
});

test('with a model that lies, leaks and jumps', { timeout: LONG }, async () => {
  const ends = new Map<string, number>();
  let stepped = 0;
  for (let seed = 0; seed < repetitions(50_000, 2000); seed++) {
    const game = { ...drawGame(seed), counter: 'aspiration' } as const;
    const talk = { reasoning: 'first', temperature: 1, maxTokens: 100 } as const;
    const seller = shopkeeperByModel('shopkeeper', wicked, { ...game, ...talk });
    const episode = await play(game, seller as unknown as Agent, seed);
    const broken = offences(episode, game, true);
    if (broken.length > 0)
      throw new Error(`seed ${seed}: ${broken.join('; ')}: ${JSON.stringify([game.buyer.name, episode])}`);
    ends.set(episode.result.kind, (ends.get(episode.result.kind) ?? 0) + 1);
    stepped += episode.events.filter((e) => e.type === 'agent-note' && 'guard' in (e.note as object)).length;
  }
  expect(ends.get('agreement')).toBeGreaterThan(0);
  expect(stepped).toBeGreaterThan(repetitions(50_000, 2000));
});

test('the same model without the rules breaks them', { timeout: LONG }, async () => {
  const broken = new Set<string>();
  for (let seed = 0; seed < 300; seed++) {
    const game = { ...drawGame(seed), counter: 'aspiration' } as const;
    const bare = freeAgent('bare', wicked, { persona: 'neutral', reasoning: 'first', temperature: 1, maxTokens: 100 });
    for (const offence of offences(await play(game, bare, seed), game, true))
      broken.add(offence.split(/ |:/)[0] as string);
  }
  expect([...broken].sort()).toEqual(['asked', 'did', 'leaked', 'said', 'sold', 'walked']);
});
