/**
 * How often the best set wins that is told without a question, worked out exactly over all solvable games of MindGames, for
 * docs/results/persuasion.md: `npx tsx scripts/persuasion-unasked.ts [PAYOFFS.jsonl]`. A persuader sees its table and wants A; it knows how games
 * are drawn, and in the second column also which rival is the target's best and which its first choice. What that wins depends on how
 * likely each game is, so each row says what counts alike; on a file of payoffs, which set is told of several that are as good is left to
 * chance, and the mean over these is printed with the least and the most.
 */
import { hiddenCells, type Payoff, solvableGame, solvableGames, winningSubsets } from '../src/core/index.ts';
import { importMindgames } from '../src/data/index.ts';

const [file] = process.argv.slice(2);
const SETS = 1 << 9;
const bits = (cells: readonly number[]) => cells.reduce((mask, cell) => mask | (1 << cell), 0);

interface Game {
  readonly table: string;
  readonly target: string;
  readonly hidden: number;
  /** The one set of hidden cells that wins; every solvable game has one. */
  readonly wins: number;
  /** How many persuaders want A with this table. */
  readonly persuaders: number;
}

/** The same table with B and C the other way round. */
const swapped = (table: string) => {
  const [a, b, c] = table.split(';');
  return [a, c, b].join(';');
};
const swappedCells = (set: number) => (set & 0b111) | ((set & 0b111_000) << 3) | ((set & 0b111_000_000) >> 3);

function gameOf(payoff: Payoff): Omit<Game, 'persuaders'> {
  return {
    table: payoff.utilities.map((row) => row.join()).join(';'),
    target: payoff.target.join(),
    hidden: bits(hiddenCells(payoff)),
    wins: bits(winningSubsets(payoff)[0] ?? []),
  };
}

const found = new Map<string, Game>();
for (let i = 0; i < solvableGames(); i++) {
  const game = gameOf(solvableGame(i));
  const key = [game.table, game.target, game.hidden].join('|');
  found.set(key, { ...game, persuaders: (found.get(key)?.persuaders ?? 0) + 1 });
}
const games = [...found.values()];

/** Of each table, how often each set of cells wins, by what the games weigh; with both readings of the rivals where they are not told apart. */
function winsBySet(weightOf: (game: Game) => number, told: boolean): Map<string, Float64Array> {
  const wins = new Map<string, Float64Array>();
  for (const game of games)
    for (const other of told ? [false] : [false, true]) {
      const table = other ? swapped(game.table) : game.table;
      const [hidden, needed] = other ? [swappedCells(game.hidden), swappedCells(game.wins)] : [game.hidden, game.wins];
      const list = wins.get(table) ?? new Float64Array(SETS);
      wins.set(table, list);
      for (let set = 0; set < SETS; set++)
        if ((set & hidden) === needed) list[set] = (list[set] as number) + weightOf(game);
    }
  return wins;
}

const sum = <T>(list: Iterable<T>, of: (one: T) => number) => [...list].reduce((total, one) => total + of(one), 0);
/** Each table stands there twice where rivals are not told apart, and so does each game. */
const optimum = (weightOf: (game: Game) => number, told: boolean) =>
  sum(winsBySet(weightOf, told).values(), (list) => Math.max(...list)) / sum(games, weightOf) / (told ? 1 : 2);

const perTarget = new Map<string, number>();
for (const { target, persuaders } of games) perTarget.set(target, (perTarget.get(target) ?? 0) + persuaders);
const perTable = new Map<string, number>();
for (const { table, persuaders } of games) perTable.set(table, (perTable.get(table) ?? 0) + persuaders);

const weightings: readonly (readonly [string, (game: Game) => number])[] = [
  [`each of the ${solvableGames()} games (table, hidden cells, target, persuader)`, ({ persuaders }) => persuaders],
  [`each of the ${games.length} without its persuader (table, hidden cells, target)`, () => 1],
  ['each target, and each of its games', ({ target, persuaders }) => persuaders / (perTarget.get(target) as number)],
  ['each table, and each of its games', ({ table, persuaders }) => persuaders / (perTable.get(table) as number)],
];
const percent = (share: number) => (100 * share).toFixed(2);
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
print(['what is as likely', 'rivals not told apart', 'roles known']);
print(['---', '---:', '---:']);
for (const [name, weightOf] of weightings)
  print([name, percent(optimum(weightOf, false)), percent(optimum(weightOf, true))]);

if (file !== undefined) {
  const given = importMindgames([file]).payoffs.filter((one) => one.class === 'solution');
  for (const [name, weightOf] of weightings) {
    const cells = [false, true].map((told) => {
      const wins = winsBySet(weightOf, told);
      let [least, most, mean] = [0, 0, 0];
      for (const { payoff } of given) {
        const { table, hidden, wins: needed } = gameOf(payoff);
        const list = [...(wins.get(table) ?? [])];
        const best = Math.max(...list);
        const sets = list.flatMap((value, set) => (value > best - 1e-9 ? [set] : []));
        const won = sets.filter((set) => (set & hidden) === needed).length;
        mean += won / sets.length;
        if (won > 0) most++;
        if (won === sets.length) least++;
      }
      return `${percent(mean / given.length)} (${least} to ${most} of ${given.length})`;
    });
    print([`on the payoffs given, told by who thinks as likely ${name}`, ...cells]);
  }
}
