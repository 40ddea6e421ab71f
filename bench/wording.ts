/**
 * How often the words of a worded agent name its act's price, on a real model, counted from the transcripts.
 *
 * Run: npx tsx bench/wording.ts MODEL.gguf [--games 40] [--turns 10] [--threads 1] [--temperature 0.7] [--out FILE.jsonl]
 * Plays scripts of the clean registry against each other on our listings, both sides put into words by the model. A turn counts
 * as a hit when words of the model (at the first try, or within three) carry the price of the act and no other number; a
 * template that stood in is a miss. Nothing is asserted.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resolveAgent } from '../src/agents/index.ts';
import { playEpisode, price } from '../src/core/index.ts';
import { appendEpisodes, readEpisodes } from '../src/data/index.ts';
import { chooseScenarioOf } from '../src/lab/index.ts';
import { embeddedModel, fileDigest } from '../src/models/node/index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '40' },
    turns: { type: 'string', default: '10' },
    threads: { type: 'string', default: '1' },
    temperature: { type: 'string', default: '0.7' },
    out: { type: 'string' },
  },
});
const [path] = positionals;
if (!path) throw new RangeError('bench/wording.ts takes the path of a model: npx tsx bench/wording.ts MODEL.gguf');
const games = Number(values.games);
const scripts = ['boulware_conceding', 'boulware_firm', 'tit_for_tat', 'linear_standard', 'boulware_hard'];
const AT_ONCE = 8;

const name = 'embedded/bench';
const model = embeddedModel({
  name,
  digest: fileDigest(path),
  path,
  sequences: AT_ONCE,
  contextSize: 1024,
  threads: Number(values.threads),
});
const player = (seed: number) =>
  resolveAgent(`worded:clean:${scripts[seed % scripts.length]}@${name}?temperature=${values.temperature}`, price, {
    model: () => model,
  });
const begun = performance.now();
const played = await Promise.all(
  Array.from({ length: games }, async (_, seed) => {
    const players = { buyer: await player(seed), seller: await player(seed + 2) };
    const chosen = chooseScenarioOf('price', { seed, turnLimit: Number(values.turns) });
    return playEpisode({ domain: price, ...chosen, players, seed });
  }),
);
await model.close();
const seconds = (performance.now() - begun) / 1000;

const file = values.out ?? join(tmpdir(), `wording-${process.pid}.jsonl`);
appendEpisodes(file, played);
const episodes = readEpisodes(file);
if (!values.out) rmSync(file);

let [turns, first, within] = [0, 0, 0];
for (const { events } of episodes) {
  for (const event of events) {
    if (event.type !== 'agent-note') continue;
    const { worded, problem } = event.note as { worded?: number | 'template'; problem?: string };
    if (worded === 1) turns++;
    if (worded === 1 && !problem) first++;
    if (typeof worded === 'number' && !problem) within++;
  }
}
const share = (count: number) => `${((100 * count) / turns).toFixed(1)} % (${count} of ${turns})`;
console.log(`${games} games, ${turns} worded turns, temperature ${values.temperature}, ${seconds.toFixed(0)} s`);
console.log(`price in the words at the first try   ${share(first)}`);
console.log(`price in the words within three tries ${share(within)}`);
