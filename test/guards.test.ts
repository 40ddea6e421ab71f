/**
 * What each guard promises, in a hundred thousand random games each: it holds in every transcript with the guard on, is broken
 * by the same agents with it off, each time the guard stepped in is on record, and the game replays. The promises are written
 * down here a second time, from outside, and share no code with the guards.
 */
import { describe, expect, test } from 'vitest';
import { type GuardName, type GuardNote, guardNames, withGuards } from '../src/agents/guards/index.ts';
import {
  type Agent,
  createRng,
  type Episode,
  type ItemsAct,
  type ItemsScenario,
  type ItemsScript,
  type ItemsView,
  items,
  itemsSamplers,
  makeScript,
  type PriceAct,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  playEpisode,
  price,
  type Rng,
  registries,
  replay,
  type Script,
  type Seat,
  type Split,
  samplers,
  takenOf,
} from '../src/core/index.ts';
import { agreementKept } from '../src/core/metrics/agreement-kept.ts';
import { adversaries, INJECTION, injecting, leakForms, obedient } from './guard-adversaries.ts';
import { leaksIn } from './leak-detector.ts';
import { repetitions } from './repetitions.ts';

const GAMES = repetitions(100_000);
const LONG = 1_800_000;

const scripts = Object.fromEntries(
  registries.clean.map(({ name, strategy, options }) => [name, makeScript(name, strategy, options) as PriceScript]),
);
const opponents: readonly PriceScript[] = [
  adversaries.random,
  adversaries.forgetful,
  adversaries.retreating,
  scripts.boulware_firm!,
  scripts.boulware_very_conceding!,
  scripts.hardliner!,
  injecting,
];

interface Game {
  readonly scenario: PriceScenario;
  readonly seat: 'buyer' | 'seller';
  readonly opponent: PriceScript;
  readonly seed: number;
}

function drawGame(seed: number): Game {
  const rng = createRng(seed).split('guards');
  const drawn = samplers[rng.pick(['janus', 'general'] as const)](seed, { turnLimit: 1 + rng.integer(24) });
  const crossing = rng.pick(['close', 'continue'] as const);
  return {
    scenario: { ...drawn, public: { ...drawn.public, crossing } },
    seat: rng.pick(['buyer', 'seller'] as const),
    opponent: rng.pick(opponents),
    seed,
  };
}

interface Played {
  readonly episode: Episode;
  /** Every answer of the agent behind the guards, by turn. */
  readonly raw: ReadonlyMap<number, readonly PriceAct[]>;
}

function play({ scenario, seat, opponent, seed }: Game, inner: PriceScript, names: readonly GuardName[]): Played {
  const raw = new Map<number, PriceAct[]>();
  const watched: PriceScript = {
    name: inner.name,
    act(view, context) {
      const act = inner.act(view, context);
      raw.set(view.turn, [...(raw.get(view.turn) ?? []), act]);
      return act;
    },
  };
  const seated = (own: Seat) => (own === seat ? withGuards(watched, names) : opponent) as Script;
  const player = (own: Seat) => ({ spec: own, fingerprint: own, agent: seated(own) });
  const players = { buyer: player('buyer'), seller: player('seller') };
  return { episode: playEpisode({ domain: price, scenario, source: { test: seed }, players, seed }), raw };
}

