/**
 * Every guard in every domain it judges, in games that were drawn so that the agent without it breaks its rule: with it, none
 * ends with the rule broken. Then any choice of guards at once. Who judges is guard-judges.ts, which shares no code with them.
 */
import { describe, expect, test } from 'vitest';
import { type GuardName, guardsFor, withGuards } from '../src/agents/guards/index.ts';
import {
  type ArenaScenario,
  arena,
  cents,
  createRng,
  type Domain,
  type Episode,
  type ItemsScenario,
  items,
  itemsSamplers,
  type PricePrivate,
  playEpisode,
  price,
  type Rng,
  replay,
  type Scenario,
  type Script,
  type Seat,
  samplers,
} from '../src/core/index.ts';
import { adversaries, inArena, itemsAdversaries, withDeadlines } from './guard-adversaries.ts';
import { broken } from './guard-judges.ts';
import { repetitions } from './repetitions.ts';

/** Games of each guard in each domain in which the agent without it breaks the rule. */
const GAMES = repetitions(10_000, 400);
/** At least one game in so many that are drawn is one of them. */
const DRAWS = 5;
const LONG = 1_800_000;

type Adversary = Exclude<keyof typeof adversaries & keyof typeof itemsAdversaries, 'random'>;
/** Who breaks which rule. */
const breakers: Readonly<Record<GuardName, readonly Adversary[]>> = {
  leak: ['leaking'],
  walkByRule: ['walks'],
  aspiration: ['acceptsAnything'],
  monotone: ['retreating'],
  keepAgreement: ['forgetful'],
  reservation: ['acceptsAnything', 'retreating'],
};

/** Across sits who keeps a game going. */
const opponents = ['random', 'retreating', 'forgetful', 'leaking'] as const;

interface Table {
  readonly domain: Domain;
  readonly agents: Readonly<Record<string, Script>>;
  scenario(seed: number, rng: Rng): Scenario;
}

const tables: Readonly<Record<string, Table>> = {
  price: {
    domain: price as Domain,
    agents: adversaries as unknown as Table['agents'],
    scenario(seed, rng) {
      const drawn = samplers[rng.pick(['janus', 'general'] as const)](seed, { turnLimit: 3 + rng.integer(20) });
      const crossing = rng.pick(['close', 'continue'] as const);
      return withDeadlines({ ...drawn, public: { ...drawn.public, crossing } }, rng);
    },
  },

  arena: {
    domain: arena as Domain,
    agents: Object.fromEntries(
      Object.entries(adversaries).map(([name, agent]) => [name, inArena(agent) as unknown as Script]),
    ),
    scenario(seed, rng): ArenaScenario {
      const drawn = samplers[rng.pick(['janus', 'general'] as const)](seed, { turnLimit: 3 + rng.integer(20) });
      const buyers = Array.from({ length: 2 + rng.integer(3) }, (_, i) => `buyer-${i + 1}`);
      const { low, high } = drawn.public.range;
      const { buyer, seller } = drawn.private as Record<'buyer' | 'seller', PricePrivate>;
      const purse = (): PricePrivate => {
        const reservation = cents(Math.min(high, Math.max(low, buyer.reservation * rng.uniform(0.7, 1.3))));
        return { reservation, target: Math.min(buyer.target, reservation) };
      };
      return {
        ...drawn,
        domain: arena.name,
        version: arena.version,
        public: {
          ...drawn.public,
          opens: 'seller',
          buyers,
          leavers: rng.pick(['out', 'may-win'] as const),
          budgets: rng.float() < 0.3 ? 'binding' : 'open',
        },
        private: { ...Object.fromEntries(buyers.map((seat) => [seat, purse()])), seller },
      };
    },
  },

  items: {
    domain: items as Domain,
    agents: itemsAdversaries as unknown as Table['agents'],
    scenario(seed, rng): ItemsScenario {
      const drawn = itemsSamplers[rng.pick(['janus', 'dond', 'casino'] as const)](seed, {
        turnLimit: 3 + rng.integer(20),
      });
      const secrets = Object.entries(drawn.private).map(([seat, own]) => [
        seat,
        { ...own, reservation: Math.round(rng.uniform(0, 0.7) * 20) / 20 },
      ]);
      const crossing = rng.pick(['close', 'continue'] as const);
      return { ...drawn, public: { ...drawn.public, crossing }, private: Object.fromEntries(secrets) };
    },
  },
};

/** One game, with and without the guards in one of its seats. */
function drawGame({ domain, agents, scenario: draw }: Table, seed: number, wanted: readonly string[]) {
  const rng = createRng(seed).split(domain.name);
  const scenario = draw(seed, rng.split('scenario'));
  const seats = domain.seats(scenario);
  const guarded = rng.pick(seats);
  const sitting = seats.map((seat): [Seat, string] => [seat, rng.pick(seat === guarded ? wanted : opponents)]);
  return {
    seat: guarded,
    play(names: readonly GuardName[]): Episode {
      const players = Object.fromEntries(
        sitting.map(([seat, name]) => {
          const agent = agents[name] as Script;
          return [seat, { spec: name, fingerprint: name, agent: seat === guarded ? withGuards(agent, names) : agent }];
        }),
      );
      return playEpisode({ domain, scenario, source: { test: seed }, players, seed });
    },
  };
}

describe.each(Object.entries(tables))('%s', (name, table) => {
  test.each(guardsFor(name))(
    '%s: broken without it in every game that counts, and with it in none',
    { timeout: LONG },
    (guard) => {
      let [counted, seed] = [0, 0];
      for (; counted < GAMES && seed < DRAWS * GAMES; seed++) {
        const { seat, play } = drawGame(table, seed, breakers[guard]);
        if (broken(play([]), seat)[guard] === 0) continue;
        counted += 1;
        const episode = play([guard]);
        if (broken(episode, seat)[guard] > 0)
          throw new Error(`seed ${seed}: ${seat} broke ${guard}: ${JSON.stringify(episode)}`);
        if (episode.result.kind === 'failed') throw new Error(`seed ${seed}: ${episode.result.reason}`);
        if (seed % 10 === 0) replay(table.domain, JSON.parse(JSON.stringify(episode)) as Episode);
      }
      expect(counted, `of ${seed} games`).toBe(GAMES);
    },
  );

  test('any choice of guards keeps all of its promises', { timeout: LONG }, () => {
    const able = guardsFor(name);
    for (let seed = 0; seed < GAMES; seed++) {
      const rng = createRng(seed).split('choice');
      const names = rng.shuffle(able).slice(0, 1 + rng.integer(able.length));
      const { seat, play } = drawGame(table, seed, Object.keys(table.agents));
      const episode = play(names);
      const counts = broken(episode, seat);
      const failed = names.filter((one) => counts[one] > 0);
      if (failed.length > 0)
        throw new Error(`seed ${seed}, guards ${names}: ${seat} broke ${failed}: ${JSON.stringify(episode)}`);
      replay(table.domain, JSON.parse(JSON.stringify(episode)) as Episode);
    }
  });
});
