/** A domain of one's own whose rules changed or break while a server has games of it: a sentence each time, and no game mixed from two sets of rules. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSpeech } from '../src/agents/index.ts';
import { addKit, contentHash, type Domain, type DomainKit } from '../src/core/index.ts';
import { remoteSitter } from '../src/server/games/live-game.ts';
import { type TestServer, testServer } from '../src/server/server.fixture.ts';
import { talkKit, talkSpeech } from './games/ask-disclose-speech.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };
const rules: Open<Domain> = { ...talkKit.rules };
const kit: Open<DomainKit> = { ...talkKit, rules, hash: 'one' };
let server: TestServer;
let folder: string;
const logged: string[] = [];
beforeAll(async () => {
  addKit(kit);
  addSpeech(talkSpeech);
  server = await testServer({ log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }) });
  folder = server.folder;
});
afterAll(() => server.stop());

const BOTH = { advocate: 'remote', target: 'remote' };
async function sitDown(body: object = {}) {
  const { json } = await server.ask('POST /v1/games', { task: 'ask-disclose-talk', seed: 3, ...body });
  const as = (seat: string) => ({ 'x-seat-token': json.tokens[seat] as string });
  const act = (seat: string, what: object) =>
    server.ask(`POST /v1/games/${json.id}/acts`, { act: what, wait: 0 }, as(seat));
  return { id: json.id as string, act, as };
}

/** Another process on the same data, with rules changed like this. */
async function under(change: Partial<Domain>, hash: string | undefined, ask: (other: TestServer) => Promise<void>) {
  const was = { ...rules };
  const { hash: before } = kit;
  Object.assign(rules, change);
  Object.assign(kit, { hash });
  const other = await testServer({ dataFolder: folder });
  try {
    await ask(other);
  } finally {
    await other.stop();
    Object.assign(rules, was);
    Object.assign(kit, { hash: before });
  }
}

test('a remote seat is pinned by the rules of a domain of one’s own, and by its name alone in the house', () => {
  expect(remoteSitter({ name: 'price' })).toEqual({ spec: 'remote', fingerprint: contentHash('remote') });
  expect(remoteSitter(rules).fingerprint).not.toBe(contentHash('remote'));
});

test('a game between remote seats does not go on under changed rules', async () => {
  const { id, act, as } = await sitDown({ seats: BOTH });
  await act('advocate', { type: 'disclose', topic: 'price' });
  const path = `GET /v1/games/${id}`;
  await under({}, 'one', async (other) => {
    expect(await other.ask(path, undefined, as('target'))).toMatchObject({ status: 200, json: { turn: 2 } });
  });
  await under({}, 'two', async (other) => {
    expect(await other.ask(path, undefined, as('target'))).toMatchObject({
      status: 409,
      json: { error: { code: 'changed', message: 'the rules of ask-disclose have changed, so the game cannot go on' } },
    });
  });
});

test('a record that does not replay under changed rules is 409 with where they part', async () => {
  const { id, act } = await sitDown({ listed: true });
  expect((await act('advocate', { type: 'recommend' })).json.status).toBe('over');
  const asks = (other: TestServer) => [
    other.ask(`GET /v1/replays/${id}`),
    other.ask(`GET /v1/replays/${id}/review/advocate`),
    other.ask(`POST /v1/replays/${id}/forks`, { turn: 2, swap: { advocate: 'eager' } }),
  ];
  const changes: [Partial<Domain>, string][] = [
    [{ utility: () => 0.5 }, 'does not replay: the rules give'],
    [{ check: () => 'nothing is allowed now' }, 'is illegal: nothing is allowed now'],
    [
      {
        outcome: () => {
          throw new TypeError('no such field\nand more');
        },
      },
      'the rules of ask-disclose broke: no such field',
    ],
  ];
  for (const [change, why] of changes)
    await under(change, 'two', async (other) => {
      for (const answer of await Promise.all(asks(other))) {
        expect(answer).toMatchObject({ status: 409, json: { error: { code: 'changed' } } });
        expect(answer.json.error.message).toContain(why);
        expect(answer.json.error.message).not.toContain('\n');
      }
    });
});

const broken = () => {
  throw new TypeError('nothing is here\n  at all');
};
const WHY = 'the rules of ask-disclose broke: nothing is here';
/** What the rules do once they break, from the second turn on. */
const breaks: Partial<Domain>[] = [
  { outcome: broken },
  { toAct: broken },
  { apply: broken },
  { check: broken },
  { view: broken },
  // Only for the seat that the loop does not ask.
  { view: (state, seat) => (seat === 'target' ? broken() : talkKit.rules.view(state, seat)) },
];