/** How often the seat broke each promise. */
function broken(episode: Episode, seat: Seat): Record<GuardName, number> {
  const counts = { leak: leaksIn(episode, seat).length } as Record<GuardName, number>;
  for (const name of guardNames) counts[name] ??= 0;
  const { public: facts, private: secrets } = episode.scenario as PriceScenario;
  const { reservation, target } = secrets[seat] as { reservation: number; target: number };
  // Everything in units in which more is better for the seat and 0 is its reservation.
  const gain = (amount: number) => (seat === 'seller' ? amount - reservation : reservation - amount);
  const hope = Math.max(0, gain(target));
  let [own, theirs, met]: (number | undefined)[] = [];
  let [metTurn, theirTurn] = [0, 0];
  const ownOffers: number[] = [];
  const theirOffers: number[] = [];
  for (const { turn, seat: actor, act } of takenOf(episode) as { turn: number; seat: Seat; act: PriceAct }[]) {
    const bound = met !== undefined && met >= 0 ? met : undefined;
    const time = turn / facts.turnLimit;
    if (actor === seat) {
      const offered = act.type === 'offer' ? gain(act.price) : undefined;
      const accepted = act.type === 'accept' ? theirs : undefined;
      if ((offered ?? accepted ?? 0) < 0) counts.reservation += 1;
      if (offered !== undefined && offered > Math.min(...ownOffers)) counts.monotone += 1;
      if (bound !== undefined && act.type !== 'accept') {
        const wentBack = theirs !== undefined && theirTurn > metTurn;
        if (theirs !== undefined && theirs >= bound) counts.keepAgreement += 1;
        else if (offered !== undefined ? offered > bound : act.type === 'walk' && !wentBack) counts.keepAgreement += 1;
      }
      if (accepted !== undefined && turn + 2 <= facts.turnLimit) {
        // A cent of rounding.
        const least = Math.min(hope * (1 - time * time), bound ?? Number.POSITIVE_INFINITY, ...ownOffers) - 0.01;
        if (accepted < least) counts.aspiration += 1;
      }
      if (act.type === 'walk') {
        const best = Math.max(...theirOffers);
        const steps = theirOffers.slice(1).map((amount, i) => amount - theirOffers[i]!);
        const reach = best + Math.max(0, ...steps) * Math.ceil((facts.turnLimit - turn) / 2);
        const hopeless = theirOffers.length >= 3 && reach < 0;
        if (best >= 0 || (time < 0.8 && !hopeless)) counts.walkByRule += 1;
      }
    }
    const mine = actor === seat;
    if (act.type === 'offer') {
      if (mine) own = ownOffers[ownOffers.push(gain(act.price)) - 1];
      else theirs = theirOffers[theirOffers.push(gain(act.price)) - 1];
      if (!mine) theirTurn = turn;
      if (own !== undefined && theirs !== undefined && own <= theirs) [met, metTurn] = [mine ? theirs : own, turn];
    } else if (act.type === 'reject') {
      if (mine) theirs = undefined;
      else [own, met] = [undefined, undefined];
    } else if (act.type === 'say' && act.intent === 'agree') {
      const named = mine ? theirs : own;
      if (named !== undefined) [met, metTurn] = [named, turn];
    }
  }
  return counts;
}

const bytes = (value: unknown) => JSON.stringify(value);

/** Whatever the table saw that the agent did not say is a guard's doing, and on record as such. */
function expectOnRecord({ episode, raw }: Played, seat: Seat, names: readonly GuardName[]): number {
  let steps = 0;
  const notes = new Map<number, GuardNote[]>();
  for (const event of episode.events) {
    if (event.type !== 'agent-note') continue;
    const note = event.note as GuardNote;
    if (event.seat !== seat || !names.includes(note.guard as GuardName) || !note.reason || !note.raw) {
      throw new Error(`seed ${episode.seed}: a strange note ${bytes(event)}`);
    }
    notes.set(event.turn, [...(notes.get(event.turn) ?? []), note]);
    steps += 1;
  }
  for (const { turn, seat: actor, act } of takenOf(episode)) {
    if (actor !== seat) continue;
    const answers = raw.get(turn)!;
    const here = notes.get(turn) ?? [];
    const asked = here.filter(({ became }) => became === 'asked again').length;
    const refused = episode.events.filter((e) => e.type === 'action-refused' && e.turn === turn).length;
    const fail = (why: string) =>
      new Error(`seed ${episode.seed}, turn ${turn}: ${why}: ${bytes([answers, here, act])}`);
    if (answers.length !== 1 + asked + refused) throw fail('asked more often than is on record');
    const last = here.at(-1);
    const stepped = last !== undefined && last.became !== 'asked again' && bytes(last.became) === bytes(act);
    if (!stepped && bytes(answers.at(-1)) !== bytes(act)) throw fail('an act changed without a note');
  }
  return steps;
}

describe.each(guardNames)('%s', (name) => {
  test('holds with the guard on, breaks with it off, is on record and replays', { timeout: LONG }, () => {
    const inner = Object.values(adversaries);
    let [steps, offences] = [0, 0];
    for (let seed = 0; seed < GAMES; seed++) {
      const game = drawGame(seed);
      const agent = inner[seed % inner.length]!;
      const guarded = play(game, agent, [name]);
      const { episode } = guarded;
      if (broken(episode, game.seat)[name] > 0)
        throw new Error(`seed ${seed}: broken by ${agent.name}: ${bytes(episode)}`);
      steps += expectOnRecord(guarded, game.seat, [name]);
      replay(price, JSON.parse(bytes(episode)) as Episode);
      if (seed % 10 !== 0) continue;
      if (bytes(play(game, agent, [name]).episode) !== bytes(episode)) throw new Error(`seed ${seed}: other bytes`);
      if (broken(play(game, agent, []).episode, game.seat)[name] > 0) offences += 1;
    }
    expect(offences).toBeGreaterThan(GAMES / 10 / 100);
    expect(steps).toBeGreaterThan(offences);
  });
});

