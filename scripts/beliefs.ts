/**
 * Beliefs measured, for docs/LOG.md: `npx tsx scripts/beliefs.ts [GAMES]`. Bayesian steering against bazaar sellers, and both
 * opponent models in items, each on GAMES games (1000) and against two priors; src/lab/beliefs.ts says how.
 */
import { resolvePlayer } from '../src/agents/index.ts';
import { items, price } from '../src/core/index.ts';
import { bazaarGames, itemsGames } from '../src/lab/belief-games.ts';
import { askedBeliefs, beliefCells, beliefHead, beliefRows } from '../src/lab/beliefs.ts';

const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const [count = '1000'] = process.argv.slice(2);
const games = Number(count);
if (!Number.isInteger(games) || games < 2) throw new RangeError(`got "${count}" games, expected a whole number from 2`);

print(['agent', ...beliefHead]);
print(['agent', ...beliefHead].map(() => '---'));
for (const [spec, domain, play, seat] of [
  ['sauda', price, bazaarGames, 'buyer'],
  ['pareto_walking', items, itemsGames, 'a'],
  ['pareto_walking_bayesian', items, itemsGames, 'a'],
] as const) {
  const { agent } = resolvePlayer(spec, domain);
  const series = await askedBeliefs(play(games, spec), () => agent, { seat: () => seat });
  for (const row of beliefRows(series)) print([spec, ...beliefCells(row)]);
}
