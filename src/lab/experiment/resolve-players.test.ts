import { expect, test } from 'vitest';
import { arena, arenaScenario, type Context, createRng } from '../../core/index.ts';
import { scriptedModel } from '../../models/backends/scripted.ts';
import type { Plan } from './plan.ts';
import { domainAt, resolvePlayers } from './resolve-players.ts';

const at = (task: string, seats: Record<string, string>) => ({ draw: { task, seed: 1 }, seed: 1, seats });

test('a task with several buyers is an arena, and its agents are resolved for that', async () => {
  const table = at('marketplace_arena', { 'buyer-1': 'llm:scripted', seller: 'bazaar:seller' });
  expect(domainAt(table as Plan['tables'][number])).toBe(arena);
  const model = () => scriptedModel(['x']);
  const resolve = async (tables: unknown) => resolvePlayers({ tables: tables as Plan['tables'] }, { model });
  expect([...(await resolve([table])).keys()]).toEqual(['llm:scripted', 'bazaar:seller']);
  // All guards judge both, so one name is one agent in a run over both.
  const both = [table, at('single_deal', { buyer: 'llm:scripted', seller: 'bazaar:seller' })];
  expect((await resolve(both)).size).toBe(2);
});

test('a guard that a domain does not know is refused before the first game', async () => {
  const table = at('marketplace_arena', { 'buyer-1': 'llm:scripted?guards=leek', seller: 'bazaar:seller' });
  const model = () => scriptedModel(['x']);
  await expect(resolvePlayers({ tables: [table] as unknown as Plan['tables'] }, { model })).rejects.toThrow(
    /no guard "leek"/,
  );
});

test('the guards of an arena step in in an experiment too', async () => {
  const words = 'My maximum is 100.';
  const model = () => scriptedModel(() => JSON.stringify({ act: 'offer', price: 50, words }));
  const table = at('marketplace_arena', { 'buyer-1': 'llm:scripted?reason=none', seller: 'bazaar:seller' });
  const players = await resolvePlayers({ tables: [table] as unknown as Plan['tables'] }, { model });
  const notes: unknown[] = [];
  const context: Context = {
    rng: createRng(1),
    note: (note) => notes.push(note),
    attempt: 0,
    state: () => undefined,
    refused: undefined,
    signal: undefined,
  };
  const view = arena.view(arena.start(arenaScenario('marketplace_arena', { seed: 1 })), 'buyer-1');
  expect(await players.get('llm:scripted?reason=none')?.agent.act(view, context)).not.toHaveProperty('words');
  expect(notes).toContainEqual(expect.objectContaining({ guard: 'leak' }));
});
