/**
 * Scripts beside the published people and models of MindGames, for docs/results/persuasion.md: `npx tsx scripts/persuasion-beside.ts
 * PAYOFFS.jsonl OUTCOMES.csv [GAMES]`. Only payoffs that are in both files count; the published rows are computed again on them, and
 * every script plays them GAMES times each (10) with roles, tie rule and talk as the people or the models had them. Wilson's interval is
 * the published one; games on one payoff, or of one person, resemble each other, so the other has these as units.
 */
import { resolvePlayer } from '../src/agents/index.ts';
import {
  createRng,
  type Domain,
  type MindgamesOptions,
  mean,
  metrics,
  mindgames,
  mindgamesScenario,
  playEpisode,
} from '../src/core/index.ts';
import { importMindgames, ratesOf, wilson } from '../src/data/index.ts';
import { bootstrapMean } from '../src/lab/statistics/index.ts';

const [payoffFile, outcomeFile, count = '10'] = process.argv.slice(2);
const repeat = Number(count);
if (payoffFile === undefined || outcomeFile === undefined || !Number.isInteger(repeat) || repeat < 1)
  throw new RangeError('give a file of payoffs, one of outcomes, and perhaps a whole number of games from 1');
const { payoffs, outcomes } = importMindgames([payoffFile, outcomeFile]);
const plain = outcomes.filter(({ used, variant }) => used === '1' && variant === 'plain');
const domain = mindgames as Domain;

const HIDDEN = [
  'random_cells',
  'own_taste',
  'say_all',
  'greedy',
  'best_set',
  'best_set?knows=roles',
  'best_set?asks=inferential',
  'best_set?asks=informational',
  'bayes?asks=ranking',
  'bayes',
  'ask_first',
  'dominant',
];
/** With the mind of the target told there is nothing to ask. */
const REVEALED = ['random_cells', 'own_taste', 'dominant'];

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const percent = (wins: number, games: number) => (games === 0 ? '-' : ((100 * wins) / games).toFixed(1));
const ends = ([low, high]: readonly (number | null)[]) =>
  Number.isFinite(low) && Number.isFinite(high)
    ? [low, high].map((end) => (100 * (end as number)).toFixed(1)).join(' to ')
    : 'too few';
function clustered(values: readonly { readonly cluster: string; readonly value: number }[]): string {
  const { low, high } = bootstrapMean(values, { within: [0, 1] });
  return ends([low, high]);
}

interface Setting extends Required<Pick<MindgamesOptions, 'condition' | 'tieRule' | 'talk' | 'roles'>> {
  /** Whose payoffs are played. */
  readonly who: (persuader: string) => boolean;
}

function beside(title: string, { who, ...options }: Setting): void {
  const mode = options.talk === 'typed' ? 'discrete' : 'prose';
  const rows = plain.filter(
    ({ condition, mode: how, persuader }) =>
      condition === options.condition && how === mode && (options.tieRule === 'sticky' || persuader !== 'human'),
  );
  const theirs = new Set(rows.filter(({ persuader }) => who(persuader)).map(({ payoff }) => payoff));
  const shared = payoffs.filter(({ id }) => theirs.has(id));
  const here = new Set(shared.map(({ id }) => id));
  process.stdout.write(
    `\n${title}: ${shared.length} of their ${theirs.size} payoffs are at hand; tie rule ${options.tieRule}, roles ${options.roles}\n\n`,
  );
  const head = [
    'persuader',
    'payoffs',
    'won',
    '%',
    'Wilson',
    'by payoff',
    'bad cells',
    'asked',
    'asked direct',
    'unfinished',
  ];
  print(head);
  print(head.map((_, i) => (i === 0 ? '---' : '---:')));
  for (const rate of ratesOf(rows, here)) {
    // A model's game is of the other rule: what its messages would have come to is counted, and said.
    const sticky = options.tieRule === 'sticky';
    const isPerson = rate.persuader === 'human';
    const wins = sticky ? rate.winsSticky : rate.wins;
    const own = rows.filter((row) => row.persuader === rate.persuader && here.has(row.payoff) && row.complete === '1');
    print([
      `${rate.persuader}${sticky && !isPerson ? ', replayed by this rule' : ''}${isPerson ? ' (units: persons)' : ''}`,
      String(new Set(own.map(({ payoff }) => payoff)).size),
      `${wins}/${rate.games}`,
      percent(wins, rate.games),
      ends(wilson(wins, rate.games)),
      clustered(
        own.map((row) => ({
          cluster: isPerson ? row.player : row.payoff,
          value: Number(sticky ? row.success_sticky : row.success),
        })),
      ),
      ...[rate.badCells, rate.asked, rate.askedDirect].map((one) => one?.toFixed(2) ?? '-'),
      String(rate.unfinished),
    ]);
  }
  for (const spec of options.condition === 'hidden' ? HIDDEN : REVEALED) {
    // Who takes the names for roles is at a loss where they are not.
    if (spec.includes('knows=roles') && options.roles !== 'fixed') continue;
    const players = { persuader: resolvePlayer(spec, domain), target: resolvePlayer('rational', domain) };
    const episodes = shared.flatMap(({ payoff }, i) =>
      Array.from({ length: repeat }, (_, again) => {
        const seed = i * repeat + again;
        const scenario = mindgamesScenario(`game-${seed}`, payoff, createRng(seed), options);
        return playEpisode({ domain, scenario, source: { game: seed }, players, seed });
      }),
    );
    const of = (name: string) => {
      const metric = metrics.find((one) => one.name === name);
      return episodes.map((episode) => metric?.of(episode, '') ?? 0);
    };
    const won = of('persuaded');
    const wins = won.reduce((sum, one) => sum + one, 0);
    print([
      `\`${spec}\``,
      String(shared.length),
      `${wins}/${won.length}`,
      percent(wins, won.length),
      '',
      clustered(won.map((value, i) => ({ cluster: String(Math.floor(i / repeat)), value }))),
      ...['bad-cells', 'asked', 'asked-direct'].map((name) => mean(of(name)).toFixed(2)),
      '0',
    ]);
  }
}

const person = (persuader: string) => persuader === 'human';
const model = (persuader: string) => persuader !== 'human' && persuader !== 'random-8';
for (const condition of ['hidden', 'revealed'] as const)
  beside(`People, ${condition}, prose`, {
    who: person,
    condition,
    tieRule: 'sticky',
    talk: 'prose',
    roles: 'permuted',
  });
for (const condition of ['hidden', 'revealed'] as const)
  beside(`Models, ${condition}, prose`, { who: model, condition, tieRule: 'end', talk: 'prose', roles: 'fixed' });
beside('Models, hidden, typed', { who: model, condition: 'hidden', tieRule: 'end', talk: 'typed', roles: 'fixed' });
