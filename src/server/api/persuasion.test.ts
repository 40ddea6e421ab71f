/** Persuasion over HTTP: acts as data are held to their words at every door, and no name tells a seat what the other is after. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

async function open(task: string, seats: object = { persuader: 'remote', target: 'remote' }) {
  const { json } = await server.ask('POST /v1/games', { task, seats, seed: 5, listed: true });
  const as = (seat: string) => ({ 'x-seat-token': json.tokens[seat] as string });
  return {
    json,
    look: async (seat?: string) => (await server.ask(`GET /v1/games/${json.id}`, undefined, seat ? as(seat) : {})).json,
    act: (seat: string, act: object) => server.ask(`POST /v1/games/${json.id}/acts`, { act, wait: 0 }, as(seat)),
  };
}

test.each(['ptom-a', 'ptom-fit'])(
  '%s is told by its name to the persuader, and to all when it is over',
  async (task) => {
    const { json, look, act } = await open(task);
    expect([json.task, (await look()).task, (await look('target')).task]).toEqual(['ptom', 'ptom', 'ptom']);
    expect((await look('persuader')).task).toBe(task);
    const { games } = (await server.ask('GET /v1/games')).json;
    expect(games.find(({ id }: { id: string }) => id === json.id).task).toBe('ptom');
    await act('persuader', { type: 'recommend', option: 'A' });
    await act('target', { type: 'decide', accept: true });
    expect(await look('target')).toMatchObject({ status: 'over', task });
    const env = (await server.ask('POST /reset', { task, seat: 'target', seed: 5 })).json;
    expect(env.observation.task).toBe('ptom');
    expect((await server.ask('POST /reset', { task, seat: 'persuader', seed: 5 })).json.observation.task).toBe(task);
  },
);

test('whether the table says anything of the target is in no name that a persuader is told', async () => {
  for (const task of ['mindgames-hidden', 'mindgames-scrambled']) {
    const { look } = await open(task);
    expect([(await look('persuader')).task, (await look('target')).task]).toEqual(['mindgames', task]);
    const env = (await server.ask('POST /reset', { task, seat: 'persuader', seed: 5 })).json;
    expect(env.observation.task).toBe('mindgames');
  }
});

test('words that say another act than the data are refused, and cost nothing', async () => {
  const { act, look } = await open('ptom-a');
  const other = await act('persuader', { type: 'recommend', option: 'A', words: 'I recommend B.' });
  expect(other).toMatchObject({ status: 422, json: { error: { message: expect.stringContaining('say one') } } });
  expect((await look('persuader')).you.attemptsLeft).toBe(3);
  expect((await act('persuader', { type: 'recommend', option: 'A', words: 'I recommend A.' })).status).toBe(200);
  for (const words of ['No.', 'I pass.', 'Count me out.'])
    expect((await act('target', { type: 'decide', accept: true, words })).status, words).toBe(422);

  const trace = await open('trace');
  expect((await trace.act('persuader', { type: 'assert', holds: true, words: 'It is not true.' })).status).toBe(422);
  const mindgames = await open('mindgames-hidden');
  const { facts } = mindgames.json;
  const told = { type: 'message', words: `A increases ${facts.attributes[0]}.` };
  expect((await mindgames.act('persuader', told)).status).toBe(422);
  expect((await mindgames.act('persuader', { type: 'message', words: 'I recommend A.' })).status).toBe(200);
});

test('so are they in OpenEnv', async () => {
  const first = await server.ask('POST /reset', { task: 'ptom-a', seat: 'persuader', seed: 5 });
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const [words, refused] of [
    ['I recommend B.', 'say one'],
    ['It is the worst of the two.', 'leave them out'],
  ]) {
    const action = { type: 'recommend', option: 'A', words };
    const { observation } = (await server.ask('POST /step', { action }, { cookie })).json;
    expect(observation.refused).toContain(refused);
    expect(observation.history).toEqual([]);
  }
});
