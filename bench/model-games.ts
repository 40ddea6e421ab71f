/**
 * Times whole price games between two model agents: many at once in one batch against one after the other.
 *
 * Run: npx tsx bench/model-games.ts [MODEL.gguf | compatible/NAME?url=URL] [--games 16] [--turns 8] [--threads N] [--at 1,4,16,64] [--agent SPEC]
 * A served model (parley train serve on a GPU) is asked over HTTP, and processor time is that of this process alone.
 * Without a model it plays on a tiny model of random weights, whose games measure the machinery and not a model. SPEC is an
 * agent's spec with MODEL for the model's name, by default llm:MODEL?reason=none. The sequential run is tuned: the same
 * threads, the prompts of both seats kept in memory (one sequence a seat), one request at a time. A row "n at once" keeps n
 * games going over 2n sequences. Games are the same seeds everywhere; a row of more games than the sequential run plays
 * further seeds, and the share of identical games is over those that both played. Processor time a token is beside the wall
 * clock, since it holds on a machine that others use too. Nothing is asserted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { resolveAgent } from '../src/agents/index.ts';
import { canonicalJson, type Episode, playEpisode, price } from '../src/core/index.ts';
import { chooseScenarioOf } from '../src/lab/index.ts';
import type { Model } from '../src/models/index.ts';
import { embeddedModel, fileDigest, resolveModel } from '../src/models/node/index.ts';
import { writeTinyModel } from '../test/gguf.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '16' },
    turns: { type: 'string', default: '8' },
    threads: { type: 'string', default: String(availableParallelism()) },
    context: { type: 'string', default: '2048' },
    at: { type: 'string', default: '1,4,16,64' },
    agent: { type: 'string', default: 'llm:MODEL?reason=none' },
  },
});
const [games, turns, threads, contextSize] = [values.games, values.turns, values.threads, values.context].map(
  Number,
) as [number, number, number, number];

interface Run {
  readonly episodes: readonly Episode[];
  readonly seconds: number;
  readonly processor: number;
  readonly replies: number;
  readonly tokens: number;
}

const isServed = (path: string) => path.startsWith('compatible/');

async function open(path: string, atOnce: number): Promise<Model> {
  if (isServed(path)) return resolveModel(path);
  const name = 'embedded/bench';
  return embeddedModel({ name, digest: fileDigest(path), path, sequences: 2 * atOnce, contextSize, threads });
}

async function run(path: string, atOnce: number, count: number): Promise<Run> {
  const model = await open(path, atOnce);
  await model.generate({ messages: [{ role: 'user', content: 'Hello' }], maxTokens: 1, temperature: 0 }); // loads
  let [replies, tokens] = [0, 0];
  const counted: Model = {
    ...model,
    async generate(request, options) {
      const reply = await model.generate(request, options);
      replies++;
      tokens += reply.usage.outputTokens;
      return reply;
    },
  };
  const spec = values.agent.replace('MODEL', isServed(path) ? 'compatible/bench' : 'embedded/bench');
  const player = await resolveAgent(spec, price, { model: async () => counted });
  const limit = pLimit(atOnce);
  const play = (seed: number) => {
    const chosen = chooseScenarioOf('price', { seed, turnLimit: turns });
    return playEpisode({ domain: price, ...chosen, players: { buyer: player, seller: player }, seed });
  };
  const [begun, used] = [performance.now(), process.cpuUsage()];
  const episodes = await Promise.all(Array.from({ length: count }, (_, seed) => limit(() => play(seed))));
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(used);
  await model.close?.();
  return { episodes, seconds, processor: (user + system) / 1e6, replies, tokens };
}

const line = (cells: readonly (string | number)[]) =>
  console.log(
    cells.map((cell, column) => (column === 0 ? String(cell).padEnd(14) : String(cell).padStart(13))).join(''),
  );

function results(episodes: readonly Episode[]): string {
  const counts = new Map<string, number>();
  for (const { result } of episodes) counts.set(result.kind, (counts.get(result.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
}

const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
try {
  const tiny = join(folder, 'tiny.gguf');
  const path = positionals[0] ?? tiny;
  if (path === tiny) writeTinyModel(tiny);
  console.log(
    `${values.agent}, ${turns} turns, ${threads} threads, ${path === tiny ? 'random weights' : path}, node ${process.version}`,
  );
  line(['', 'games', 'replies', 'tokens/s', 'games/s', 'CPU ms/token', 'speed-up', 'identical']);
  const sequential = await run(path, 1, games);
  const pace = games / sequential.seconds;
  const known = sequential.episodes.map((episode) => canonicalJson(episode));
  const show = (label: string, { episodes, seconds, processor, replies, tokens }: Run) => {
    const both = known.filter((text, i) => episodes[i] && canonicalJson(episodes[i]) === text).length;
    line([
      label,
      episodes.length,
      replies,
      (tokens / seconds).toFixed(1),
      (episodes.length / seconds).toFixed(3),
      ((1000 * processor) / tokens).toFixed(1),
      `${(episodes.length / seconds / pace).toFixed(2)}x`,
      `${both}/${known.length}`,
    ]);
    console.log(`${' '.repeat(14)}${results(episodes)}`);
  };
  show('sequential', sequential);
  for (const atOnce of values.at.split(',').map(Number))
    show(`${atOnce} at once`, await run(path, atOnce, Math.max(games, atOnce)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
