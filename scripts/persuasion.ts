/**
 * Persuasion measured, for docs/LOG.md: `npx tsx scripts/persuasion.ts [GAMES] [PAYOFFS.jsonl]`. Floors and ceilings by playing
 * GAMES games (1000) drawn evenly from all solvable ones and, where a file of payoffs is given, on those of its class solution; then
 * the planner's beliefs and its predictions of what it did not do, played out by forks.
 */
import { resolvePlayer } from '../src/agents/index.ts';
import {
  createRng,
  type Domain,
  type Episode,
  type MindgamesOptions,
  mindgames,
  mindgamesScenario,
  type Payoff,
  playEpisode,
  type Scenario,
  solvableGame,
  solvableGames,
} from '../src/core/index.ts';
import { importMindgames, wilson } from '../src/data/index.ts';
import { askedBeliefs, beliefCells, beliefHead, beliefRows } from '../src/lab/analysis/beliefs.ts';
import { counterfactualScore, type Prediction, playedOut } from '../src/lab/analysis/counterfactuals.ts';

const [count = '1000', file] = process.argv.slice(2);
const games = Number(count);
if (!Number.isInteger(games) || games < 2) throw new RangeError(`got "${count}" games, expected a whole number from 2`);
const domain = mindgames as Domain;
const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const heading = (title: string, head: readonly string[]) => {
  process.stdout.write(`\n${title}\n\n`);
  print(head);
  print(head.map(() => '---'));
};

const rng = createRng(20).split('payoffs');
const drawn = Array.from({ length: games }, () => solvableGame(rng.integer(solvableGames())));
const given = file === undefined ? [] : importMindgames([file]).payoffs.filter((one) => one.class === 'solution');

function play(spec: string, payoffs: readonly Payoff[], options: MindgamesOptions, repeat = 1): Episode[] {
  const players = { persuader: resolvePlayer(spec, domain), target: resolvePlayer('rational', domain) };
  return payoffs.flatMap((payoff, i) =>
    Array.from({ length: repeat }, (_, again) => {
      const seed = i * repeat + again;
      const scenario: Scenario = mindgamesScenario(`game-${seed}`, payoff, createRng(seed), options);
      return playEpisode({ domain, scenario, source: { game: seed }, players, seed });
    }),
  );
}

const won = (episodes: readonly Episode[]) =>
  episodes.filter(({ result }) => result.kind === 'concluded' && result.utility.persuader === 1).length;

function row(spec: string, label: string, options: MindgamesOptions): void {
  const cells = [drawn, ...(given.length > 0 ? [given.map(({ payoff }) => payoff)] : [])].map((payoffs) => {
    // Chance needs more games than there are payoffs.
    const episodes = play(spec, payoffs, options, spec === 'random_cells' ? Math.ceil(4000 / payoffs.length) : 1);
    const [wins, n] = [won(episodes), episodes.length];
    const [low, high] = wilson(wins, n).map((end) => (100 * (end ?? 0)).toFixed(1));
    return `${wins}/${n} = ${((100 * wins) / n).toFixed(1)} [${low}, ${high}]`;
  });
  print([spec, label, ...cells]);
}

heading('Floors and ceilings, Wilson 95 %', [
  'persuader',
  'game',
  `${games} of the ${solvableGames()} solvable games, drawn evenly`,
  ...(given.length > 0 ? [`the ${given.length} payoffs at hand`] : []),
]);
row('random_cells', 'hidden, end', {});
row('random_cells', 'hidden, sticky', { tieRule: 'sticky' });
for (const spec of [
  'rational',
  'say_all',
  'own_taste',
  'greedy',
  'best_set',
  'best_set?asks=inferential',
  'best_set?asks=informational',
])
  row(spec, 'hidden, end, permuted', {});
for (const asks of ['none', 'inferential', 'informational'])
  row(`best_set?knows=roles&asks=${asks}`, 'hidden, end, fixed roles', { roles: 'fixed' });
for (const spec of ['dominant', 'ask_first', 'bayes', 'bayes?asks=ranking', 'bayes?asks=no-likes'])
  row(spec, 'hidden, end, permuted', {});
row('dominant', 'revealed, end, permuted', { condition: 'revealed' });

for (const spec of ['planner', 'planner?asks=none']) {
  const played = play(spec, drawn, {});
  const players = { persuader: resolvePlayer(spec, domain), target: resolvePlayer('rational', domain) };
  heading(`What ${spec} believes, ${games} games`, beliefHead);
  const asked = await askedBeliefs(played, () => players.persuader.agent, { seat: () => 'persuader' });
  for (const one of beliefRows(asked)) print(beliefCells(one));
  const predictions: Prediction[] = [];
  let illegal = 0;
  for (const episode of played) {
    const out = await playedOut(episode, domain, players);
    predictions.push(...out.predictions);
    illegal += out.illegal;
  }
  heading(`What ${spec} predicts, played out by forks (${illegal} alternatives that the rules do not allow left out)`, [
    'of',
    'predictions',
    'mean predicted',
    'mean real',
    'Brier',
    'Brier of the mean',
  ]);
  for (const of of ['act', 'alternative'] as const) {
    const score = counterfactualScore(predictions.filter((one) => one.of === of));
    if (score)
      print([
        of,
        String(score.predictions),
        ...[score.meanPredicted, score.meanReal, score.brier, score.brierOfMean].map((one) => one.toFixed(4)),
      ]);
  }
}
