/**
 * What each guard promises, in a hundred thousand random games about a price each: it holds in every transcript with the guard
 * on, is broken by the same agents with it off, each time the guard stepped in is on record, and the game replays. The promises
 * are written down a second time, from outside, in guard-judges.ts. guards-by-domain.test.ts asks the same of every domain.
 */
import { describe, expect, test } from 'vitest';
import { type GuardName, type GuardNote, guardNames, withGuards } from '../src/agents/guards/index.ts';
import {
  type Agent,
  createRng,
  type Episode,
  makeScript,
  type PriceAct,
  type PriceScenario,
  type PriceScript,
  type PriceView,
  playEpisode,
  price,
  registries,
  replay,
  type Script,
  type Seat,
  samplers,
  takenOf,
} from '../src/core/index.ts';
import { agreementKept } from '../src/core/metrics/agreement-kept.ts';
import { adversaries, INJECTION, injecting, leakForms, obedient, withDeadlines } from './guard-adversaries.ts';
import { broken } from './guard-judges.ts';
import { leaksIn } from './leak-detector.ts';
import { repetitions } from './repetitions.ts';

const GAMES = repetitions(100_000, 4000);
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
    scenario: withDeadlines({ ...drawn, public: { ...drawn.public, crossing } }, rng.split('deadlines')),
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
