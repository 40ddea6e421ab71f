/**
 * Steering measured, for docs/LOG.md:
 *
 *   npx tsx scripts/steering.ts rates [GAMES]         how often each type of seller gives each signal away (training seeds)
 *   npx tsx scripts/steering.ts calibration [GAMES]   expected calibration error of the Bayesian posterior (held-out seeds)
 *   npx tsx scripts/steering.ts compare [GAMES]       Bayesian steering against the original's on the hardened tasks, paired
 */
import { type SteeringName, saudaByTemplates } from '../src/agents/index.ts';
import { expectedCalibrationError } from '../src/core/index.ts';
import { type Forecasts, forecasts, playHard, signalRatesIn, type Target } from '../src/lab/analysis/steering.ts';
import { comparePaired } from '../src/lab/statistics/index.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const [verb = '', count = '1000'] = process.argv.slice(2);
const games = Number(count);
if (!Number.isInteger(games) || games < 1) throw new RangeError(`got "${count}" games, expected a whole number from 1`);
const buyer = (steering: SteeringName, tells: 'patterns' | 'off' = 'patterns') =>
  saudaByTemplates(steering, { memory: true, tells, language: 'english', steering });

if (verb === 'rates') {
  print(JSON.stringify(signalRatesIn(buyer('head'), games), null, 1));
} else if (verb === 'calibration') {
  const none = (): Forecasts => ({ chances: [], truths: [] });
  const into: Record<Target, Forecasts> = { type: none(), cost: none(), patience: none() };
  for (let seed = 0; seed < games; seed++) forecasts(buyer(seed % 2 === 0 ? 'bayesian' : 'head'), seed, into);
  for (const [target, { chances, truths }] of Object.entries(into)) {
    print(`${target}: ECE ${expectedCalibrationError(chances, truths).toFixed(4)} over ${chances.length} forecasts`);
  }
} else if (verb === 'compare') {
  const observe = (script: ReturnType<typeof buyer>) =>
    Array.from({ length: games }, (_, seed) => ({ cluster: String(seed), value: playHard(script, seed) }));
  const bayesian = observe(buyer('bayesian'));
  const others = {
    head: buyer('head'),
    ladder: buyer('ladder'),
    off: buyer('off'),
    'bayesian without tells': buyer('bayesian', 'off'),
  };
  for (const [name, other] of Object.entries(others)) {
    const { difference, p } = comparePaired(bayesian, observe(other));
    const { mean = Number.NaN, low, high } = difference;
    print(
      `bayesian - ${name}: ${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}], p ${p.toFixed(4)}, ${games} games`,
    );
  }
  print(`bayesian: ${(bayesian.reduce((sum, { value }) => sum + value, 0) / games).toFixed(4)}`);
} else {
  throw new RangeError(`got "${verb}", expected rates, calibration or compare`);
}
