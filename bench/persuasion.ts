/**
 * Scripted games of persuasion a second, beside a game of price in the same process: `npm run build && npx tsx bench/persuasion.ts
 * [--seconds N]`. One thread, in memory, scenarios drawn before. Nothing is asserted.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { resolvePlayer } from '../dist/agents/index.js';
import { createRng, findDomain, findKit, runEpisode } from '../dist/core/index.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '2' } } });
const seconds = Number(values.seconds);
if (!(seconds > 0)) throw new RangeError(`--seconds takes a number above 0, got ${values.seconds}`);

const SCENARIOS = 200;
const tables = [
  ['price', 'boulware_hard', 'boulware_hard'],
  ['ptom', 'random', 'mind'],
  ['ptom', 'greedy', 'mind'],
  ['ptom', 'ask_first', 'mind'],
  ['ptom', 'bayes', 'mind'],
  ['trace', 'random', 'network'],
  ['trace', 'adaptive', 'network'],
] as const;

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
for (const [name, a, b] of tables) {
  const domain = findDomain(name);
  const sample = Object.values(findKit(name)?.samplers ?? {})[0];
  if (!domain || !sample) throw new RangeError(`there is no domain ${name}`);
  const scenarios = Array.from({ length: SCENARIOS }, (_, seed) => sample(seed));
  const agents = [a, b].map((spec) => resolvePlayer(spec, domain).agent);
  const play = (i: number) => {
    const scenario = scenarios[i % SCENARIOS] as (typeof scenarios)[number];
    const seats = domain.seats(scenario);
    const seated = Object.fromEntries(seats.map((seat, j) => [seat, agents[j] as (typeof agents)[number]]));
    runEpisode({ domain, scenario, agents: seated, rng: createRng(i) });
  };
  for (let i = 0; i < 20; i++) play(i);
  const start = performance.now();
  let games = 0;
  while (performance.now() - start < 1000 * seconds) play(games++);
  const rate = games / ((performance.now() - start) / 1000);
  console.log(`${`${name}: ${a} and ${b}`.padEnd(40)} ${Math.round(rate).toLocaleString('en').padStart(10)} games/s`);
}
