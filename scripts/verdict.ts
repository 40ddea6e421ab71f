/**
 * A claim about students and a script, reckoned: `npx tsx scripts/verdict.ts FOLDER... [--claim thought,thought-43,thought-44] [--over tuned]`, the folders of
 * runs over the same scenarios, such as those of several laboratories that share examples/negotiator/verdict.yaml. Each game counts once, the first
 * time it is met; what ended before its turn counts too. Scenarios count on which each of the claimed and the script has ended every game, and
 * failed in none. Differences are paired by scenario over the tables that both have, intervals and p by t, the claim's by Holm.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Episode, mean, type PriceScenario, type Seat } from '../src/core/index.ts';
import { parseEpisode } from '../src/data/index.ts';
import { holm, pairByCluster, studentCritical, studentTail } from '../src/lab/statistics/index.ts';
import { eachLine } from '../src/models/node/lines.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    claim: { type: 'string', default: 'thought,thought-43,thought-44' },
    over: { type: 'string', default: 'tuned' },
  },
});
if (folders.length === 0)
  throw new RangeError('got no folder, expected those of runs: npx tsx scripts/verdict.ts FOLDER...');
const claimed = values.claim.split(',');

interface Game {
  readonly cluster: string;
  readonly opponent: string;
  /** Opponent and seat. */
  readonly table: string;
  readonly value: number | undefined;
  readonly isDeal: boolean;
}

/** `llm:compatible/thought-43?reason=first&guards=off...` is thought-43; who is guarded, does not think or plays once more is another. */
function named(spec: string): string {
  const [, again, model, options] = /^(again:)?llm:[^/]*\/([^?]*)\?(.*)$/.exec(spec) ?? [];
  if (model === undefined || options === undefined) return spec;
  const asked = options.split('&');
  const notes = [
    asked.includes('reason=none') && 'without a thought',
    !asked.includes('guards=off') && 'guarded',
    again && 'again',
  ];
  return [model, ...notes.filter((note) => note)].join(', ');
}

function* episodesOf(folder: string): Generator<Episode> {
  for (const name of ['episodes.jsonl', 'ahead.jsonl']) {
    const file = join(folder, name);
    if (!existsSync(file)) continue;
    for (const { text } of eachLine(file)) {
      if (text === '') continue;
      const lines =
        name === 'episodes.jsonl' ? [text] : (JSON.parse(text).episodes as unknown[]).map((one) => JSON.stringify(one));
      for (const line of lines) yield parseEpisode(line, file);
    }
  }
}

const played = new Map<string, Map<string, Game>>();
for (const folder of folders)
  for (const { seats, scenario, result } of episodesOf(folder)) {
    const entries = Object.entries(seats) as [Seat, { spec: string }][];
    const own = entries.find(([, { spec }]) => !spec.startsWith('worded:'));
    const opponent = entries.find(([seat]) => seat !== own?.[0])?.[1].spec.replace(/^worded:(.*)@.*$/, '$1');
    if (!own || opponent === undefined) continue;
    const [seat, { spec }] = own;
    const table = `${opponent} ${seat}`;
    const cluster = (scenario as PriceScenario).id;
    const games = played.get(named(spec)) ?? new Map<string, Game>();
    played.set(named(spec), games);
    if (games.has(`${cluster} ${table}`)) continue;
    const value = result.kind === 'failed' ? undefined : (result.utility[seat] as number);
    games.set(`${cluster} ${table}`, { cluster, opponent, table, value, isDeal: result.kind === 'agreement' });
  }

const of = (agent: string): Game[] => {
  const games = played.get(agent);
  if (!games) throw new RangeError(`${agent} is not there: ${[...played.keys()].sort().join(', ')}`);
  return [...games.values()];
};
const needed = [...claimed, values.over].map((agent) => {
  const clusters = new Map<string, Game[]>();
  for (const game of of(agent)) clusters.set(game.cluster, [...(clusters.get(game.cluster) ?? []), game]);
  return clusters;
});
const most = Math.max(...needed.flatMap((clusters) => [...clusters.values()].map((games) => games.length)));
const begun = new Set(claimed.flatMap((agent) => of(agent).map(({ cluster }) => cluster)));
const whole = new Set(
  [...begun].filter((cluster) =>
    needed.every((clusters) => {
      const games = clusters.get(cluster) ?? [];
      return games.length === most && games.every(({ value }) => value !== undefined);
    }),
  ),
);
const inWhole = (agent: string) => of(agent).filter(({ cluster }) => whole.has(cluster));

