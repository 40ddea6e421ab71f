/** The lists of tasks: who is named is who sits there, and every task says what it is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

interface Line {
  readonly name: string;
  readonly about: string;
  readonly opponents: Readonly<Record<string, string>>;
}

test.each(['price-wide', 'items-dond', 'single_deal', 'marketplace_arena'])(
  'who /v1/tasks names in %s is who sat there',
  async (task) => {
    const { tasks } = (await server.ask('GET /v1/tasks')).json as { tasks: Line[] };
    const { opponents } = tasks.find(({ name }) => name === task) as Line;
    for (const own of [Object.keys(opponents)[0], Object.keys(opponents).at(-1)] as string[]) {
      const { json } = await server.ask('POST /v1/games', { task, seats: { [own]: 'remote' } });
      const seat = { 'x-seat-token': json.tokens[own] as string };
      await server.ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' }, wait: 5 }, seat);
      let shown = (await server.ask(`GET /v1/games/${json.id}`, undefined, seat)).json;
      for (let i = 0; i < 40 && shown.status === 'live'; i++)
        shown = (await server.ask(`POST /v1/games/${json.id}/acts`, { act: { type: 'walk' }, wait: 5 }, seat)).json;
      const { seats } = (await server.ask(`GET /v1/replays/${json.id}`, undefined, seat)).json;
      for (const [other, { spec }] of Object.entries(seats as Record<string, { spec: string }>))
        if (other !== own) expect(spec, other).toBe(opponents[other]);
    }
    expect((await server.ask('GET /tasks')).json[task].opponents).toEqual(opponents);
  },
);

test('what a task is says something, and no two say the same', async () => {
  const { tasks } = (await server.ask('GET /v1/tasks')).json as { tasks: Line[] };
  for (const { name, about } of tasks) {
    expect(about.split(' ').length, `${name}: ${about}`).toBeGreaterThan(6);
    expect(about).not.toContain(name.replaceAll('_', ' '));
  }
  expect(new Set(tasks.map(({ about }) => about)).size).toBe(tasks.length);
});
