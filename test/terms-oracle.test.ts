/** The suite of TERMS-Bench against the tool that rebuilt it in Python, where that tool and numpy are at hand. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { type PricePrivate, sampleTerms, stances, termsCell, typeOf } from '../src/core/index.ts';
import { pythonWith } from './python.ts';
import { itWithShared, shared } from './shared.ts';

const python = pythonWith('numpy');
const tool = 'tools/terms_oracle.py';

function itWithNumpy(name: string, run: () => unknown): void {
  if (python) itWithShared(tool)(name, run);
  else {
    process.stderr.write(`skipped: ${name} (no Python with numpy; set PARLEY_PYTHON)\n`);
    it.skip(name);
  }
}

itWithNumpy('the latents of 1,800 episodes are those of the oracle tool', () => {
  const lines = execFileSync(python as string, [shared(tool), 'latents'], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n');
  expect(lines).toHaveLength(1800);
  for (const [seed, line] of lines.entries()) {
    const { own, other, kappa, kappa_agent, stance, h, role, opener, seed: s } = JSON.parse(line);
    const scenario = sampleTerms(seed);
    const { agent } = termsCell(seed);
    const across = agent === 'buyer' ? 'seller' : 'buyer';
    const type = typeOf(scenario, across);
    expect(agent).toBe(role === 0 ? 'buyer' : 'seller');
    expect(scenario.public.opens).toBe(opener === 0 ? across : agent);
    expect((scenario.private[agent] as PricePrivate).reservation).toBeCloseTo(own, 12);
    expect((scenario.private[across] as PricePrivate).reservation).toBeCloseTo(other, 12);
    expect(typeOf(scenario, agent)?.urgency).toBeCloseTo(kappa_agent, 12);
    expect(type?.urgency).toBeCloseTo(kappa, 12);
    expect(type?.stance).toBe(stances[stance]);
    expect(type?.reach).toBeCloseTo(h, 12);
    expect(type?.seeds.answers).toBe(s + 9999);
  }
});
