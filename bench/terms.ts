/**
 * The published suite of TERMS-Bench, 1,800 games, by agent: `npm run build && npx tsx bench/terms.ts [SPEC...]`. One thread, in
 * memory, scenarios drawn before; seconds of the clock and of the processor. Nothing is asserted.
 */
import { cpus } from 'node:os';
import { resolvePlayer } from '../dist/agents/index.js';
import { createRng, findDomain, runEpisode, SUITE, sampleTerms, termsCell } from '../dist/core/index.js';

const domain = findDomain('price');
if (!domain) throw new RangeError('there is no domain price');
const given = process.argv.slice(2);
const specs =
  given.length > 0 ? given : ['fixed_30', 'fixed_10', 'fixed_01', 'rounds_curve', 'boulware_hard', 'terms_bayes'];
const across = resolvePlayer('terms:counterpart', domain).agent;

console.log(`node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
const begun = performance.now();
const suite = Array.from({ length: SUITE }, (_, seed) => ({ scenario: sampleTerms(seed), cell: termsCell(seed) }));
console.log(`${'drawing 1,800 scenarios'.padEnd(32)} ${((performance.now() - begun) / 1000).toFixed(2)} s`);
for (const spec of specs) {
  const { agent } = resolvePlayer(spec, domain);
  const [start, used] = [performance.now(), process.cpuUsage()];
  for (const [i, { scenario, cell }] of suite.entries()) {
    const other = cell.agent === 'buyer' ? 'seller' : 'buyer';
    runEpisode({ domain, scenario, agents: { [cell.agent]: agent, [other]: across }, rng: createRng(i) });
  }
  const { user, system } = process.cpuUsage(used);
  const [clock, processor] = [(performance.now() - start) / 1000, (user + system) / 1e6];
  console.log(`${spec.padEnd(32)} ${clock.toFixed(2)} s, processor ${processor.toFixed(2)} s`);
}
