import { describe, expect, it } from 'vitest';
import { bazaarScenario } from '../domains/bazaar/index.ts';
import { items } from '../domains/items/items.ts';
import { mindgames } from '../domains/persuasion/mindgames/mindgames.ts';
import { mindgamesSamplers } from '../domains/persuasion/mindgames/samplers.ts';
import { ptom } from '../domains/persuasion/ptom/ptom.ts';
import { samplePtom } from '../domains/persuasion/ptom/samplers.ts';
import { sampleTrace } from '../domains/persuasion/trace/samplers.ts';
import { trace } from '../domains/persuasion/trace/trace.ts';
import { price } from '../domains/price/price.ts';
import { samplers } from '../domains/price/samplers.ts';
import { sampleTerms } from '../domains/terms/scenario.ts';
import { type Episode, playEpisode, type Source } from '../transcript.ts';
import type { Domain, Scenario, Script } from '../types.ts';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';
import { metrics } from './index.ts';

/** Any legal play at all: what a metric makes of it must be a finite number or undefined. */
function randomEpisode(domain: Domain, scenario: Scenario, seed: number, source: Source = {}): Episode {
  const agent: Script = { name: 'random', act: (view, { rng }) => domain.randomAct(view, rng) };
  const player = { spec: 'random', fingerprint: 'random', agent };
  const players = Object.fromEntries(domain.seats(scenario).map((seat) => [seat, player]));
  return playEpisode({ domain, scenario, source, players, seed });
}

const split = itemsEpisode({
  counts: [2, 1, 3],
  values: { a: [1, 4, 2], b: [3, 1, 1] },
  reservations: { a: 0.3, b: 0.2 },
  acts: [[1, 1, 2], 'accept'],
}).scenario as Scenario<{ turnLimit: number }>;
const longSplit = { ...split, public: { ...split.public, turnLimit: 20 } };

const episodes = Array.from({ length: 150 }, (_, seed) => [
  randomEpisode(price, samplers.general(seed), seed),
  randomEpisode(price, samplers.janus(seed), seed),
  randomEpisode(items, longSplit, seed),
  randomEpisode(price, bazaarScenario('single_deal', { seed }), seed, { task: 'single_deal' }),
]).flat();

for (const seed of [0, 300, 700, 1200, 1500]) episodes.push(randomEpisode(price, sampleTerms(seed), seed));
for (let seed = 0; seed < 20; seed++)
  episodes.push(randomEpisode(mindgames as Domain, mindgamesSamplers.solution(seed), seed));
for (let seed = 0; seed < 20; seed++) {
  episodes.push(randomEpisode(ptom as Domain, samplePtom(seed), seed));
  episodes.push(randomEpisode(trace as Domain, sampleTrace(seed), seed));
}

describe.each(metrics.map((metric) => [metric.name, metric] as const))('%s', (_name, metric) => {
  it('gives a finite number or undefined for any play, and a number for some', () => {
    const values: number[] = [];
    for (const episode of episodes) {
      for (const seat of metric.per === 'seat' ? Object.keys(episode.seats) : ['']) {
        const value = metric.of(episode, seat);
        if (value === undefined) continue;
        expect(Number.isFinite(value), `seed ${episode.seed} of ${episode.domain} gave ${value}`).toBe(true);
        values.push(value);
      }
    }
    // Random play carries no words with a price, is no registry script whose best response is known, and believes nothing.
    const silent =
      ['words-act-contradiction', 'regret', 'terms-belief-error'].includes(metric.name) || metric.needs === 'questions';
    if (!silent) expect(values.length).toBeGreaterThan(0);
  });

  it('measures nothing where the episode failed', () => {
    const failed = priceEpisode({ acts: [500, 700], turnLimit: 3 });
    expect(failed.result.kind).toBe('failed');
    expect(metric.of(failed, 'buyer')).toBeUndefined();
  });

  it('does not read a domain it does not name', () => {
    const foreign = { ...priceEpisode({ acts: [500, 700, 'accept'] }), domain: 'chess' };
    if (metric.domains || metric.needs) expect(metric.of(foreign, 'buyer')).toBeUndefined();
    else expect(() => metric.of(foreign, 'buyer')).not.toThrow();
  });
});

it('has a name of its own for each, and a head that fits a table', () => {
  expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
  for (const { name, about, source } of metrics) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(about + source).not.toMatch(/[|\n]/);
  }
});

it('refuses a seat that nobody sat in', () => {
  const episode = priceEpisode({ acts: [500, 700] });
  const utility = metrics.find(({ name }) => name === 'utility')!;
  expect(() => utility.of(episode, 'a')).toThrow('got the seat "a", expected buyer or seller');
});
