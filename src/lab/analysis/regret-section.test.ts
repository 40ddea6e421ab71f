/** Regret in a report: by hand, equal to best response minus earned, and only where the script across is known and certain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolvePlayer, resolveScript } from '../../agents/index.ts';
import { bestResponse, type Episode, type PriceScenario, price } from '../../core/index.ts';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import { parseExperiment } from '../experiment/experiment.ts';
import { planOf } from '../experiment/plan.ts';
import { rowsOf } from '../experiment/rows.ts';
import { runPlan } from '../experiment/run.ts';
import { regretSection, regretsOf } from './regret-section.ts';
import { resultsOf } from './results.ts';
import { show } from './show.ts';

/** The buyer `agent` against a seller by its spec, on the zone from 400 to 900. */
function game(agent: string, spec: string, acts: Parameters<typeof priceEpisode>[0]['acts'], seed = 1): Episode {
  const { fingerprint } = resolvePlayer(spec, price);
  return {
    ...priceEpisode({ acts, turnLimit: 20 }),
    source: { sampler: 'general', seed },
    id: `${agent} ${spec} ${seed}`,
    seats: { buyer: { spec: agent, fingerprint: agent }, seller: { spec, fingerprint } },
  };
}

function cells(episodes: readonly Episode[]): Record<string, string> {
  const sellers = [...new Set(episodes.map(({ seats }) => seats.seller?.spec as string))];
  const panel = { agents: ['a'], controls: [], opponents: sellers, reference: undefined };
  const rows = rowsOf(episodes, panel);
  const { table } = regretSection(rows, regretsOf(rows), ['a'], []);
  return Object.fromEntries((table?.head ?? []).map((name, i) => [name, show(table?.rows[0]?.[i] ?? '')]));
}

test('by hand: what the best response has, what was earned, and which moves lost the rest', () => {
  // Janus A's linear seller stands at 760 in turn 2 and at 420 in the end: .96 can be had (480 / 500), accepting 760 earns .28.
  // The strict fixed seller asks 420 and takes more: offering 500 earns .8 of .96.
  const episodes = [
    game('a', 'janus-a:linear_standard', [300, 760, 'accept'], 1),
    game('a', 'janus-a:price_fixed_strict', [500, 'accept'], 2),
  ];
  expect(cells(episodes)).toMatchObject({
    measured: '2 of 2',
    'best response': '0.960',
    earned: '0.540', // (.28 + .8) / 2
    regret: expect.stringMatching(/^0\.420/), // (.68 + .16) / 2
    'first offer': '0.080', // .16 in one of two games
    'later offers': '0.000',
    accepting: '0.340',
    walking: '0.000',
    'a move': '0.280', // .84 over the buyer's three moves
  });
});

test('a walk and no act at all have their own columns', () => {
  const spec = 'janus-a:price_fixed_strict';
  const lost = cells([game('a', spec, [300, 420, 'walk'], 1), game('a', spec, [300, 420, 9999, 9999, 9999], 2)]);
  expect(lost).toMatchObject({
    earned: '0.000',
    walking: '0.480',
    other: '0.480',
    regret: expect.stringMatching(/^0\.96/),
  });
});

test('not measured: noise, a whole history to remember, another script of that name, no script, a failed game', () => {
  const known = game('a', 'janus-a:price_fixed_strict', [500, 'accept'], 1);
  const changed = {
    ...known,
    id: 'x',
    seats: { ...known.seats, seller: { spec: 'janus-a:price_fixed_strict', fingerprint: 'f' } },
  };
  const model = { ...known, id: 'y', seats: { ...known.seats, seller: { spec: 'llm:m', fingerprint: 'm' } } };
  const failed = { ...known, id: 'z', result: { kind: 'failed', turn: 1, by: 'buyer', reason: 'gone' } as const };
  const noisy = game('a', 'janus-b:noisy_boulware_firm', [500, 700, 'accept'], 2);
  const remembers = game('a', 'classic:zeuthen', [500, 700, 'accept'], 3);
  expect(cells([known, changed, model, failed, noisy, remembers]).measured).toBe('1 of 5');
  const [alone] = [
    rowsOf([noisy], { agents: ['a'], controls: [], opponents: ['janus-b:noisy_boulware_firm'], reference: undefined }),
  ];
  expect(regretSection(alone, regretsOf(alone), ['a'], [])).toEqual({
    title: 'Regret',
    notes: [expect.stringContaining('Not measured: games against janus-b:noisy_boulware_firm,')],
  });
});

test('a script in the words of templates is the script', () => {
  const plain = cells([game('a', 'clean:boulware_firm', [300, 800, 'accept'])]);
  const worded = cells([game('a', 'worded:clean:boulware_firm@templates?language=hinglish', [300, 800, 'accept'])]);
  expect(worded).toEqual(plain);
  expect(plain.measured).toBe('1 of 1');
});

test('in a run that asks for it: best response minus earned, agent by agent, and shared solvers change nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-regret-'));
  const experiment = parseExperiment(
    {
      title: 'Regret',
      scenarios: { sampler: 'general', count: 3, turnLimit: 8 },
      agents: ['clean:boulware_firm', 'clean:linear_standard'],
      opponents: ['clean:tit_for_tat', 'clean:hardliner', 'clean:charging_boul'],
      regret: true,
    },
    'regret',
  );
  await runPlan(planOf(experiment), { folder });
  const { page, episodes, standings } = await resultsOf([folder]);
  const section = page.sections.find(({ title }) => title === 'Regret');
  expect(section?.table?.rows.map(([agent]) => agent)).toEqual(standings.map(({ agent }) => agent));
  expect(section?.notes?.join(' ')).toContain('Not measured: games against clean:charging_boul,');
  for (const cells of section?.table?.rows ?? []) {
    const row = cells.map(show);
    const gaps = episodes.flatMap(({ seats, scenario, result }) =>
      (['buyer', 'seller'] as const).flatMap((seat) => {
        const them = seats[seat === 'buyer' ? 'seller' : 'buyer']?.spec as string;
        if (seats[seat]?.spec !== row[0] || them === 'clean:charging_boul' || !them.startsWith('clean:')) return [];
        if (!['clean:tit_for_tat', 'clean:hardliner'].includes(them) || result.kind === 'failed') return [];
        const { value } = bestResponse(scenario as PriceScenario, seat, resolveScript(them, price));
        return [value - (result.utility[seat] as number)];
      }),
    );
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(Number(row[4]?.split(' ')[0]?.replace('−', '-')), row[0]).toBeCloseTo(mean, 2);
    expect(row[1]).toBe(`${gaps.length} of 18`);
  }
  expect((await resultsOf([folder], { regret: true })).page).toEqual(page);
  rmSync(folder, { recursive: true });
});
