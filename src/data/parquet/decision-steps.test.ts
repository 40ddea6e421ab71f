import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import { simulatedRows, writeLines, writtenRows } from '../card/rows.fixture.ts';
import type { TurnRow } from '../simulate/rows.ts';
import { obviousTables } from './decision-steps.fixture.ts';
import { prepareDecisionSteps } from './decision-steps.ts';
import { python, pythonProblem, queryParquet } from './query.fixture.ts';

let folder: string;
let input: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-steps-'));
  input = join(folder, 'turns.jsonl');
  out = join(folder, 'tables');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A table as the reference has it: whole numbers are big in DuckDB's hands. */
async function table(name: 'decision_steps' | 'trajectory_outcomes'): Promise<Record<string, unknown>[]> {
  const rows = await queryParquet(`SELECT * FROM read_parquet('${join(out, name)}.parquet')`);
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) if (typeof value === 'bigint') row[key] = Number(value);
  }
  return rows;
}

async function expectObvious(history = 8): Promise<void> {
  const expected = obviousTables(readFileSync(input, 'utf8'), history);
  if (expected.outcomes.length === 0) {
    await expect(prepareDecisionSteps({ input, out, history, skipBad: true })).rejects.toThrow('no whole negotiation');
    return;
  }
  const manifest = await prepareDecisionSteps({ input, out, history, skipBad: true });
  expect(await table('decision_steps')).toEqual(expected.steps);
  expect(await table('trajectory_outcomes')).toEqual(expected.outcomes);
  expect(manifest.broken.named.map(({ line }) => line)).toEqual(expected.broken);
  expect(manifest.skipped.named.map(({ id, line }) => ({ id, line }))).toEqual(expected.skipped);
  const kept = expected.steps.length;
  expect(kept + manifest.skipped.rows + manifest.broken.count).toBe(manifest.input.lines);
}

describe('equal to the obvious implementation', () => {
  test.each([
    ['janus', 'janus-a', 8],
    ['general', 'clean', 8],
    ['janus', 'janus-b', 3],
    ['general', 'controls', 0],
  ] as const)('sampler %s, registry %s, history %i', async (sampler, registry, history) => {
    writeLines(input, simulatedRows({ sampler, registry, episodes: repetitions(300, 80) }));
    await expectObvious(history);
  });

  test('on files that were damaged at random', async () => {
    const clean = simulatedRows({ episodes: 12 }).map((row) => JSON.stringify(row));
    const place = fc.nat({ max: clean.length - 1 });
    const damage = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constantFrom('drop', 'double', 'cut', 'blank', 'terminal', 'accept', 'walk'), at: place }),
        fc.record({ kind: fc.constantFrom('swap', 'move-id', 'rename'), at: place, to: place }),
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(damage, async (damages) => {
        const lines = [...clean];
        for (const one of damages) damageLine(lines, one);
        writeFileSync(input, lines.map((line) => `${line}\n`).join(''));
        await expectObvious();
      }),
      { numRuns: repetitions(100) },
    );
  });
});

function damageLine(lines: string[], { kind, at, to = 0 }: { kind: string; at: number; to?: number }): void {
  const line = lines[at];
  // An earlier damage may have taken the last lines away.
  if (line === undefined || lines[to] === undefined) return;
  const idOf = (text: string | undefined) => /"trajectory_id":"([^"]*)"/.exec(text ?? '')?.[1] ?? 'nobody';
  switch (kind) {
    case 'drop':
      lines.splice(at, 1);
      break;
    case 'double':
      lines.splice(at, 0, line);
      break;
    case 'cut':
      lines[at] = line.slice(0, Math.floor(line.length / 2));
      break;
    case 'blank':
      lines.splice(at, 0, '');
      break;
    case 'terminal':
      lines[at] = line.replace('"is_terminal":false', '"is_terminal":true');
      break;
    case 'accept':
    case 'walk':
      lines[at] = line.replace(/"type":"\w+","price":[\w.]+/, `"type":"${kind.toUpperCase()}","price":null`);
      break;
    case 'swap':
      [lines[at], lines[to]] = [lines[to], line];
      break;
    case 'move-id':
      // One line under another's name.
      lines[at] = line.replace(idOf(line), idOf(lines[to]));
      break;
    default:
      // A whole negotiation under another's name, as when a file is added to and ids start again.
      for (const [i, text] of lines.entries()) {
        if (idOf(text) === idOf(line)) lines[i] = text.replace(idOf(line), idOf(lines[to]));
      }
  }
}

