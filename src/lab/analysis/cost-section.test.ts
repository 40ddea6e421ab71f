import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallLine } from '../../models/index.ts';
import { keepEnergy, readEnergy } from '../experiment/energy.ts';
import type { Row } from '../experiment/rows.ts';
import { costSection } from './cost-section.ts';

const call = { model: 'm', servedBy: 'm', milliseconds: 10 } as unknown as CallLine;

test('energy of all sittings, over all their games; without a report it is said not to be measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cost-'));
  keepEnergy(folder, { joules: 30, seconds: 2, sources: ['RAPL package-0'] }, 10);
  keepEnergy(folder, { joules: 10, seconds: 1, sources: ['RAPL package-0', 'NVML 0 A'] }, 10);
  keepEnergy(folder, { joules: undefined, seconds: 1, sources: [] }, 10);
  const energy = readEnergy(folder);
  rmSync(folder, { recursive: true });
  const said = 'Energy: 40.0 J over 20 games, 2.00 J a game, of the whole machine (RAPL package-0, NVML 0 A).';
  expect(costSection([], [call], energy)?.notes).toContain(said);
  expect(costSection([], [], energy)).toMatchObject({ title: 'Cost', notes: expect.arrayContaining([said]) });
  expect(costSection([], [call], [])?.notes?.at(-1)).toContain('Energy: not measured');
  expect(costSection([], [], [])).toBeUndefined();
});

const events = [2, 4, 6].map((turn) => ({ type: 'agent-note', turn, seat: 'buyer', note: { model: 'm' } }));
const rows = [{ episode: { id: 'one', seats: { buyer: {} }, events }, seat: 'buyer', utility: 0.5, cluster: 'c' }];

test('where the log lacks answers that the games have, what a game took is not told', () => {
  const whole = costSection(rows as unknown as Row[], [call, call, call], []);
  expect(whole?.notes?.some((note) => note.includes('calls.jsonl'))).toBe(false);
  // Neither a fault nor a call for no game is an answer that the games have.
  const others = [{ ...call, error: 'transport' } as CallLine, { ...call, beside: true } as CallLine];
  const mixed = costSection(rows as unknown as Row[], [call, ...others], []);
  expect(mixed?.notes?.some((note) => note.startsWith('At least 2 answers of m are not in calls.jsonl'))).toBe(true);
  const short = costSection(rows as unknown as Row[], [call], []);
  expect(short?.notes).toContain(
    'At least 2 answers of m are not in calls.jsonl (over a queue each worker logs its own, parley worker --calls), so what a game took is not told.',
  );
});

test('answers from a cache are answers that cost nothing, and then no model is said to be on the frontier', () => {
  const cached = { ...call, milliseconds: 0, cost: 0, cached: true } as CallLine;
  const told = costSection(rows as unknown as Row[], [{ ...call, cost: 0.5 } as CallLine, cached, cached], []);
  const [model, calls, , , seconds, , , money, , frontier] = told?.table?.rows[0] ?? [];
  expect([model, calls, seconds, money, frontier]).toEqual([
    'm',
    expect.objectContaining({ value: 1 }),
    expect.objectContaining({ value: 0.01 }),
    expect.objectContaining({ value: 0.5 }),
    '',
  ]);
  expect(told?.notes).toContain(
    '2 answers of m came from --cache and cost nothing: a game without it takes more, so no frontier is told.',
  );
});

test('what workers answered is not made up for by logged answers of games that a kill lost', () => {
  const elsewhere = { ...call, milliseconds: 0, elsewhere: true } as CallLine;
  const told = costSection(rows as unknown as Row[], [call, call, call, elsewhere], []);
  expect(told?.notes?.some((note) => note.startsWith('At least 1 answer of m is not in calls.jsonl'))).toBe(true);
});

const noted = (told: ReturnType<typeof costSection>, model = 'm') =>
  told?.notes?.filter((note) => note?.includes(` of ${model} `));
const moneyIn = (told: ReturnType<typeof costSection>) => told?.table?.rows[0]?.[7];

test('where a part of the answers has no price, no money is told', () => {
  const [priced, free] = [{ ...call, cost: 0.5 } as CallLine, { ...call, error: 'transport' } as CallLine];
  const whole = costSection(rows as unknown as Row[], [priced, priced, priced, free], []);
  expect([moneyIn(whole), noted(whole)]).toEqual([expect.objectContaining({ value: 1.5 }), []]);
  const part = costSection(rows as unknown as Row[], [priced, priced, call], []);
  expect(moneyIn(part)).toMatchObject({ value: undefined });
  expect(noted(part)).toEqual([
    '1 answer of m has no price (that part of the run was without --price), so money is not told.',
  ]);
  expect(noted(costSection(rows as unknown as Row[], [call, call, call], []))).toEqual([]);
});

test('answers of games that are not kept are told beside what a game took', () => {
  const told = costSection(rows as unknown as Row[], [call, call, call, call, call], []);
  expect(noted(told)).toEqual([expect.stringMatching(/^2 answers of m are in no game that is kept/)]);
  // Those of a seat that is not under test are in a game.
  const across = events.map((event) => ({ ...event, seat: 'seller' }));
  const episode = { id: 'one', seats: { buyer: {}, seller: {} }, events: [...events, ...across] };
  const both = costSection([{ ...rows[0], episode }] as unknown as Row[], Array(6).fill(call), []);
  expect(noted(both)).toEqual([]);
});

test('a model without a price does not beat one with a price', () => {
  const seen = { model: 'n', turn: 2 };
  const other = {
    id: 'two',
    seats: { buyer: {} },
    events: [{ type: 'agent-note', ...seen, seat: 'buyer', note: seen }],
  };
  const all = [...rows, { ...rows[0], utility: 0.4, episode: other }] as unknown as Row[];
  const lines = (cost?: number) => [call, call, call, { ...call, model: 'n', servedBy: 'n', milliseconds: 50, cost }];
  const frontier = (cost?: number) =>
    costSection(all, lines(cost) as CallLine[], [])?.table?.rows.map((row) => row.at(-1));
  expect(frontier()).toEqual(['yes', '']);
  expect(frontier(0.1)).toEqual(['yes', 'yes']);
});

test('what a budget refused is no call and no fault', () => {
  const refused = ['spent', 'timeout'].map((error) => ({ ...call, error }) as CallLine);
  const [, calls, faults] =
    costSection(rows as unknown as Row[], [call, call, call, ...refused], [])?.table?.rows[0] ?? [];
  expect([calls, faults]).toEqual([expect.objectContaining({ value: 4 }), expect.objectContaining({ value: 1 })]);
});
