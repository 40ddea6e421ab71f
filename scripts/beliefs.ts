/**
 * Beliefs measured, for docs/LOG.md: `npx tsx scripts/beliefs.ts [GAMES]`. Bayesian steering against bazaar sellers, and both
 * opponent models in items, each on GAMES games (1000) and against two priors; src/lab/beliefs.ts says how. Then the opponent models
 * by scenario and by who sits across, and on GAMES other games of the one cell where they should do well.
 */
import { resolvePlayer } from '../src/agents/index.ts';
import { type Episode, items, price } from '../src/core/index.ts';
import { bazaarGames, frontierGames, itemsGames } from '../src/lab/analysis/belief-games.ts';
import { askedBeliefs, beliefCells, beliefHead, beliefRows } from '../src/lab/analysis/beliefs.ts';

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const [count = '1000'] = process.argv.slice(2);
const games = Number(count);
if (!Number.isInteger(games) || games < 2) throw new RangeError(`got "${count}" games, expected a whole number from 2`);

/** In seat a of items, or as the buyer. */
async function rowsOf(spec: string, episodes: readonly Episode[]) {
  const domain = episodes[0]?.domain === items.name ? items : price;
  const { agent } = resolvePlayer(spec, domain);
  return beliefRows(await askedBeliefs(episodes, () => agent, { seat: ({ seats }) => ('a' in seats ? 'a' : 'buyer') }));
}

function heading(title: string): void {
  process.stdout.write(`\n${title}\n\n`);
  print(['agent', ...beliefHead]);
  print(['agent', ...beliefHead].map(() => '---'));
}

const models = ['pareto_walking', 'pareto_walking_bayesian'];
heading(`${games} games each`);
for (const row of await rowsOf('sauda', bazaarGames(games, 'sauda'))) print(['sauda', ...beliefCells(row)]);
const played = models.map((spec) => ({ spec, episodes: itemsGames(games, spec) }));
for (const { spec, episodes } of played)
  for (const row of await rowsOf(spec, episodes)) print([spec, ...beliefCells(row)]);

heading('The same games of items by scenario and by who sits across, at the last turn');
for (const { spec, episodes } of played) {
  const cellOf = ({ source, seats }: Episode) => `${source.sampler}, ${seats.b?.spec}`;
  for (const cell of [...new Set(episodes.map(cellOf))].sort())
    for (const row of await rowsOf(
      spec,
      episodes.filter((episode) => cellOf(episode) === cell),
    ))
      if (row.at === 'last') print([`${spec}; ${cell}`, ...beliefCells(row)]);
}

heading(`${games} other games each: Deal or No Deal against pareto_walking`);
for (const spec of models)
  for (const row of await rowsOf(spec, frontierGames(games, spec))) print([spec, ...beliefCells(row)]);
