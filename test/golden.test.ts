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
  contentHash,
  domains,
  type Entry,
  FORMAT,
  itemsSamplers,
  makeScript,
  playEpisode,
  price,
  registries,
  replay,
  samplers,
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
    ['worded:clean:boulware_firm@templates', 'worded:fair@templates?language=hinglish', 'general', 1],
    ['boulware_hard', 'random_zopa', 'janus', 2],
    ['micro_coarse', 'hardliner', 'janus', 3],
    ['null', 'fair', 'general', 4],
    ['random_zopa', 'fair', 'general', 5],
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

  test('the golden file is read and replays', () => {
    const episodes = readEpisodes(join(folder, file));
    expect(episodes.map((episode) => episode.result.kind)).toContain('forfeited');
    expect(episodes.map((episode) => episode.result.kind)).toContain('failed');
    for (const episode of episodes) expect(replay(price, episode).result).toEqual(episode.result);
  });
});

test('every script plays as its version did: a change of play without a change of version is a mistake', () => {
  const opponents: Record<string, string> = { price: 'boulware_linear', items: 'conceder' };
  const lines = Object.entries(registries).flatMap(([registry, entries]) =>
    (entries as readonly Entry[]).map(({ name, strategy, options }) => {
      const domain = domains[strategy.domain as keyof typeof domains];
      const sampler = domain.name === 'price' ? samplers.janus : itemsSamplers.dond;
      const opponent = { ...resolvePlayer(opponents[domain.name] as string, domain), spec: 'opponent' };
      const player = { spec: name, fingerprint: '', agent: makeScript(name, strategy, options) };
      const [first = '', second = ''] = domain.seats(undefined as never);
      const played = Array.from({ length: 10 }, (_, seed) => {
        const seats =
          seed % 2 === 0 ? { [first]: player, [second]: opponent } : { [first]: opponent, [second]: player };
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