/** The mean of `a` less that of `b`, scenario by scenario, over the tables that both have. */
function less(a: string, b: string, keep: (game: Game) => boolean = () => true) {
  const sides = [inWhole(a).filter(keep), inWhole(b).filter(keep)] as const;
  const key = ({ cluster, table }: Game) => `${cluster} ${table}`;
  const [first, second] = sides.map((games) => new Set(games.filter(({ value }) => value !== undefined).map(key)));
  const both = (games: Game[]) => games.filter((game) => first?.has(key(game)) && second?.has(key(game)));
  const differences = pairByCluster(both(sides[0]), both(sides[1])).differences.map(({ value }) => value);
  const freedom = differences.length - 1;
  if (freedom < 1) return { by: differences[0], text: '-', p: 1 };
  const by = mean(differences);
  const error = Math.sqrt(differences.reduce((sum, one) => sum + (one - by) ** 2, 0) / freedom / (freedom + 1));
  const off = error * studentCritical(0.025, freedom);
  const p = error > 0 ? 2 * studentTail(Math.abs(by) / error, freedom) : by === 0 ? 1 : 0;
  const few = freedom + 1 < whole.size ? ` (${freedom + 1} scenarios)` : '';
  return { by, text: `${by.toFixed(3)} [${(by - off).toFixed(3)}, ${(by + off).toFixed(3)}]${few}`, p };
}

const line = (text: string) => process.stdout.write(`${text}\n`);
const row = (cells: readonly string[]) => line(`| ${cells.join(' | ')} |`);
const table = (head: readonly string[], rows: readonly (readonly string[])[]) => {
  row(head);
  row(head.map(() => '---'));
  rows.forEach(row);
  line('');
};
const average = (games: readonly Game[]) => {
  const known = games.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return known.length > 0 ? mean(known).toFixed(3) : '-';
};

const failed = [...played].flatMap(([agent, games]) => {
  const count = [...games.values()].filter(({ value }) => value === undefined).length;
  return count > 0 ? [`${agent} ${count}`] : [];
});
line(
  `${whole.size} whole scenarios of ${begun.size} begun, ${most} tables of each agent on each; failed games: ${failed.join(', ') || 'none'}\n`,
);
const opponents = [...new Set(inWhole(values.over).map(({ opponent }) => opponent))];
const rest = [...played.keys()]
  .filter((agent) => !claimed.includes(agent))
  .sort((a, b) => Number(average(inWhole(b))) - Number(average(inWhole(a))));
table(
  ['agent', 'games', 'utility', 'deals', ...opponents],
  [...claimed, ...rest].map((agent) => {
    const games = inWhole(agent);
    const deals = (100 * games.filter(({ isDeal }) => isDeal).length) / games.length;
    const against = opponents.map((one) => average(games.filter(({ opponent }) => opponent === one)));
    return [agent, String(games.length), average(games), games.length > 0 ? `${deals.toFixed(1)} %` : '-', ...against];
  }),
);
table(
  ['less', ...claimed],
  [
    ...rest.map((other) => [other, ...claimed.map((agent) => less(agent, other).text)]),
    ...opponents.map((one) => [
      `${values.over}, before ${one}`,
      ...claimed.map((agent) => less(agent, values.over, ({ opponent }) => opponent === one).text),
    ]),
  ],
);
const found = claimed.map((agent) => less(agent, values.over));
const corrected = holm(found.map(({ p }) => p));
for (const [i, agent] of claimed.entries())
  line(
    `${agent} less ${values.over}: ${found[i]?.text}, p ${found[i]?.p.toPrecision(3)}, after Holm over ${claimed.length} ${corrected[i]?.toPrecision(3)}`,
  );
