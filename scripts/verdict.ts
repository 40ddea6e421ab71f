/**
 * A claim about students and a script, reckoned: `npx tsx scripts/verdict.ts FOLDER... [--claim thought,thought-43,thought-44] [--over tuned]`, the folders
 * of runs over prices against opponents with words, such as those of several laboratories that share examples/negotiator/verdict.yaml. Each game
 * counts once, wherever it ended; what ended before its turn counts too. Scenarios count on which each of the claimed and the script has ended
 * every table that any of them has, and failed in none. Differences are paired by scenario over the tables that both have, intervals and p by t,
 * those of the claimed by Holm. Before them the mean of the claimed is tested, table by table: what follows counts where that is below .05.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Episode, mean, type PriceScenario, type Seat } from '../src/core/index.ts';
import { parseEpisode } from '../src/data/index.ts';
import { readAhead } from '../src/lab/experiment/ordered-writer.ts';
import { holm, pairByCluster, studentCritical, studentTail } from '../src/lab/statistics/index.ts';
import { eachLine } from '../src/models/node/lines.ts';

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    claim: { type: 'string', default: 'thought,thought-43,thought-44' },
    over: { type: 'string', default: 'tuned' },
  },
});

interface Game {
  readonly cluster: string;
  readonly opponent: string;
  /** Opponent and seat. */
  readonly table: string;
  /** None where it failed. */
  readonly value: number | undefined;
  readonly isDeal: boolean;
}

const refuse = (text: string): never => {
  process.stderr.write(`verdict: ${text}\n`);
  process.exit(2);
};
if (folders.length === 0) refuse('got no folder, expected those of runs: npx tsx scripts/verdict.ts FOLDER...');
const claimed = [...new Set(values.claim.split(',').map((one) => one.trim()))];

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
  return [model, ...notes.filter((note) => note)].join(' ');
}

function* episodesOf(folder: string): Generator<Episode> {
  const file = join(folder, 'episodes.jsonl');
  const isBegun = existsSync(join(folder, 'ahead.jsonl'));
  if (!existsSync(file) && !isBegun) refuse(`${folder} holds no episodes.jsonl: give what parley run had as --out`);
  if (existsSync(file)) {
    let at = 0;
    for (const { text } of eachLine(file)) yield parseEpisode(text, `${file} line ${++at}`);
  }
  if (isBegun)
    for (const { table, episodes } of readAhead(folder))
      for (const episode of episodes) yield parseEpisode(JSON.stringify(episode), `${folder} table ${table}`);
}

/** Of a name, who sat there. */
const who = new Map<string, string>();
const scenarios = new Map<string, string>();
const played = new Map<string, Map<string, Game>>();
/** What is called alike must be the same. */
function same(known: Map<string, string>, name: string, what: string, about: string): void {
  const before = known.get(name) ?? what;
  if (before !== what) refuse(`${about} ${name} is two: ${before.slice(0, 200)} and ${what.slice(0, 200)}`);
  known.set(name, what);
}

function enter({ id, seats, scenario, result }: Episode): void {
  const entries = Object.entries(seats) as [Seat, { spec: string; fingerprint: string }][];
  const [own, more] = entries.filter(([, { spec }]) => !spec.startsWith('worded:'));
  if (!own || more)
    throw new RangeError(
      `game ${id} is not one against an opponent with words: ${entries.map(([, { spec }]) => spec).join(' and ')}`,
    );
  const [seat, { spec, fingerprint }] = own;
  const agent = named(spec);
  same(who, agent, `${spec} (${fingerprint})`, 'the agent');
  const cluster = (scenario as PriceScenario).id;
  same(scenarios, cluster, JSON.stringify(scenario), 'the scenario');
  const across = entries.find(([one]) => one !== seat)?.[1].spec as string;
  const opponent = across.replace(/^worded:(.*)@templates$/, '$1');
  const table = `${opponent} ${seat}`;
  const games = played.get(agent) ?? new Map<string, Game>();
  played.set(agent, games);
  const before = games.get(`${cluster} ${table}`);
  // A failed game may have been played again elsewhere.
  if (before && (before.value !== undefined || result.kind === 'failed')) return;
  const value = result.kind === 'failed' ? undefined : (result.utility[seat] as number);
  games.set(`${cluster} ${table}`, { cluster, opponent, table, value, isDeal: result.kind === 'agreement' });
}
try {
  for (const folder of folders) for (const episode of episodesOf(folder)) enter(episode);
} catch (error) {
  refuse((error as Error).message);
}

