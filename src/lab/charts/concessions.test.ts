import { expect, test } from 'vitest';
import { type Entry, makeScript, registries, type Script } from '../../core/index.ts';
import { draw } from '../report/draw.ts';
import { concessionCurve, concessions as concessionsOf, evenly, groupEntries } from './concessions.ts';

const concessions = (...given: Parameters<typeof concessionsOf>) => draw(concessionsOf(...given));

const script = (registry: keyof typeof registries, name: string): Script => {
  const entries: readonly Entry[] = registries[registry];
  const { strategy, options } = entries.find((entry) => entry.name === name) as Entry;
  return makeScript(name, strategy, options);
};

// Offers that the Janus lab's own code makes at turns 1, 5, 15 and 19 of 20, as a buyer with a maximum of 900 against an
// opponent frozen at 1500; the zone is 500 wide, so an offer asks for (900 - price) / 500 of it.
const golden: [keyof typeof registries, string, number[]][] = [
  ['janus-a', 'boulware_linear', [520, 600, 800, 880]],
  ['janus-a', 'boulware_very_conceding', [719.71, 803.14, 877.64, 895.92]],
  ['janus-a', 'hardliner', [500, 500, 500, 895]],
  ['janus-b', 'boulware_hard', [400, 401.95, 558.2, 807.25]],
  ['janus-b', 'fair_slow', [507.5, 537.5, 612.5, 642.5]],
];

test.each(golden)('%s:%s concedes as the original does', (registry, name, prices) => {
  const curve = concessionCurve(script(registry, name), 'buyer');
  expect(curve.map(({ turn }) => turn)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
  const shares = [0, 2, 7, 9].map((i) => curve[i]?.share as number);
  for (const [i, amount] of prices.entries()) expect(shares[i]).toBeCloseTo((900 - amount) / 500, 4);
});

test('a script that concedes by the clock asks for the same as buyer and as seller', () => {
  const linear = script('janus-a', 'boulware_linear');
  const buyer = concessionCurve(linear, 'buyer').map(({ share }) => share);
  const seller = concessionCurve(linear, 'seller').map(({ share }) => share);
  for (const [i, share] of buyer.entries()) expect(seller[i]).toBeCloseTo(share, 9);
});

test('the page labels every script, draws equal curves once and names those without a curve', () => {
  const named = (registry: keyof typeof registries, name: string) => ({ name, script: script(registry, name) });
  const svg = concessions([
    { title: 'clock', scripts: [named('janus-a', 'boulware_linear'), named('janus-a', 'linear_standard')] },
    { title: 'control', scripts: [named('controls', 'null')] },
  ]);
  expect(svg).toContain('>boulware_linear<');
  expect(svg).toContain('>linear_standard<');
  expect(svg.match(/<circle/g)).toHaveLength(10);
  expect(svg).toContain('No offers, hence no curve: null.');
});

test('strategies with three or more entries get a panel each, and no panel more than seven', () => {
  const groups = groupEntries('janus-b', registries['janus-b']);
  expect(groups.flatMap((group) => group.scripts.map(({ name }) => name)).sort()).toEqual(
    registries['janus-b'].map(({ name }) => name).sort(),
  );
  for (const { scripts } of groups) expect(scripts.length).toBeLessThanOrEqual(7);
  expect(evenly([1, 2, 3, 4, 5, 6, 7, 8], 7)).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
});
