/**
 * What students of the teacher "appraiser" know of prices, and what it is worth: `npx tsx scripts/appraisals.ts RUN [--less tuned]`, the folder of
 * a run over prices (examples/negotiator/verdict.yaml). Of thoughts that say what an item sells for: how many are right, and how far off they
 * are in shares of the list price, over listings that lessons have and over those that none has. Beside it utility less another agent's
 * and less the teacher's, who is seated here at each table that the students had, without words. Scenarios that not everybody finished are left out.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Episode, listings, type PriceScenario, type Seat } from '../src/core/index.ts';
import { parseEpisode } from '../src/data/index.ts';
import { appraiser, isTaught } from '../src/lab/search/lessons/appraiser.ts';
import { comparePaired } from '../src/lab/statistics/index.ts';
import { earned, script } from './tables.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { less: { type: 'string', default: 'tuned' } },
});
const [folder] = positionals;
if (folder === undefined)
  throw new RangeError('got no folder, expected that of a run: npx tsx scripts/appraisals.ts RUN');

interface Game {
  readonly agent: string;
  readonly cluster: string;
  readonly isTaught: boolean;
  readonly value: number;
  /** What the thoughts say that the item sells for, less what it does, in shares of the list price. */
  readonly errors: readonly number[];
}

const TEACHER = 'appraiser, the teacher';
const all: Game[] = [];
for await (const line of createInterface({ input: createReadStream(join(folder, 'episodes.jsonl')) })) {
  if (line === '') continue;
  const episode = parseEpisode(line, folder);
  if (episode.result.kind === 'failed') continue;
  const entries = Object.entries(episode.seats) as [Seat, { spec: string }][];
  const own = entries.find(([, { spec }]) => !spec.startsWith('worded:'));
  if (!own) continue;
  const [seat, { spec: agent }] = own;
  const scenario = episode.scenario as PriceScenario;
  const { item } = scenario.public;
  const street = listings.find(({ title }) => title === item.title)?.streetPrice as number;
  const game = { cluster: scenario.id, isTaught: isTaught(item.title) };
  const value = episode.result.utility[seat] as number;
  const errors = saidIn(episode, seat).map((said) => (said - street) / item.listPrice);
  all.push({ ...game, agent, value, errors });
  if (agent !== values.less) continue;
  const against = entries.find(([one]) => one !== seat)?.[1].spec.replace(/^worded:(.*)@.*$/, '$1') as string;
  const table = { scenario, seat: seat as 'buyer' | 'seller', them: script(against), seed: episode.seed };
  all.push({ ...game, agent: TEACHER, value: earned(appraiser, table), errors: [] });
}

/** What each thought says that the item sells for. */
function saidIn(episode: Episode, seat: Seat): number[] {
  return episode.events.flatMap((event) => {
    if (event.type !== 'agent-note' || event.seat !== seat) return [];
    const said = /Sells for ([\d.]+),/.exec(String((event.note as { text?: unknown } | null)?.text))?.[1];
    return said === undefined ? [] : [Number(said)];
  });
}

const agents = [...new Set(all.map(({ agent }) => agent))].sort();
const count = (cluster: string, agent: string) => all.filter((g) => g.cluster === cluster && g.agent === agent).length;
const clusters = [...new Set(all.map(({ cluster }) => cluster))];
const most = Math.max(...clusters.map((cluster) => count(cluster, values.less)));
const whole = new Set(clusters.filter((cluster) => agents.every((agent) => count(cluster, agent) === most)));
const games = all.filter(({ cluster }) => whole.has(cluster));
const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

process.stdout.write(`${whole.size} whole scenarios of ${clusters.length}, ${most} games of each agent on each\n`);
const head = [
  'agent',
  'listings',
  'scenarios',
  'utility',
  `less ${values.less}`,
  'less the teacher',
  'right',
  'off by',
];
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
print(head);
print(head.map(() => '---'));
for (const agent of agents)
  for (const [name, has] of [
    ['all', () => true],
    ['taught', (game: Game) => game.isTaught],
    ['not taught', (game: Game) => !game.isTaught],
  ] as const) {
    const of = (whom: string) => games.filter((game) => game.agent === whom && has(game));
    const mine = of(agent);
    if (mine.length === 0) continue;
    const errors = mine.flatMap((game) => game.errors);
    const less = (whom: string) => {
      if (whom === agent) return '-';
      const { mean: by = 0, low, high } = comparePaired(mine, of(whom)).difference;
      return low === undefined || high === undefined || !Number.isFinite(low)
        ? by.toFixed(3)
        : `${by.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
    };
    print([
      agent,
      name,
      String(new Set(mine.map(({ cluster }) => cluster)).size),
      mean(mine.map(({ value }) => value)).toFixed(3),
      less(values.less),
      less(TEACHER),
      errors.length > 0 ? `${((100 * errors.filter((x) => x === 0).length) / errors.length).toFixed(1)} %` : '-',
      errors.length > 0 ? mean(errors.map(Math.abs)).toFixed(3) : '-',
    ]);
  }
