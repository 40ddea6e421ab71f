/**
 * Where the surplus goes that agents leave in TERMS-Bench, and how the simple scripts were chosen:
 * `npx tsx scripts/terms.ts --run runs/terms [--no-grids]`, after `parley run terms`.
 *
 * Of the feasible episodes of the published suite: the bound with the type known (dynamic
 * programming), what the planning agent earns with the type given, with the posterior as scenarios are drawn and with the wide one,
 * and the parts of the gap between them, in pairs, with intervals over groups of episodes that share draws. The grids of scripts
 * are played on seeds outside the suite. Nothing is asserted.
 */
import { join } from 'node:path';
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
import { readEpisodes } from '../src/data/index.ts';
import { bootstrapMean } from '../src/lab/statistics/index.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: { run: { type: 'string', default: 'runs/terms' }, 'no-grids': { type: 'boolean', default: false } },
});
const domain = domains.price;
const across = resolvePlayer('terms:counterpart', domain).agent as Script;
const named = (spec: string) => resolvePlayer(spec, domain).agent as Script;

function earned(seed: number, agent: Script): number {
  const { agent: own } = termsCell(seed);
  const other = own === 'buyer' ? 'seller' : 'buyer';
  const agents: Record<string, Script> = { [own]: agent, [other]: across };
  const { result } = runEpisode({ domain, scenario: sampleTerms(seed), agents, rng: createRng(seed) });
  return result.kind === 'agreement' ? (result.utility[own] as number) : 0;
}

const show = (value: number) => value.toFixed(3);
const feasible = (seed: number) => termsCell(seed).regime !== 'no-deal';

const isGrid = !values['no-grids'];
if (isGrid) print('Chosen on 3,600 feasible seeds outside the suite: SE+');
const outside = Array.from({ length: 5400 }, (_, i) => SUITE + i).filter(feasible);
const exponents = [0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.8, 1].map((one) => `rounds_curve?exponent=${one}`);
// Margins of a range 1,300 wide: 13 are one point of price here.
const margins = ['tit_for_tat', 'relative_tit_for_tat', 'nice_tit_for_tat', 'boulware_firm'].flatMap((name) =>
  [130, 195, 260, 325, 390, 455, 520, 650].map((margin) => `${name}?margin=${margin}`),
);
for (const spec of isGrid ? [...exponents, ...margins] : []) {
  const agent = named(spec);
  print(`  ${spec.padEnd(36)} ${show(mean(outside.map((seed) => earned(seed, agent))))}`);
}

const suite = Array.from({ length: SUITE }, (_, seed) => seed).filter(feasible);
print(`\n${suite.length} feasible episodes of the suite`);

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
    knowing: earned(seed, agent),
  };
});

/** `label`, the mean and its interval, for shares of the zone within 0 and 1; the two regimes of a place share draws. */
function line(label: string, list: readonly number[], isShare = false): void {
  const told = (['overlap', 'urgency-shift', undefined] as const).map((regime) => {
    const some = list.flatMap((value, i) => {
      const { regime: of, ...place } = termsCell(suite[i] as number);
      return regime === undefined || of === regime
        ? [{ cluster: JSON.stringify(place), value, game: String(suite[i]) }]
        : [];
    });
    const { mean: middle = 0, low, high } = bootstrapMean(some, isShare ? { within: [0, 1] } : {});
    return `${show(middle)} [${show(low)}, ${show(high)}]`.padEnd(24);
  });
  print(`  ${label.padEnd(44)} ${told.reverse().join(' ')}`);
}

const bound = known.map((one) => one.bound);
const knowing = known.map((one) => one.knowing);
const played = new Map<string, number>();
for (const { source, seats, result } of readEpisodes(join(values.run, 'episodes.jsonl'))) {
  const { agent: own } = termsCell(Number(source.seed));
  if (result.kind === 'failed') continue;
  played.set(`${seats[own]?.spec} ${source.seed}`, result.kind === 'agreement' ? (result.utility[own] as number) : 0);
}
const inRun = (spec: string) =>
  suite.map((seed) => {
    const value = played.get(`${spec} ${seed}`);
    if (value === undefined)
      throw new RangeError(`${values.run} has no game of ${spec} on seed ${seed}: play it first`);
    return value;
  });
const less = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - (b[i] as number));
print(`  ${''.padEnd(44)} ${['all', 'urgency shift', 'overlap'].map((name) => name.padEnd(24)).join(' ')}`);
print(`  ${'type known, upper bound'.padEnd(44)} ${mean(bound).toFixed(4)}`);
line('terms_bayes given the type', knowing, true);
const drawn = inRun('terms_bayes?beliefs=on');
line('terms_bayes given the posterior as drawn', drawn, true);
const wide = inRun('terms_bayes?prior=wide&beliefs=on');
line('terms_bayes?prior=wide', wide, true);
print('  from the bound to terms_bayes?prior=wide:');
line('control with the type known, at most', less(bound, knowing));
line('uncertainty', less(knowing, drawn));
line('inference', less(drawn, wide));
