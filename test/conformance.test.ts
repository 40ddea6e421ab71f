/** Every member of every list keeps the house's laws, and so do two games that are nothing like haggling. */
import { describe, test } from 'vitest';
import { speechOf } from '../src/agents/index.ts';
import { checkSpeech } from '../src/agents/speech/conformance.ts';
import {
  arena,
  arenaScenario,
  bazaarScenario,
  bazaarTaskNames,
  domains,
  type Entry,
  itemsSamplers,
  makeScript,
  mindgamesSamplers,
  registries,
  type Scenario,
  SUITE,
  samplePtom,
  samplers,
  sampleTerms,
  sampleTrace,
} from '../src/core/index.ts';
import { checkDomain, checkScript } from '../src/core/testing/index.ts';
import { askDisclose, sampleAskDisclose } from './games/ask-disclose.ts';
import { sampleSealedRound, sealedRound } from './games/sealed-round.ts';
import { repetitions } from './repetitions.ts';

type Sampler = (seed: number) => Scenario;
const scenarios: Record<keyof typeof domains, Record<string, Sampler>> = {
  price: {
    janus: (seed) => samplers.janus(seed),
    general: (seed) => samplers.general(seed, { turnLimit: 1 + (seed % 24) }),
    bazaar: (seed) => bazaarScenario(bazaarTaskNames[seed % bazaarTaskNames.length] as string, { seed }),
  },
  items: {
    janus: (seed) => itemsSamplers.janus(seed),
    dond: (seed) => itemsSamplers.dond(seed),
    casino: (seed) => itemsSamplers.casino(seed),
  },
  mindgames: {
    solution: (seed) => mindgamesSamplers.solution(seed, { condition: seed % 2 ? 'revealed' : 'hidden' }),
  },
  ptom: { ptom: (seed) => samplePtom(seed, { turnLimit: 2 + 2 * (seed % 7) }) },
  trace: { trace: (seed) => sampleTrace(seed) },
};

describe('domains', () => {
  for (const domain of Object.values(domains)) {
    for (const [name, scenario] of Object.entries(scenarios[domain.name as keyof typeof domains])) {
      test(`${domain.name}, ${name} sampler`, () =>
        checkDomain(domain, { scenario, games: repetitions(2000, domain.name === 'ptom' ? 60 : 200) }));
    }
  }
  test('arena', () => {
    const tasks = ['marketplace_arena', 'marketplace_arena+hard'] as const;
    const scenario: Sampler = (seed) => arenaScenario(tasks[seed % 2] as string, { seed, buyers: 2 + (seed % 4) });
    checkDomain(arena, { scenario, games: repetitions(2000, 60) });
  });
  test('three buyers who act at once', () =>
    checkDomain(sealedRound, { scenario: sampleSealedRound, games: repetitions(2000) }));
  test('ask and disclose', () => checkDomain(askDisclose, { scenario: sampleAskDisclose, games: repetitions(2000) }));
});

describe('words', () => {
  for (const domain of Object.values(domains))
    for (const [name, scenario] of Object.entries(scenarios[domain.name as keyof typeof domains]))
      test(`${domain.name}, ${name} sampler`, () =>
        checkSpeech(speechOf(domain.name), domain, { scenario, games: repetitions(50) }));
});

describe.each(Object.entries(registries))('%s', (registry, entries: readonly Entry[]) => {
  // null is the one member that never makes a legal act; it is tested for just that elsewhere.
  for (const { name, strategy, options } of entries.filter((entry) => entry.strategy.name !== 'null')) {
    const domain = domains[strategy.domain as keyof typeof domains];
    // An oracle plays only where the width of the zone is public.
    const oracle = options.over === 'zone';
    for (const [sampler, scenario] of Object.entries(scenarios[domain.name as keyof typeof domains])) {
      if (oracle && sampler !== 'janus') continue;
      test(`${name}, ${sampler} sampler`, () => {
        checkScript(makeScript(name, strategy, options), domain, {
          scenario,
          games: repetitions(200, domain.name === 'ptom' || name === 'terms_bayes' ? 5 : 20),
        });
      });
    }
    // Those of the bazaar take offers back, as they did there.
    if (['clean', 'classic', 'searched'].includes(registry))
      test(`${name}, TERMS-Bench, where no own offer goes back`, () => {
        const scenario: Sampler = (seed) => sampleTerms(SUITE + seed);
        checkScript(makeScript(name, strategy, options), domain, { scenario, games: repetitions(400, 40) });
      });
  }
});