test.each(breaks.map((change) => [Object.keys(change)[0], change] as const))(
  'a live game whose %s() throws has failed, and says so everywhere',
  async (_, change) => {
    const { id, act, as } = await sitDown({ seats: BOTH, listed: true });
    await act('advocate', { type: 'disclose', topic: 'price' });
    const { body } = await fetch(`${server.url}/v1/games/${id}/events`);
    const stream = (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    await stream.read();
    const was = { ...rules };
    logged.length = 0;
    Object.assign(rules, change);
    try {
      const answer = await act('advocate', { type: 'disclose', topic: 'speed' });
      expect(answer).toMatchObject({ status: 200, json: { status: 'failed', toAct: [] } });
      const shown = await server.ask(`GET /v1/games/${id}`);
      expect(shown.json).toMatchObject({ status: 'failed', result: { kind: 'failed', by: null, reason: WHY } });
      expect(await server.ask(`GET /v1/games/${id}`, undefined, as('target'))).toMatchObject({
        status: 200,
        json: { status: 'failed', you: { yourTurn: false, utility: null } },
      });
      let told = '';
      for (let part = await stream.read(); !part.done; part = await stream.read()) told += part.value;
      expect(told).toContain(`event: over\ndata: {"kind":"failed"`);
    } finally {
      Object.assign(rules, was);
    }
    expect(logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ msg: 'rules', reason: WHY })]);
    expect(logged[0]).not.toContain('stack');
    for (const what of [`GET /v1/games/${id}/transcript`, `GET /v1/replays/${id}`])
      expect(await server.ask(what)).toMatchObject({ status: 409, json: { error: { code: 'failed', message: WHY } } });
    expect(await act('advocate', { type: 'recommend' })).toMatchObject({
      status: 409,
      json: { error: { code: 'over', message: WHY } },
    });
    expect((await server.ask('GET /v1/games')).text).not.toContain(id);
  },
);

test('a view that is none has failed too', async () => {
  const { act } = await sitDown({ seats: BOTH });
  const view = (state: unknown, seat: string) => (seat === 'target' ? undefined : talkKit.rules.view(state, seat));
  await under({ view: view as Domain['view'] }, 'one', async () => {
    expect((await act('advocate', { type: 'disclose', topic: 'price' })).json).toMatchObject({
      status: 'failed',
      result: { reason: 'the rules of ask-disclose broke: view() gave target no view with a history' },
    });
  });
});

test('a game that failed stays so over a restart', async () => {
  const { id, act } = await sitDown({ seats: BOTH });
  await under({ outcome: broken }, 'one', async () => {
    expect((await act('advocate', { type: 'recommend' })).json.status).toBe('failed');
  });
  await under({}, 'one', async (other) => {
    expect((await other.ask(`GET /v1/games/${id}`)).json).toMatchObject({ status: 'failed', result: { reason: WHY } });
  });
});

test('a utility that throws at the end, and rules that throw at the start', async () => {
  const { act } = await sitDown();
  await under({ utility: broken }, 'one', async () => {
    expect((await act('advocate', { type: 'recommend' })).json).toMatchObject({ result: { reason: WHY } });
  });
  const body = { task: 'ask-disclose-talk' };
  await under({ start: broken }, 'one', async () => {
    expect(await server.ask('POST /v1/games', body)).toMatchObject({ status: 201, json: { status: 'failed' } });
  });
  await under({ seats: broken }, 'one', async () => {
    const answer = await server.ask('POST /v1/games', body);
    expect(answer).toMatchObject({ status: 500, json: { error: { code: 'rules', message: WHY } } });
  });
});

test.each([{ outcome: broken }, { start: broken }, { view: broken }])(
  'OpenEnv says it in the same words',
  async (change) => {
    const body = { task: 'ask-disclose-talk', seed: 3 };
    await under(change, 'one', async () => {
      expect(await server.ask('POST /reset', body)).toMatchObject({ status: 409, json: { detail: WHY } });
    });
    const first = await server.ask('POST /reset', body);
    const cookie = { cookie: (first.headers.get('set-cookie') as string).split(';')[0] as string };
    await under(change, 'one', async () => {
      const step = await server.ask('POST /step', { action: { type: 'recommend' } }, cookie);
      expect(step).toMatchObject({ status: 409, json: { detail: WHY } });
    });
  },
);