describe('what is no whole negotiation', () => {
  const deal = (id: string) => writtenRows({ id, acts: [500, 800, 'ACCEPT'], accepted: 800, maxTurns: 20 });
  const other = (id: string) =>
    writtenRows({ id, acts: [450, 700, 'ACCEPT'], accepted: 700, maxTurns: 20, zone: [350, 850] });
  const prepare = async (rows: readonly TurnRow[]) => {
    writeLines(input, rows);
    return prepareDecisionSteps({ input, out });
  };

  // The defect of the Janus lab's tables: ids start again in every run and the file is added to.
  test('an id that comes back is named; the first negotiation of that name is kept', async () => {
    const { skipped } = await prepare([...deal('a'), ...deal('b'), ...other('a')]);
    expect(skipped).toMatchObject({ returned: 1, rows: 3, named: [{ id: 'a', line: 7, reason: 'returned' }] });
    expect(await table('trajectory_outcomes')).toMatchObject([
      { trajectory_id: 'a', accepted_price: 800 },
      { trajectory_id: 'b', accepted_price: 800 },
    ]);
  });

  test('two negotiations in a row under one id are both left out', async () => {
    const { skipped } = await prepare([...deal('b'), ...deal('a'), ...other('a')]);
    expect(skipped).toMatchObject({ merged: 1, rows: 6, named: [{ id: 'a', line: 4, reason: 'merged' }] });
  });

  test('rows whose secrets differ are two negotiations', async () => {
    const { skipped } = await prepare([...deal('b'), deal('a')[0]!, other('a')[1]!]);
    expect(skipped).toMatchObject({ merged: 1, rows: 2 });
  });

  test('without its ACCEPT it is unfinished, though every row knows the price', async () => {
    const { skipped } = await prepare([...deal('b'), ...deal('a').slice(0, 2)]);
    expect(skipped).toMatchObject({ unfinished: 1, rows: 2, named: [{ id: 'a', line: 4, reason: 'unfinished' }] });
  });

  test('a missing row in the middle is a gap', async () => {
    const { skipped } = await prepare([...deal('b'), deal('a')[0]!, deal('a')[2]!]);
    expect(skipped).toMatchObject({ gap: 1, rows: 2 });
  });

  test.each([
    [
      'a history that never was',
      (row: TurnRow) => ({ ...row, state: { ...row.state, offer_history: [['buyer', 1]] } }),
    ],
    ['a label that changes', (row: TurnRow) => ({ ...row, rho: 0.1 })],
    ['a reservation of its own', (row: TurnRow) => ({ ...row, state: { ...row.state, reservation_price: 1 } })],
    ['the wrong side to act', (row: TurnRow) => ({ ...row, state: { ...row.state, role: 'buyer' } })],
  ])('%s contradicts the rows before', async (_what, change) => {
    const [first, second, third] = deal('a') as [TurnRow, TurnRow, TurnRow];
    const { skipped } = await prepare([...deal('b'), first, change(second) as TurnRow, third]);
    expect(skipped).toMatchObject({ contradicted: 1, rows: 3 });
  });

  test('all turns played and no deal is a failure, and so is a walk; fewer turns are not', async () => {
    const acts = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? 500 : 1000));
    const { trajectories, skipped } = await prepare([
      ...writtenRows({ id: 'to-the-end', acts }),
      ...writtenRows({ id: 'walked', acts: [500, 'WALK'], maxTurns: 20 }),
      ...writtenRows({ id: 'cut', acts, maxTurns: 7 }),
    ]);
    expect(trajectories).toEqual({ success: 0, failure: 2, crossed: 0, withoutRho: 0 });
    expect(skipped).toMatchObject({ unfinished: 1, rows: 6 });
    for (const step of await table('decision_steps')) expect(step).toMatchObject({ success: false, rho_train: -1 });
  });

  // Offers that cross close a deal with no ACCEPT, even in the last turn, where the lab's rule alone would say failure.
  test('crossing offers are a deal', async () => {
    const { trajectories } = await prepare(writtenRows({ acts: [700, 650], accepted: 700 }));
    expect(trajectories).toEqual({ success: 1, failure: 0, crossed: 1, withoutRho: 0 });
    // (700 - 400) / 500
    expect(await table('trajectory_outcomes')).toMatchObject([
      { success: true, accepted_price: 700, rho_outcome: 0.6 },
    ]);
  });

  test('a deal in an empty zone has no rho, and is no failure', async () => {
    const acts = [600, 'ACCEPT'] as const;
    const { trajectories } = await prepare(writtenRows({ acts, accepted: 600, maxTurns: 20, zone: [650, 550] }));
    expect(trajectories).toEqual({ success: 1, failure: 0, crossed: 0, withoutRho: 1 });
    expect(await table('decision_steps')).toMatchObject([{ success: true, rho_train: null }, { rho_train: null }]);
  });

  test('a file without any is refused', async () => {
    writeLines(input, deal('a').slice(0, 2));
    await expect(prepareDecisionSteps({ input, out })).rejects.toThrow('has no whole negotiation in 2 lines');
    expect(existsSync(out)).toBe(false);
  });
});

