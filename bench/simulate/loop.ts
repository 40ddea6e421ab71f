/**
 * The episode loop alone, in memory, on one thread: random pairs of registry janus-a, 20 turns.
 *
 * `played` draws scenarios, pairs and streams beforehand and plays them; `sampled` draws each as `parley simulate` does. The
 * code is the built one in dist: a loader that keeps the names of functions would slow every closure down.
 */
import { setFlagsFromString } from 'node:v8';
import type { Script } from '../../src/core/index.ts';
import { medianBy } from './median.ts';

const PASSES = 5;
const WARM_UP = 50_000;
/** Games drawn beforehand: more than a cache holds and few enough to stay out of the way. */
const DRAWN = 16_384;

export interface LoopRate {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly episodes: number;
  readonly rows: number;
}

export async function timeLoop(episodes: number): Promise<{ played: LoopRate; sampled: LoopRate }> {
  const dist: string = new URL('../../dist/core/index.js', import.meta.url).href;
  const core = (await import(dist)) as typeof import('../../src/core/index.ts');
  // As `parley simulate` does.
  setFlagsFromString('--no-parallel-scavenge');
  const scripts: Script[] = core.registries['janus-a'].map((e) => core.makeScript(e.name, e.strategy, e.options));
  const root = core.createRng(1).split('bench');

  const draw = (index: number) => {
    const stream = root.split(index);
    const agents = { buyer: stream.pick(scripts), seller: stream.pick(scripts) };
    const scenario = core.samplers.janus(Math.floor(stream.float() * 2 ** 53), { turnLimit: 20 });
    return { domain: core.price, scenario, agents, rng: stream.split('agents') };
  };
  const drawn = Array.from({ length: DRAWN }, (_, index) => draw(index));
  return {
    played: time(episodes, (index) => core.runEpisode(drawn[index % DRAWN] as (typeof drawn)[number]).result.turn),
    sampled: time(episodes, (index) => core.runEpisode(draw(index)).result.turn),
  };
}

/** The median pass; `play` gives the turns of one episode. */
function time(episodes: number, play: (index: number) => number): LoopRate {
  for (let index = 0; index < WARM_UP; index++) play(index);
  const passes = Array.from({ length: PASSES }, (): LoopRate => {
    let rows = 0;
    const start = performance.now();
    const used = process.cpuUsage();
    for (let index = 0; index < episodes; index++) rows += play(index);
    const { user, system } = process.cpuUsage(used);
    return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6, episodes, rows };
  });
  return medianBy(passes, ({ seconds }) => seconds);
}