test('any choice of guards keeps all of its promises', { timeout: LONG }, () => {
  const inner = Object.values(adversaries);
  for (let seed = 0; seed < GAMES; seed++) {
    const game = drawGame(seed);
    const rng = createRng(seed).split('choice');
    const names = rng.shuffle(guardNames).slice(0, 1 + rng.integer(guardNames.length));
    const guarded = play(game, rng.pick(inner), names);
    const { episode } = guarded;
    const counts = broken(episode, game.seat);
    const failed = names.filter((name) => counts[name] > 0);
    if (failed.length > 0) throw new Error(`seed ${seed}, guards ${names}: ${failed} broken: ${bytes(episode)}`);
    if (names.includes('keepAgreement') && names.includes('reservation')) {
      // The house metric counts the same thing by its own code.
      const kept = agreementKept.of(episode, game.seat) as number | undefined;
      if (kept !== undefined && kept < 1 && met(episode))
        throw new Error(`seed ${seed}: kept ${kept}: ${bytes(episode)}`);
    }
    expectOnRecord(guarded, game.seat, names);
    replay(price, JSON.parse(bytes(episode)) as Episode);
  }

  /** The metric also holds a seat to words that agree past its reservation; the guard does not. */
  function met(episode: Episode): boolean {
    return !takenOf(episode).some(({ act }) => act.intent === 'agree');
  }
});

test('a guarded agent that answers later plays the same game', async () => {
  for (let seed = 0; seed < 200; seed++) {
    const game = drawGame(seed);
    const { scenario, seat, opponent } = game;
    const later: Agent<PriceView, PriceAct> = {
      name: 'later',
      act: async (view, context) => {
        await Promise.resolve();
        return adversaries.chaos.act(view, context);
      },
    };
    const seated = (own: Seat) => (own === seat ? withGuards(later, guardNames) : opponent) as Agent;
    const player = (own: Seat) => ({ spec: own, fingerprint: own, agent: seated(own) });
    const players = { buyer: player('buyer'), seller: player('seller') };
    const episode = await playEpisode({ domain: price, scenario, source: { test: seed }, players, seed });
    expect(bytes(episode)).toBe(bytes(play(game, adversaries.chaos, guardNames).episode));
  }
});

describe('the reservation in words', () => {
  const [low, high] = [100, 100_000];
  const table = (reservation: number, seat: 'buyer' | 'seller'): PriceScenario => {
    const drawn = samplers.general(7, { opens: seat, turnLimit: 8 });
    const own = { reservation, target: seat === 'seller' ? high : low };
    const other = { reservation: seat === 'seller' ? high : low, target: seat === 'seller' ? low : high };
    return {
      ...drawn,
      public: { ...drawn.public, range: { low, high } },
      private: seat === 'seller' ? { seller: own, buyer: other } : { buyer: own, seller: other },
    };
  };
  const speaks = (form: (typeof leakForms)[keyof typeof leakForms]): PriceScript => ({
    name: 'speaks',
    act: (view, { rng }) => ({ type: 'say', words: form(view.own.reservation, view, rng) }),
  });
  const listens: PriceScript = { name: 'listens', act: () => ({ type: 'say', words: 'Go on.' }) };
  const heard = (inner: PriceScript, scenario: PriceScenario, seat: 'buyer' | 'seller', names: readonly GuardName[]) =>
    play({ scenario, seat, opponent: listens, seed: 1 }, inner, names).episode;

  test.each(Object.entries(leakForms))('%s', (_name, form) => {
    for (const seat of ['buyer', 'seller'] as const) {
      for (const reservation of [421, 930, 1250, 2375, 8914, 23_450, 64_821]) {
        const scenario = table(reservation, seat);
        expect(leaksIn(heard(speaks(form), scenario, seat, []), seat), `${reservation}`).not.toEqual([]);
        const guarded = heard(speaks(form), scenario, seat, ['leak']);
        expect(leaksIn(guarded, seat)).toEqual([]);
        expect(takenOf(guarded).length).toBeGreaterThan(0);
      }
    }
  });

  test('an injection finds an agent that obeys, and the guard', () => {
    let given = 0;
    for (let seed = 0; seed < 500; seed++) {
      const game: Game = { ...drawGame(seed), opponent: injecting };
      given += leaksIn(play(game, obedient, []).episode, game.seat).length;
      const { episode } = play(game, obedient, guardNames);
      expect(leaksIn(episode, game.seat)).toEqual([]);
      expect(bytes(takenOf(episode).filter(({ seat }) => seat === game.seat))).not.toMatch(/minimum|maximum/);
      if (takenOf(episode).some(({ act }) => act.words === INJECTION)) expect(episode.result.kind).not.toBe('failed');
    }
    expect(given).toBeGreaterThan(500);
  });
});

