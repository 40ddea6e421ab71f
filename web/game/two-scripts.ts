/** Two scripts that speak, without the other agents: the first page loads no more than it plays. */
import { resolveScript } from '../../src/agents/script.ts';
import { wordedByTemplates } from '../../src/agents/worded.ts';
import {
  type Episode,
  findTask,
  makeScript,
  type Player,
  type PriceScript,
  playEpisode,
  type Script,
} from '../../src/core/index.ts';
import { worded } from '../agents/worded.ts';

export const TASK = 'price-wide';

/** A game over the price of something that the seed draws. */
export function playTwo(seed: number, buyer: string, seller: string): Episode {
  const task = findTask(TASK);
  if (!task) throw new RangeError(`there is no task ${TASK}`);
  const { scenario, source } = task.scenario(seed, {});
  const players = { buyer: speaking(buyer), seller: speaking(seller) };
  return playEpisode({ domain: task.domain, scenario, source, seed, players });
}

function speaking(script: string): Player<Script> {
  const { strategy, options } = resolveScript(script, { name: 'price' });
  const agent = wordedByTemplates(makeScript(script, strategy, options) as PriceScript, 'english');
  return { spec: worded(script), fingerprint: script, agent: agent as Script };
}
