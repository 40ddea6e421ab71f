/**
 * The episode loop of this build against that of another, in one process and in turns:
 *
 *   git worktree add ../before COMMIT && (cd ../before && npm ci)
 *   npx tsx bench/loop-ratio.ts ../before/dist [EPISODES]
 *
 * Pairs of registry janus-a, 20 turns, drawn beforehand with the one that is timed. Prints the ratio of the medians; above 1 this
 * build is the faster one.
 */
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Script } from '../src/core/index.ts';

const ROUNDS = 15;
const DRAWN = 8192;

type Core = typeof import('../src/core/index.ts');

async function playerOf(dist: string): Promise<(games: number) => number> {
  const core = (await import(resolve(dist, 'core/index.js'))) as Core;
  const scripts: Script[] = core.registries['janus-a'].map((e) => core.makeScript(e.name, e.strategy, e.options));
  const root = core.createRng(1).split('bench');
  const drawn = Array.from({ length: DRAWN }, (_, index) => {
    const stream = root.split(index);
    const agents = { buyer: stream.pick(scripts), seller: stream.pick(scripts) };
    const scenario = core.samplers.janus(Math.floor(stream.float() * 2 ** 53), { turnLimit: 20 });
    return { domain: core.price, scenario, agents, rng: stream.split('agents') };
  });
  return (games) => {
    const start = process.cpuUsage();
    for (let i = 0; i < games; i++) core.runEpisode(drawn[i % DRAWN] as (typeof drawn)[number]);
    const { user, system } = process.cpuUsage(start);
    return games / ((user + system) / 1e6);
  };
}

const [before, games = '60000'] = process.argv.slice(2);
if (!before) throw new Error('name the dist folder of the build to compare with');
// As `parley simulate` does.
setFlagsFromString('--no-parallel-scavenge');
const [mine, theirs] = [await playerOf('dist'), await playerOf(before)];
const rates: [number[], number[]] = [[], []];
for (let round = -2; round < ROUNDS; round++) {
  // Whoever comes second meets a warmer machine, so they take turns at that too.
  const order = round % 2 === 0 ? [0, 1] : [1, 0];
  for (const which of order) {
    const rate = (which === 0 ? mine : theirs)(Number(games));
    if (round >= 0) rates[which as 0 | 1].push(rate);
  }
}
const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] as number;
const [now, then] = [median(rates[0]), median(rates[1])];
console.log(`this build ${Math.round(now)} episodes/s, the other ${Math.round(then)}: ${(now / then).toFixed(3)}`);
