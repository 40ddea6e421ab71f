/**
 * An agent in the teacher's last turn in which something may be offered, where students lost most of what they lost:
 *
 *   npx tsx scripts/last-turns.ts AGENT [--tables 40] [--seed 2700000]
 *
 * such as 'llm:compatible/thought?reason=first&figures=on&guards=off&temperature=0&tokens=360'. The teacher "appraiser" plays until then;
 * in that turn sits the agent, then the teacher itself, then `tuned`, in the same game. Tables have a zone and lie outside all lessons; across sit
 * the population, strangers and scripts of the literature that no verdict has. Prints a line a table, its thought beside the teacher's, and means.
 */
import { parseArgs } from 'node:util';
import { resolveAgent, resolvePlayer, wordedByTemplates } from '../src/agents/index.ts';
import {
  type Act,
  type Agent,
  type Context,
  createRng,
  type Episode,
  type PriceScenario,
  type PriceView,
  playEpisode,
  price,
  samplers,
} from '../src/core/index.ts';
import { appraised, appraiser } from '../src/lab/search/lessons/appraiser.ts';
import { drawOpponent, speaking } from '../src/lab/search/lessons/population.ts';
import { drawStranger } from '../src/lab/search/lessons/strangers.ts';
import { teacherThought } from '../src/lab/search/lessons/thought.ts';
import { comparePaired } from '../src/lab/statistics/index.ts';
import { closeModels, resolveModel } from '../src/models/node/index.ts';

const OTHERS = ['classic:faratin_resource', 'classic:faratin_conceder', 'janus-b:charging_boul', 'clean:fair_openings'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tables: { type: 'string', default: '40' }, seed: { type: 'string', default: '2700000' } },
});
const spec = positionals[0];
if (spec === undefined) throw new RangeError('got no agent, expected one: npx tsx scripts/last-turns.ts AGENT');
const tables = Number(values.tables);
if (!(tables >= 2)) throw new RangeError(`--tables needs a number from 2 on, got ${values.tables}`);
const print = (line: string) => process.stdout.write(`${line}\n`);

const worded = (script: unknown) => wordedByTemplates(script as never, 'english') as unknown as Agent;
const teacher = worded(appraiser);
const sitters = {
  teacher,
  agent: (await resolveAgent(spec, price as never, { model: resolveModel })).agent,
  tuned: worded(resolvePlayer('tuned', price).agent),
};

const isLast = (view: PriceView) => {
  const { left, aim } = appraised(view);
  return left === 0 && aim !== undefined;
};

/** One game, and what stood in the last turn where it came so far. */
async function play(
  seed: number,
  last: Agent,
): Promise<{ episode: Episode; seat: string; met?: PriceView; act?: Act }> {
  const rng = createRng(seed).split('last turns');
  const seat = rng.split('seat').pick(['buyer', 'seller']);
  const met: { view?: PriceView; act?: Act } = {};
  const agent: Agent = {
    name: 'us',
    async act(view, context: Context) {
      if (!isLast(view as PriceView)) return teacher.act(view, context);
      met.view = view as PriceView;
      const act = await last.act(view, context);
      met.act = act as Act;
      return act;
    },
  };
  const kind = rng.float();
  const shape = rng.split('who');
  const them =
    kind < 0.35
      ? { spec: 'stranger', fingerprint: 'stranger', agent: worded(drawStranger(shape)) }
      : resolvePlayer(kind < 0.7 ? speaking(drawOpponent(shape)) : shape.pick(OTHERS), price);
  const us = { spec: 'us', fingerprint: 'us', agent };
  const episode = await playEpisode({
    domain: price as never,
    scenario: samplers.general(seed) as PriceScenario,
    source: { sampler: 'general', seed },
    players: seat === 'buyer' ? { buyer: us, seller: them } : { buyer: them, seller: us },
    seed,
  });
  return { episode, seat, met: met.view, act: met.act };
}

/** Whoever breaks down has earned nothing that could be averaged. */
function utility({ episode: { result, id }, seat }: { episode: Episode; seat: string }): number {
  if (result.kind === 'failed') throw new Error(`game ${id} failed: ${result.reason}`);
  return result.utility[seat] ?? 0;
}
const told = (act?: Act) => (act === undefined ? 'nothing' : `${act.type} ${'price' in act ? act.price : ''}`.trim());
const thoughtIn = ({ events }: Episode) =>
  /"reasoning":"([^"]*)"/.exec(
    String(
      events.flatMap((event) => (event.type === 'agent-note' ? [(event.note as { text?: string }).text] : [])).at(-1),
    ),
  )?.[1];

const names = ['teacher', 'agent', 'tuned'] as const;
const found: { seed: number; games: Record<(typeof names)[number], Awaited<ReturnType<typeof play>>> }[] = [];
for (let seed = Number(values.seed); found.length < tables; seed++) {
  const { buyer, seller } = (samplers.general(seed) as PriceScenario).private;
  if (!buyer || !seller || buyer.reservation <= seller.reservation) continue;
  const byTeacher = await play(seed, sitters.teacher);
  if (!byTeacher.met) continue;
  const games = { teacher: byTeacher, agent: await play(seed, sitters.agent), tuned: await play(seed, sitters.tuned) };
  found.push({ seed, games });
  print(
    `${seed} ${names.map((name) => `${name} ${told(games[name].act)} ${utility(games[name]).toFixed(3)}`).join(', ')}`,
  );
  print(`  ${teacherThought(byTeacher.met, 'appraiser')}`);
  print(`  ${thoughtIn(games.agent.episode) ?? 'no thought'}`);
}
await closeModels();

const earned = (name: (typeof names)[number]) =>
  found.map(({ seed, games }) => ({ cluster: String(seed), value: utility(games[name]) }));
for (const name of names) {
  const all = earned(name);
  print(`${name}: ${(all.reduce((sum, { value }) => sum + value, 0) / all.length).toFixed(3)}`);
}
for (const other of ['teacher', 'tuned'] as const) {
  const { mean = 0, low = 0, high = 0 } = comparePaired(earned('agent'), earned(other)).difference;
  print(`agent - ${other}: ${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`);
}
const alike = found.filter(({ games }) => games.agent.act?.type === games.teacher.act?.type);
print(`the kind of act is the teacher's at ${alike.length} of ${found.length} tables`);