describe('numbers worked by hand', () => {
  // Range 200 to 1500: 850 is half of it, 525 a quarter, 1175 three quarters.
  const rows = writtenRows({ acts: [525, 1175, 850, 'ACCEPT'], accepted: 850, maxTurns: 20, zone: [400, 900] });

  test('prices as shares of the range, from 0 to 1 and from -1 to 1', async () => {
    writeLines(input, rows);
    await prepareDecisionSteps({ input, out });
    const steps = await table('decision_steps');
    expect(steps[2]).toMatchObject({
      turn: 3,
      turns_remaining: 17,
      role: 'buyer',
      reservation_price: 900,
      last_offer_price: 1175,
      last_offer_price_unit: 0.75,
      last_offer_price_signed: 0.5,
      history_roles: ['buyer', 'seller'],
      history_prices: [525, 1175],
      history_prices_unit: [0.25, 0.75],
      history_prices_signed: [-0.5, 0.5],
      target_action: 'OFFER',
      target_price: 850,
      target_price_unit: 0.5,
      target_price_signed: 0,
      success: true,
      rho_train: 0.9,
    });
    expect(steps[3]).toMatchObject({ target_action: 'ACCEPT', target_price: null, target_price_unit: null });
    expect(steps[0]).toMatchObject({ last_offer_price: null, history_roles: [], history_prices: [] });
  });

  test('the history is the last few offers, strictly before the step', async () => {
    const acts = [500, 1400, 510, 1300, 520, 1200, 530, 1100, 540, 1000, 'ACCEPT'] as const;
    writeLines(input, writtenRows({ acts, accepted: 1000, maxTurns: 20, zone: [400, 1000] }));
    await prepareDecisionSteps({ input, out });
    const histories = (await table('decision_steps')).map((step) => step.history_prices);
    expect(histories[3]).toEqual([500, 1400, 510]);
    expect(histories[8]).toEqual([500, 1400, 510, 1300, 520, 1200, 530, 1100]);
    expect(histories[10]).toEqual([510, 1300, 520, 1200, 530, 1100, 540, 1000]);
  });

  // The columns of the Janus lab's tables, in their order.
  test('the columns of the Janus lab come first, with its types', async () => {
    writeLines(input, rows);
    await prepareDecisionSteps({ input, out });
    const types = async (name: string, n: number) =>
      (await queryParquet(`DESCRIBE SELECT * FROM read_parquet('${join(out, name)}')`))
        .slice(0, n)
        .map(({ column_name, column_type }) => `${column_name} ${column_type}`);
    expect(await types('decision_steps.parquet', 15)).toEqual([
      'trajectory_id VARCHAR',
      'turn BIGINT',
      'role VARCHAR',
      'max_turns BIGINT',
      'turns_remaining BIGINT',
      'reservation_price DOUBLE',
      'price_low DOUBLE',
      'price_high DOUBLE',
      'last_offer_price DOUBLE',
      'history_roles VARCHAR[]',
      'history_prices DOUBLE[]',
      'target_action VARCHAR',
      'target_price DOUBLE',
      'success BOOLEAN',
      'rho_train DOUBLE',
    ]);
    expect(await types('trajectory_outcomes.parquet', 7)).toEqual([
      'trajectory_id VARCHAR',
      'max_turns BIGINT',
      'num_turns_observed BIGINT',
      'success BOOLEAN',
      'accepted_price DOUBLE',
      'rho_outcome DOUBLE',
      'rho_logged DOUBLE',
    ]);
  });
});