describe('items', () => {
  const drawSplit = (view: ItemsView, rng: Rng): ItemsAct => {
    const offered = view.history.flatMap(({ act }) => (act.type === 'offer' ? [act.split] : []));
    if (offered.length > 0 && rng.float() < 0.4) return { type: 'offer', split: rng.pick(offered) };
    let act = items.randomAct(view, rng);
    while (act.type !== 'offer') act = items.randomAct(view, rng);
    return act;
  };
  const careless: ItemsScript = {
    name: 'careless',
    act(view, { rng }) {
      const draw = rng.float();
      if (!view.theirs || draw < 0.5) return drawSplit(view, rng);
      if (draw < 0.65) return { type: 'offer', split: view.theirs.offer.split };
      if (draw < 0.8) return { type: 'accept', offer: view.theirs.turn };
      if (draw < 0.92) return { type: 'say', words: 'Agreed.', intent: 'agree' };
      return draw < 0.96 ? { type: 'reject' } : { type: 'walk' };
    },
  };

  test('reservation and keepAgreement hold, break without the guards, and replay', { timeout: LONG }, () => {
    const offences = { reservation: 0, keepAgreement: 0 };
    for (let seed = 0; seed < GAMES; seed++) {
      const rng = createRng(seed).split('items');
      const drawn = itemsSamplers[rng.pick(['janus', 'dond', 'casino'] as const)](seed) as ItemsScenario;
      const secrets = Object.entries(drawn.private).map(([s, own]) => [
        s,
        { ...own, reservation: rng.uniform(0, 0.7) },
      ]);
      const crossing = rng.pick(['close', 'continue'] as const);
      const scenario = { ...drawn, public: { ...drawn.public, crossing }, private: Object.fromEntries(secrets) };
      const both = ['reservation', 'keepAgreement'] as const;
      const names = rng.shuffle(both).slice(0, 1 + rng.integer(2));
      const run = (guards: readonly GuardName[]) => {
        const player = (spec: string, agent: ItemsScript) => ({ spec, fingerprint: spec, agent: agent as Script });
        const players = { a: player('a', withGuards(careless, guards)), b: player('b', careless) };
        return playEpisode({ domain: items, scenario, source: { test: seed }, players, seed });
      };
      const episode = run(names);
      const counts = itemsBroken(episode);
      if (names.some((name) => counts[name] > 0))
        throw new Error(`seed ${seed}, ${names}: ${bytes([counts, episode])}`);
      replay(items, JSON.parse(bytes(episode)) as Episode);
      if (seed % 10 !== 0) continue;
      const bare = itemsBroken(run([]));
      offences.reservation += Number(bare.reservation > 0);
      offences.keepAgreement += Number(bare.keepAgreement > 0);
    }
    expect(Math.min(offences.reservation, offences.keepAgreement)).toBeGreaterThan(GAMES / 10 / 100);
  });

  /** For seat a. */
  function itemsBroken(episode: Episode): { reservation: number; keepAgreement: number } {
    const { public: facts, private: secrets } = episode.scenario as ItemsScenario;
    const { values, reservation = 0 } = secrets.a as { values: number[]; reservation?: number };
    const total = facts.items.reduce((sum, { count }, i) => sum + count * values[i]!, 0);
    const gain = ({ a }: Split) => a.reduce((sum, units, i) => sum + units * values[i]!, 0) / total - reservation;
    /** Whether b gets at least as much of everything from one as from two. */
    const grants = (one: Split, two: Split) => one.b.every((units, i) => units >= two.b[i]!);
    const counts = { reservation: 0, keepAgreement: 0 };
    let [own, theirs, met]: (Split | undefined)[] = [];
    let [metTurn, theirTurn] = [0, 0];
    for (const { turn, seat, act } of takenOf(episode) as { turn: number; seat: Seat; act: ItemsAct }[]) {
      const mine = seat === 'a';
      if (mine) {
        const worth = act.type === 'offer' ? gain(act.split) : act.type === 'accept' ? gain(theirs!) : 0;
        if (worth < -1e-9) counts.reservation += 1;
        if (met && gain(met) >= -1e-9 && act.type !== 'accept') {
          const wentBack = theirs !== undefined && theirTurn > metTurn;
          if (theirs && gain(theirs) > gain(met) + 1e-9) counts.keepAgreement += 1;
          else if (act.type === 'offer' ? !grants(act.split, met) : act.type === 'walk' && !wentBack)
            counts.keepAgreement += 1;
        }
      }
      if (act.type === 'offer') {
        if (mine) own = act.split;
        else [theirs, theirTurn] = [act.split, turn];
        if (own && theirs && grants(own, theirs)) [met, metTurn] = [mine ? theirs : own, turn];
      } else if (act.type === 'reject') {
        if (mine) theirs = undefined;
        else [own, met] = [undefined, undefined];
      } else if (act.type === 'say' && act.intent === 'agree') {
        const named = mine ? theirs : own;
        if (named) [met, metTurn] = [named, turn];
      }
    }
    return counts;
  }
});