const of = (agent: string): Game[] => {
  const games = played.get(agent);
  return games
    ? [...games.values()]
    : refuse(`${agent} is not there, but ${[...played.keys()].sort().join('; ') || 'no game'}`);
};
const needed = [...claimed, values.over].map(
  (agent) => new Map(of(agent).map((game) => [`${game.cluster} ${game.table}`, game])),
);
const tables = [...new Set(needed.flatMap((games) => [...games.values()].map(({ table }) => table)))];
const begun = [...new Set(claimed.flatMap((agent) => of(agent).map(({ cluster }) => cluster)))];
const everyGame = (cluster: string) =>
  needed.flatMap((games) => tables.map((table) => games.get(`${cluster} ${table}`)));
const hasFailed = (cluster: string) => everyGame(cluster).some((game) => game && game.value === undefined);
const whole = new Set(begun.filter((cluster) => everyGame(cluster).every((game) => game?.value !== undefined)));
const inWhole = (agent: string) => of(agent).filter(({ cluster, value }) => whole.has(cluster) && value !== undefined);

const key = ({ cluster, table }: Game) => `${cluster} ${table}`;

/** Each claimed, and where there are several their mean table by table: all of them have ended the same tables. */
const students = claimed.map((agent) => ({ name: agent, games: inWhole(agent) }));
if (claimed.length > 1) {
  const ended = students.map(({ games }) => new Map(games.map((game) => [key(game), game.value as number])));
  const games = inWhole(claimed[0] as string).map((game) => ({
    ...game,
    value: mean(ended.map((values) => values.get(key(game)) as number)),
  }));
  students.push({ name: `the mean of the ${claimed.length}`, games });
}

/** The mean of `a` less that of `b`, scenario by scenario, over the tables that both have. */
function less(a: readonly Game[], b: readonly Game[], keep: (game: Game) => boolean = () => true) {
  const sides = [a.filter(keep), b.filter(keep)] as const;
  const [first, second] = sides.map((games) => new Set(games.map(key)));
  const both = (games: Game[]) => games.filter((game) => first?.has(key(game)) && second?.has(key(game)));
  const differences = pairByCluster(both(sides[0]), both(sides[1])).differences.map(({ value }) => value);
  const freedom = differences.length - 1;
  if (freedom < 1) return { text: '-' };
  const by = mean(differences);
  const error = Math.sqrt(differences.reduce((sum, one) => sum + (one - by) ** 2, 0) / freedom / (freedom + 1));
  const off = error * studentCritical(0.025, freedom);
  const p = error > 0 ? 2 * studentTail(Math.abs(by) / error, freedom) : by === 0 ? 1 : 0;
  const games = both(sides[0]).length;
  const few = games < sides[0].length ? ` (${games} games on ${freedom + 1} scenarios)` : '';
  return { text: `${by.toFixed(3)} [${(by - off).toFixed(3)}, ${(by + off).toFixed(3)}]${few}`, p };
}

const line = (text: string) => process.stdout.write(`${text}\n`);
const row = (cells: readonly string[]) => line(`| ${cells.join(' | ')} |`);
const table = (head: readonly string[], rows: readonly (readonly string[])[]) => {
  row(head);
  row(head.map(() => '---'));
  rows.forEach(row);
  line('');
};
const average = (games: readonly Game[]) =>
  games.length > 0 ? mean(games.map(({ value }) => value as number)).toFixed(3) : '-';

const failed = [...played].flatMap(([agent, games]) => {
  const count = [...games.values()].filter(({ value }) => value === undefined).length;
  return count > 0 ? [`${agent} ${count}`] : [];
});
const faulty = begun.filter(hasFailed);
line(
  `${whole.size} whole scenarios of ${begun.length} begun, ${tables.length} tables of each agent on each; left out: ${begun.length - whole.size - faulty.length} not finished by all, ${faulty.length} with a failed game${faulty.length > 0 ? ` (${faulty.join('; ')})` : ''}`,
);
line(`failed games: ${failed.join('; ') || 'none'}\n`);
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
const script = inWhole(values.over);
table(
  ['less', ...students.map(({ name }) => name)],
  [
    ...rest.map((other) => [other, ...students.map(({ games }) => less(games, inWhole(other)).text)]),
    ...opponents.map((one) => [
      `${values.over}, before ${one}`,
      ...students.map(({ games }) => less(games, script, ({ opponent }) => opponent === one).text),
    ]),
  ],
);
const say = (name: string, { text, p }: { text: string; p?: number }, after = '') =>
  line(
    `${name} less ${values.over}: ${p === undefined ? 'too few scenarios to tell' : `${text}, p ${p.toPrecision(3)}${after}`}`,
  );
const [together] = students.slice(claimed.length);
if (together) say(together.name, less(together.games, script));
const found = claimed.map((_, i) => less(students[i]?.games ?? [], script));
const corrected = holm(found.flatMap(({ p }) => (p === undefined ? [] : [p])));
for (const [i, agent] of claimed.entries())
  say(agent, found[i] ?? { text: '-' }, `, after Holm over ${claimed.length} ${corrected[i]?.toPrecision(3)}`);