describe('broken lines', () => {
  const lines = simulatedRows({ episodes: 3 }).map((row) => JSON.stringify(row));

  test('are named and refused, and nothing is written', async () => {
    writeFileSync(input, [lines[0], '', '{"turn":1}', ...lines.slice(1)].join('\n').slice(0, -30));
    await expect(prepareDecisionSteps({ input, out })).rejects.toThrow(
      `line 2 is empty, and also broken: 3, ${lines.length + 2}; nothing was written, and --skip-bad`,
    );
    expect(existsSync(out)).toBe(false);
  });

  test('are left out when asked to, and listed', async () => {
    writeFileSync(input, [...lines, 'what?', '[]', lines.at(-1)?.slice(0, 90)].join('\n'));
    const { broken } = await prepareDecisionSteps({ input, out, skipBad: true });
    expect(broken).toEqual({
      count: 3,
      named: [
        { line: lines.length + 1, problem: 'is not JSON; it may have been cut off while it was written' },
        { line: lines.length + 2, problem: 'is not a turn row: it is not an object' },
        { line: lines.length + 3, problem: 'is not JSON; it may have been cut off while it was written' },
      ],
    });
    expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).broken).toEqual(broken);
  });

  test('a last line that lacks only its newline is not one', async () => {
    writeFileSync(input, lines.join('\n'));
    expect((await prepareDecisionSteps({ input, out })).input.lines).toBe(lines.length);
  });
});

describe('files', () => {
  test('the same rows give the same bytes, over what was there; no part is left', async () => {
    writeLines(input, simulatedRows({ episodes: 50 }));
    const names = ['decision_steps.parquet', 'manifest.json', 'trajectory_outcomes.parquet'];
    const contents = () => names.map((name) => readFileSync(join(out, name)));
    mkdirSync(out);
    writeFileSync(join(out, 'decision_steps.parquet.part'), 'left by a run that was killed');
    await prepareDecisionSteps({ input, out });
    const before = contents();
    await prepareDecisionSteps({ input, out });
    expect(contents()).toEqual(before);
    expect(readdirSync(out).sort()).toEqual(names);
  });

  test('a run that fails leaves the older tables alone', async () => {
    writeLines(input, simulatedRows({ episodes: 5 }));
    const { files } = await prepareDecisionSteps({ input, out });
    writeFileSync(input, 'broken');
    await expect(prepareDecisionSteps({ input, out })).rejects.toThrow('line 1 is not JSON');
    expect(readdirSync(out).sort()).toEqual([...Object.keys(files), 'manifest.json'].sort());
  });

  test('a file that is not there is said so', async () => {
    await expect(prepareDecisionSteps({ input, out })).rejects.toThrow(`cannot read ${input}: there is no such file`);
    expect(existsSync(out)).toBe(false);
  });

  const noPython = pythonProblem();
  test.skipIf(noPython !== undefined)(
    `pyarrow and pandas read the tables${noPython ? ` (${noPython})` : ''}`,
    async () => {
      writeLines(input, simulatedRows({ episodes: 100 }));
      const { trajectories } = await prepareDecisionSteps({ input, out });
      const expected = obviousTables(readFileSync(input, 'utf8'), 8);
      const rows = python(
        'import json, sys, pyarrow.parquet as p; print(json.dumps(p.read_table(sys.argv[1]).to_pylist()))',
        join(out, 'decision_steps.parquet'),
      );
      expect(rows).toEqual(expected.steps);
      const sums = python(
        'import json, sys, pandas as p; t = p.read_parquet(sys.argv[1]); print(json.dumps([len(t), int(t.success.sum()), float(t.accepted_price.sum())]))',
        join(out, 'trajectory_outcomes.parquet'),
      ) as [number, number, number];
      expect(sums.slice(0, 2)).toEqual([expected.outcomes.length, trajectories.success]);
      expect(sums[2]).toBeCloseTo(
        expected.outcomes.reduce((sum, row) => sum + Number(row.accepted_price), 0),
        5,
      );
    },
  );
});
