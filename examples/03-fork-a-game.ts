/** Replay a game, then fork it: what if the seller had turned hard in turn 6? */
import { resolvePlayer } from 'parley/agents';
import { playEpisode, price, replay } from 'parley/core';
import { chooseScenario } from 'parley/lab';

const seat = (spec: string) => resolvePlayer(spec, price);
const chosen = chooseScenario({ sampler: 'janus', seed: 7, opens: 'buyer' });
const episode = playEpisode({
  domain: price,
  ...chosen,
  players: { buyer: seat('linear_standard'), seller: seat('fair_openings') },
  seed: 7,
});
replay(price, episode); // throws where the record and the rules part
const fork = playEpisode({
  domain: price,
  ...chosen,
  players: { buyer: seat('linear_standard'), seller: seat('hardliner') },
  seed: 7,
  fork: { of: episode, turn: 6 },
});
console.log('as played', episode.result);
console.log('forked   ', fork.result);
