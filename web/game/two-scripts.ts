/**
 * Two scripts that speak, over the price of something that the seed draws. The first page loads no more than it plays: the one task, the
 * one list of scripts and the words, and none of the other domains.
 */
import type { Language } from '../../src/agents/phrases.ts';
import { wordedByTemplates } from '../../src/agents/worded.ts';
import { price } from '../../src/core/domains/price/price.ts';
import { samplers } from '../../src/core/domains/price/samplers.ts';
import { priceTasks } from '../../src/core/domains/price/tasks.ts';
import type { Domain, Episode, Player, PriceScript, Sampler, Script, Task } from '../../src/core/index.ts';
import { clean } from '../../src/core/strategies/price/clean.ts';
import { makeScript } from '../../src/core/strategy.ts';
import { playEpisode } from '../../src/core/transcript.ts';
import { worded } from '../agents/worded.ts';

/** The same as at the table, by its name. */
export const task = priceTasks({
  rules: price as Domain,
  samplers: samplers as Readonly<Record<keyof typeof samplers, Sampler>>,
  options: ['zone'],
}).find(({ name }) => name === 'price-wide') as Task;

export function playTwo(seed: number, buyer: string, seller: string, language: Language = 'english'): Episode {
  const { scenario, source } = task.scenario(seed, {});
  const players = { buyer: speaking(buyer, language), seller: speaking(seller, language) };
  return playEpisode({ domain: task.domain, scenario, source, seed, players });
}

/** The spec under which the same agent sits anywhere else. */
export function spokenSpec(script: string, language: Language = 'english'): string {
  return worded(`clean:${script}`, language === 'english' ? '' : `language=${language}`);
}

function speaking(script: string, language: Language): Player<Script> {
  const { strategy, options } = clean.find(({ name }) => name === script) ?? (clean[0] as (typeof clean)[number]);
  const agent = wordedByTemplates(makeScript(script, strategy, options) as PriceScript, language);
  return { spec: spokenSpec(script, language), fingerprint: script, agent: agent as Script };
}
