/** A game of one's own, whose acts are no offers, on the server: live games, replays, forks, OpenEnv, MCP and the documents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSpeech, findSpeech } from '../src/agents/index.ts';
import { addKit, type Domain, findTask, houseTasks, type Task, tasks } from '../src/core/index.ts';
import { actSchemaOf, flatActionSchema } from '../src/server/acts.ts';
import { Environment, resetSchema } from '../src/server/openenv/environment.ts';
import { createPlayers } from '../src/server/players.ts';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';
import { countEntries, entryAt, splits } from '../src/server/tasks.ts';
import { sampleAskDisclose } from './games/ask-disclose.ts';
import { talkKit, talkSpeech } from './games/ask-disclose-speech.ts';
import { sampleSealedRound, sealedRound } from './games/sealed-round.ts';

const TASK = 'ask-disclose-talk';
let server: TestServer;
beforeAll(async () => {
  addKit(talkKit);
  addSpeech(talkSpeech);
  server = await testServer();
});
afterAll(() => server.stop());

async function sitDown(body: object = {}) {
  const { json, status } = await server.ask('POST /v1/games', { task: TASK, seed: 3, ...body });
  expect(status).toBe(201);
  const tokens = json.tokens as Record<string, string>;
  const as = (seat: string) => ({ 'x-seat-token': tokens[seat] as string });
  const act = (seat: string, what: object) => server.ask(`POST /v1/games/${json.id}/acts`, what, as(seat));
  return { id: json.id as string, game: json, act };
}

describe('a live game', () => {
  test('is played to its conclusion with its own acts, as data and in words', async () => {
    const { id, game, act } = await sitDown({ listed: true });
    expect(game).toMatchObject({ domain: 'ask-disclose', toAct: ['advocate'], you: { own: { strong: 'price' } } });
    const asked = await act('advocate', { act: { type: 'ask', topic: 'speed', words: 'Is speed of the essence?' } });
    expect(asked.json.history.map((one: { act: object }) => one.act)).toEqual([
      { type: 'ask', topic: 'speed', words: 'Is speed of the essence?' },
      { type: 'answer', matters: true },
    ]);
    const over = await act('advocate', { text: 'recommend' });
    expect(over.json).toMatchObject({
      status: 'over',
      result: { kind: 'concluded', turn: 4, by: null, deal: null, conclusion: { take: true } },
      you: { utility: 1 },
    });
    const watched = (await server.ask(`GET /v1/games/${id}`)).json;
    expect(watched).toMatchObject({ you: null, result: { conclusion: { take: true } } });
    const replayed = await server.ask(`GET /v1/replays/${id}`);
    expect(replayed).toMatchObject({ status: 200, json: { domain: 'ask-disclose', result: { kind: 'concluded' } } });
    const review = (await server.ask(`GET /v1/replays/${id}/review/advocate`)).json;
    expect(review).toMatchObject({ metrics: { utility: 1, turns: 4 }, moves: null });
    const forks = `POST /v1/replays/${id}/forks`;
    const swap = { advocate: 'eager' };
    const fork = await server.ask(forks, { turn: 3, swap, acts: { advocate: { type: 'disclose', topic: 'price' } } });
    expect(fork.json.result).toMatchObject({ kind: 'concluded', turn: 5 });
    const wrong = await server.ask(forks, { turn: 3, swap, acts: { advocate: { type: 'choose', take: true } } });
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.text).toContain('now one of ask, disclose, recommend');
  });

  test.each([
    [{ act: { type: 'offer', price: 3 } }, 400, "Expected 'ask' | 'disclose' | 'recommend' | 'answer' | 'choose'"],
    [{ act: { type: 'ask', topic: 'colour' } }, 400, 'body act.topic'],
    [{ act: { type: 'ask' } }, 400, 'body act.topic'],
    [{ act: { type: 'recommend', bribe: 5 } }, 400, 'bribe'],
    [{ act: { type: 'choose', take: true } }, 422, 'now one of ask, disclose, recommend'],
    [{ type: 'ask', topic: 'speed' }, 400, 'expected {\\"act\\": {\\"type\\"'],
    [{ text: 'sing' }, 422, 'there is no act \\"sing\\"'],
  ])('%j is refused in words', async (body, status, why) => {
    const { act } = await sitDown();
    const answer = await act('advocate', body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(why);
  });

  test('what its sampler cannot be asked for is refused too', async () => {
    const refused = await server.ask('POST /v1/games', { task: TASK, turnLimit: 4 });
    expect(refused).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('no turnLimit') } },
    });
  });
});

test('OpenEnv: reset, a refusal, an act that does not fit, and a conclusion with its reward', async () => {
  const first = await server.ask('POST /reset', { task: TASK, seed: 3, prompts: 'none' });
  expect(first.json.observation).toMatchObject({ domain: 'ask-disclose', seat: 'advocate', mine: null, theirs: null });
  expect(first.json.observation.metadata.schema.properties.act.enum).toEqual(['ask', 'disclose', 'recommend']);
  const cookie = { cookie: (first.headers.get('set-cookie') as string).split(';')[0] as string };
  const step = (action: object) => server.ask('POST /step', { action }, cookie);
  const refused = await step({ type: 'answer', matters: true });
  expect(refused.json).toMatchObject({ done: false, reward: 0 });
  expect(refused.json.observation.refused).toBe('now one of ask, disclose, recommend');
  const odd = await step({ type: 'disclose', topic: 'colour' });
  expect(odd.status).toBe(422);
  expect((await step({ type: 'reply', text: '{"act":"disclose","topic":"comfort"}' })).json.observation.turn).toBe(2);
  const last = await step({ type: 'recommend' });
  expect(last.json).toMatchObject({
    done: true,
    reward: 1,
    observation: {
      result: { kind: 'concluded', turn: 3, by: null, deal: null, conclusion: { take: true }, utility: 1 },
    },
  });
  const { json: schema } = await server.ask('GET /schema');
  expect(schema.observation.properties.result.anyOf[0].properties.kind.enum).toContain('concluded');
  expect(schema.action.properties.type.enum).toEqual(expect.arrayContaining(['offer', 'ask', 'choose']));
  // Another domain of the house has an act with a field of the same name.
  expect(schema.action.properties.matters.anyOf).toContainEqual({ type: 'boolean' });
});

test('MCP: the coach advises in it, and says of what it cannot put a worth on', async () => {
  const call = async (name: string, args: object) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return (await server.ask('POST /v1/mcp', message)).json.result;
  };
  const { structuredContent: game } = await call('start_game', { task: TASK, seed: 3 });
  const place = { game: game.id, seat_token: game.seat_token };
  expect((await call('coach', place)).structuredContent).toEqual({
    theirOffer: null,
    suggestion: { act: { type: 'ask', topic: 'comfort' }, by: 'eager' },
  });
  const worth = await call('evaluate_offer', { ...place, price: 3 });
  expect(worth).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not for ask-disclose') }] });
});

test('the documents and lists have it', async () => {
  expect((await server.ask('GET /metadata')).json.description).toContain(
    'price, items, mindgames, ptom, trace, arena, ask-disclose',
  );
  const { json: document } = await server.ask('GET /openapi.json');
  const body = document.paths['/v1/games/{id}/acts'].post.requestBody.content['application/json'].schema;
  expect(JSON.stringify(body)).toContain('"const":"disclose"');
  expect(JSON.stringify(document.paths['/v1/games'].post)).toContain(TASK);
  expect((await server.ask('GET /v1/tasks')).json.tasks).toContainEqual({
    name: TASK,
    domain: 'ask-disclose',
    about: talkKit.about,
    difficulty: null,
    reward: null,
    opponents: { advocate: 'eager', target: 'eager' },
    deals: 1,
  });
  expect((await server.ask('GET /tasks')).json[TASK]).toMatchObject({ domain: 'ask-disclose', reward_range: null });
  const { strategies } = (await server.ask('GET /v1/strategies?domain=ask-disclose')).json;
  expect(strategies[0]).toMatchObject({ spec: 'ask-disclose:eager', strategy: 'eager' });
});

test('its tasks come after those of the house, whose indices stay as they are', () => {
  expect(tasks().slice(houseTasks.length)).toMatchObject([{ name: TASK }]);
  const house = splits.test.count * houseTasks.length;
  expect(entryAt('test', house - 1)).toEqual({ task: houseTasks.at(-1)!.name, split: 'test', index: 199 });
  expect(entryAt('test', house)).toEqual({ task: TASK, split: 'test', index: 0 });
  expect(entryAt('test', countEntries('test') - 1)).toEqual({ task: TASK, split: 'test', index: 199 });
  expect(findTask(TASK)!.scenario(7, {})).toEqual({
    scenario: sampleAskDisclose(7),
    source: { sampler: 'talk', seed: 7 },
    seed: 7,
  });
});

test('a task that has the name of another is refused, whoever has it', () => {
  const named = (name: string, tasks: readonly string[]) => ({
    ...talkKit,
    rules: { ...talkKit.rules, name },
    environment: tasks.map((task) => ({ ...(findTask(TASK) as Task), name: task })),
  });
  const house = houseTasks[0]?.name as string;
  expect(() => addKit(named('copy', ['new', house]))).toThrow(`copy: there is a task ${house} already`);
  expect(() => addKit(named('copy', [TASK]))).toThrow(`there is a task ${TASK} already: give yours another name`);
  expect(() => addKit(named('copy', ['new', 'new']))).toThrow('it has two tasks new');
  expect(findTask('new')).toBeUndefined();
});

test('a seat without secrets, in a game whose seats have odd names', async () => {
  const seats = ['"', 'target'];
  const rules = { ...talkKit.rules, name: 'bare', seats: () => seats } as Domain;
  const toAct = (state: unknown) => talkKit.rules.toAct(state).map((seat) => (seat === 'advocate' ? '"' : seat));
  const view: Domain['view'] = (state, seat) => ({
    ...talkKit.rules.view(state, seat),
    domain: 'bare',
    own: undefined,
  });
  addKit({ ...talkKit, rules: { ...rules, toAct, view } });
  const environment = new Environment(createPlayers(undefined), false);
  const first = await environment.reset(resetSchema().parse({ task: 'bare-talk', seed: 1, opponent: 'bare:eager' }));
  expect(JSON.parse(environment.text(first)).observation).toMatchObject({
    domain: 'bare',
    seat: '"',
    own: {},
    turn: 1,
  });
});

describe('a domain that says less of its acts', () => {
  test('with the names of their fields only: no other field is taken, and the rules say the rest', () => {
    const { acts: _, ...less } = talkSpeech;
    addSpeech({ ...less, domain: 'quiet' });
    const fits = (act: object) => actSchemaOf('quiet').safeParse(act);
    expect(fits({ type: 'ask', topic: 'anything', words: 'Hm?' }).success).toBe(true);
    expect(fits({ type: 'ask', topic: 'speed', bribe: 1 }).error?.issues[0]?.message).toContain('bribe');
  });

  test('without a Speech: an act goes to the rules as it came, and words are refused', async () => {
    addKit({
      rules: { ...sealedRound, name: 'sealed-round' } as unknown as Domain,
      about: 'one bid each',
      utility: 'value less price',
      samplers: { round: sampleSealedRound as never },
      control: 'none',
    });
    expect(findSpeech('sealed-round')).toBeUndefined();
    expect(flatActionSchema()).toMatchObject({ additionalProperties: true });
    const own = await testServer();
    const seats = { buyer1: 'remote', buyer2: 'remote', buyer3: 'remote' };
    const { id, tokens } = (await own.ask('POST /v1/games', { task: 'sealed-round-round', seed: 1, seats })).json;
    const as = (seat: string) => ({ 'x-seat-token': tokens[seat] as string });
    const path = `POST /v1/games/${id}/acts`;
    expect((await own.ask(path, { text: 'I bid 11' }, as('buyer1'))).text).toContain('takes acts as data, not words');
    expect(await own.ask(path, { act: { type: 'bid', amount: 'much' }, wait: 0 }, as('buyer1'))).toMatchObject({
      status: 422,
    });
    expect(await own.ask(path, { act: { type: 'bid', amount: 11 }, wait: 0 }, as('buyer2'))).toMatchObject({
      status: 200,
    });
    const words = await own.ask('POST /reset', { task: 'sealed-round-round', prompts: 'none' });
    expect(words.status).toBe(422);
    expect(words.text).toContain('there are no words for games of sealed-round');
    await own.stop();
  });
});
