/**
 * Where the surplus goes that agents leave in TERMS-Bench, and how the curve was chosen: `npx tsx scripts/terms.ts [--count N]`.
 *
 * Of the feasible episodes of the published suite (the first N of each cell; 25 are all): the bound with the type known (dynamic
 * programming), what the planning agent earns with the type given and without, and the three parts of the gap. The grid of curves
 * is played on seeds outside the suite. Nothing is asserted.
 */
import { parseArgs } from 'node:util';
import { resolvePlayer } from '../src/agents/index.ts';
import {
  createRng,
  domains,
  mean,
  numpyRandom,
  openingOf,
  type PricePrivate,
  runEpisode,
  type Script,
  SUITE,
  sampleTerms,
  type TermsType,
  termsCell,
  typeOf,
} from '../src/core/index.ts';
import { actKnowing } from '../src/core/strategies/price/terms/bayes.ts';
import { knownTypeBound } from '../src/core/strategies/price/terms/known-type.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { count: { type: 'string', default: '25' } } });
const count = Number(values.count);
const domain = domains.price;
const across = resolvePlayer('terms:counterpart', domain).agent as Script;

function earned(seed: number, agent: Script): number {
  const { agent: own } = termsCell(seed);
  const other = own === 'buyer' ? 'seller' : 'buyer';
  const agents: Record<string, Script> = { [own]: agent, [other]: across };
  const { result } = runEpisode({ domain, scenario: sampleTerms(seed), agents, rng: createRng(seed) });
  return result.kind === 'agreement' ? (result.utility[own] as number) : 0;
}

const feasible = (seed: number) => termsCell(seed).regime !== 'no-deal';
const suite = Array.from({ length: SUITE }, (_, seed) => seed).filter(
  (seed) => feasible(seed) && termsCell(seed).index < count,
);

const known = suite.map((seed) => {
  const scenario = sampleTerms(seed);
  const { agent: own, opener } = termsCell(seed);
  const other = own === 'buyer' ? 'seller' : 'buyer';
  const type = typeOf(scenario, other) as TermsType;
  const { reservation } = scenario.private[other] as PricePrivate;
  const width = Math.abs(reservation - (scenario.private[own] as PricePrivate).reservation);
  const noise = numpyRandom(type.seeds.opening).normal(0, 2);
  const opening = Math.abs(openingOf(type, { seat: other, reservation, low: 0, high: 100 }, noise) - reservation);
  const agent: Script = { name: 'knowing', act: (view) => actKnowing(view as never, type, reservation) };
  return {
    bound: knownTypeBound({ type, width, opening, agentOpens: opener === 'agent' }),
    earned: earned(seed, agent),
  };
});
const bound = mean(known.map((one) => one.bound));
const knowing = mean(known.map((one) => one.earned));
const show = (value: number) => value.toFixed(3);
print(`${suite.length} feasible episodes of the suite`);
print(`type known, upper bound by dynamic programming   ${show(bound)}`);
print(`type known, as the planning agent plays it       ${show(knowing)}`);

print('\nterms:rounds_curve on 3,600 feasible seeds outside the suite');
const other = Array.from({ length: 5400 }, (_, i) => SUITE + i).filter(feasible);
for (const exponent of [0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.8, 1]) {
  const agent = resolvePlayer(`rounds_curve?exponent=${exponent}`, domain).agent as Script;
  print(`exponent ${exponent.toString().padEnd(5)} SE+ ${show(mean(other.map((seed) => earned(seed, agent))))}`);
}

const bayes = resolvePlayer('terms_bayes', domain).agent as Script;
const unknowing = mean(suite.map((seed) => earned(seed, bayes)));
print(`\ntype unknown, terms_bayes                        ${show(unknowing)}`);
print(
  `gap ${show(bound - unknowing)}: control at most ${show(bound - knowing)}, uncertainty ${show(knowing - unknowing)}, inference 0`,
);
