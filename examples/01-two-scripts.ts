/** Two scripts bargain over a listing; the same seed gives the same game on any machine. */
import { resolvePlayer } from 'parley/agents';
import { metrics, playEpisode, price } from 'parley/core';
import { chooseScenario } from 'parley/lab';

const players = {
  buyer: resolvePlayer('worded:clean:boulware_firm@templates', price),
  seller: resolvePlayer('worded:clean:boulware_conceding@templates', price),
};
const chosen = chooseScenario({ scenario: 'oak-dining-table', seed: 1, zone: 'wide', opens: 'buyer', turnLimit: 12 });
const episode = playEpisode({ domain: price, ...chosen, players, seed: 1 });
for (const event of episode.events)
  if (event.type === 'action-taken') console.log(event.turn, event.seat, event.act.words);
const rho = metrics.find((metric) => metric.name === 'rho');
console.log(episode.result, 'rho', rho?.of(episode, 'buyer'));
