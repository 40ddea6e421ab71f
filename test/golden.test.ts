/**
 * Golden transcripts: small episodes as text in git. A change of rules, of a script or of the format shows up here as a
 * diff; it then raises the version of the domain, the strategy or the format. `PARLEY_GOLDEN=write npx vitest run
 * test/golden.test.ts` writes them anew.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolvePlayer } from '../src/agents/index.ts';
import {
  arena,
  arenaBuyers,
  bazaarScenario,
  bazaarTaskNames,
  contentHash,
  type Domain,
  domains,
  type Entry,
  type Episode,
  FORMAT,
  findBazaarTask,
  findDomain,
  items,
  itemsSamplers,
  makeScript,
  mindgamesSamplers,
  playEpisode,
  playTask,
  price,
  registries,
  replay,
  type Scenario,
  samplePtom,
  samplers,
  sampleTrace,
} from '../src/core/index.ts';
import { readEpisodes } from '../src/data/index.ts';

const folder = join(import.meta.dirname, 'golden');
const writing = process.env.PARLEY_GOLDEN === 'write';

function golden(name: string, text: string): void {
  const file = join(folder, name);
  if (writing) writeFileSync(file, text);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '(no golden file)').toBe(text);
}

describe(`transcripts of format ${FORMAT}`, () => {
  const file = `episodes.v${FORMAT}.jsonl`;
  const games = [
    ['worded:clean:boulware_firm@templates', 'worded:janus-b:fair@templates?language=hinglish', 'general', 1],
    ['janus-a:boulware_hard', 'janus-a:random_zopa', 'janus', 2],
    ['janus-a:micro_coarse', 'janus-a:hardliner', 'janus', 3],
    ['null', 'janus-b:fair', 'general', 4],
    ['janus-a:random_zopa', 'janus-b:fair', 'general', 5],
    ['random', 'random', 'general', 6],
  ] as const;

  test('the same requests give the same bytes', () => {
    const lines = games.map(([buyer, seller, sampler, seed]) => {
      const players = { buyer: resolvePlayer(buyer, price), seller: resolvePlayer(seller, price) };
      const episode = playEpisode({
        domain: price,
        scenario: samplers[sampler](seed),
        source: { sampler, seed },
        players,
        seed,
      });
      return JSON.stringify(episode);
    });
    golden(file, `${lines.join('\n')}\n`);
  });

  test.each([1, FORMAT])('those of format %i are read and replay', (format) => {
    const episodes = readEpisodes(join(folder, `episodes.v${format}.jsonl`));
    expect(new Set(episodes.map((episode) => episode.format))).toEqual(new Set([format]));
    expect(episodes.map((episode) => episode.result.kind)).toContain('forfeited');
    expect(episodes.map((episode) => episode.result.kind)).toContain('failed');
    for (const episode of episodes) expect(replay(price, episode).result).toEqual(episode.result);
  });
});

describe('games of every kind, with their scores', () => {
  const task = (name: string, buyer: string, seller: string, seed = 1) => {
    const several = findBazaarTask(name)?.task.buyers ?? 1;
    const buyers = several > 1 ? arenaBuyers(several) : ['buyer'];
    const kind = several > 1 ? arena : price;
    const players = Object.fromEntries([
      ...buyers.map((seat) => [seat, resolvePlayer(buyer, kind)]),
      ['seller', resolvePlayer(seller, kind)],
    ]);
    return playTask({ task: name, seed, players });
  };
  const played = {
    'bazaar.jsonl': () => [
      ...bazaarTaskNames
        .filter((name) => findBazaarTask(name)?.task.deals === 1 && findBazaarTask(name)?.task.buyers === 1)
        .map((name) => task(name, 'bazaar:smart', 'bazaar:seller')),
      task('single_deal', 'sauda@templates', 'shopkeeper@templates'),
    ],
    'career.jsonl': () => [task('career_10', 'bazaar:smart', 'bazaar:seller')],
    'arena.jsonl': () => [
      task('marketplace_arena', 'bazaar:smart', 'bazaar:seller'),
      task('marketplace_arena+hard', 'worded:boulware_firm@templates', 'shopkeeper@templates', 2),
    ],
    'items.jsonl': () =>
      Object.values(itemsSamplers).map((sample, seed) => {
        const players = { a: resolvePlayer('pareto_walking', items), b: resolvePlayer('conceder', items) };
        const episode = playEpisode({ domain: items, scenario: sample(seed), source: { seed }, players, seed });
        return { episodes: [episode], graded: undefined };
      }),
  };
  test.each(Object.entries(played))('%s', (file, play) => {
    const lines = play().flatMap(({ episodes, graded }) => [
      ...episodes.map((episode) => JSON.stringify(episode)),
      ...(graded ? [JSON.stringify({ graded })] : []),
    ]);
    golden(file, `${lines.join('\n')}\n`);
    const episodes = lines.flatMap((line) => (line.startsWith('{"format"') ? [JSON.parse(line) as Episode] : []));
    for (const episode of episodes) {
      const domain = findDomain(episode.domain) as Domain;
      expect(replay(domain, episode).result).toEqual(episode.result);
    }
  });
});

test('every script for a price plays as it did where private deadlines end the game', () => {
  const lines = Object.entries(registries).flatMap(([registry, entries]) =>
    (entries as readonly Entry[]).flatMap(({ name, strategy, options }) => {
      if (strategy.domain !== price.name) return [];
      const player = { spec: name, fingerprint: '', agent: makeScript(name, strategy, options) };
      const opponent = { spec: 'opponent', fingerprint: '', agent: resolvePlayer('bazaar:seller', price).agent };
      const played = Array.from({ length: 10 }, (_, seed) => {
        const scenario = bazaarScenario('asymmetric_pressure+hard', { seed });
        const players = { buyer: player, seller: opponent };
        const { events, result } = playEpisode({ domain: price, scenario, source: { seed }, players, seed });
        return { events, result };
      });
      const deals = played.filter(({ result }) => result.kind === 'agreement').length;
      return `${registry} ${name} v${strategy.version} ${contentHash(played, 12)} ${deals} of 10 deals`;
    }),
  );
  golden('deadlines.txt', `${lines.join('\n')}\n`);
});

test('every script plays as its version did: a change of play without a change of version is a mistake', () => {
  const opponents: Record<string, string> = {
    price: 'janus-a:boulware_linear',
    items: 'conceder',
    mindgames: 'rational',
    ptom: 'mind',
    trace: 'network',
  };
  const drawn = {
    price: samplers.janus,
    items: itemsSamplers.dond,
    mindgames: mindgamesSamplers.solution,
    ptom: samplePtom,
    trace: sampleTrace,
  };
  const lines = Object.entries(registries).flatMap(([registry, entries]) =>
    (entries as readonly Entry[]).map(({ name, strategy, options }) => {
      const domain = domains[strategy.domain as keyof typeof domains];
      const sampler: (seed: number) => Scenario = drawn[domain.name as keyof typeof drawn];
      const opponent = { ...resolvePlayer(opponents[domain.name] as string, domain), spec: 'opponent' };
      const player = { spec: name, fingerprint: '', agent: makeScript(name, strategy, options) };
      const [first = '', second = ''] = domain.seats(undefined as never);
      const played = Array.from({ length: 10 }, (_, seed) => {
        const seats =
          // In pairs: whoever opens is drawn by the seed's last bit in some samplers, and each is to open and to answer in each seat.
          Math.floor(seed / 2) % 2 === 0
            ? { [first]: player, [second]: opponent }
            : { [first]: opponent, [second]: player };
        const { events, result } = playEpisode({
          domain,
          scenario: sampler(seed),
          source: { seed },
          players: seats,
          seed,
        });
        return { events, result };
      });
      return `${registry} ${name} v${strategy.version} ${contentHash(played, 12)}`;
    }),
  );
  golden('scripts.txt', `${lines.join('\n')}\n`);
});
