/**
 * A model in a seat, from a program; the same code runs in a browser tab. A hosted model takes its key from the program, as in
 * `await compatibleModel({ model: 'qwen', url: 'http://127.0.0.1:8080/v1', key })`; here a scripted one answers.
 */
import { resolveAgent, resolvePlayer } from 'parley/agents';
import { playEpisode, price, samplers } from 'parley/core';
import { scriptedModel, withWrappers } from 'parley/models';

const offers = scriptedModel(
  (_request, index) =>
    JSON.stringify({ act: 'offer', price: 150 + 10 * index, words: `I can do ${150 + 10 * index}.` }),
  { digest: 'rises by ten' },
);
let tokens = 0;
const model = withWrappers(offers, {
  log: async ({ usage }) => {
    tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  },
  retry: {},
  budget: { limit: 100_000 },
});

const scenario = samplers.general(3);
const players = {
  buyer: await resolveAgent('llm:mine?reason=none', price, { model: () => model }),
  seller: resolvePlayer('boulware_conceding', price),
};
const episode = await playEpisode({ domain: price, scenario, source: { seed: 3 }, players, seed: 3 });
console.log(episode.result, `${tokens} tokens`);
